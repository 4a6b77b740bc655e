import type { Asset } from '@talad/proto/http/asset-indexer'
import type { Order } from '@talad/proto/http/order-book'
import { useQuery } from '@tanstack/react-query'
import { termsQuery } from '../features/listing/api/terms.ts'
import { useText } from '../i18n/index.ts'
import { formatDay } from '../lib/dates.ts'
import { formatBaht, formatCount, formatPrice } from '../lib/money.ts'
import { nextStep } from '../lib/next-step.ts'
import { actionOf, unitPrice } from '../lib/order-price.ts'
import type { Viewer } from '../lib/viewer.ts'
import { Button } from '../ui/button.tsx'
import { NextStepButton } from './next-step-button.tsx'

export type PanelProps = {
  asset: Asset
  viewer: Viewer
  /** the cheapest listing that others offer */
  best: Order | undefined
  /** the viewer's own listings */
  mine: readonly Order[]
  /** units in the viewer's wallets that hold some */
  held: bigint
  onBuy: (order: Order) => void
  onList: () => void
  onCancel: (order: Order) => void
}

function BuyPart({ best, viewer, asset, onBuy }: PanelProps & { best: Order }) {
  const { t } = useText()
  const isMany = asset.contract.type === 'erc1155'
  const reasons = actionOf(best, 'buy')?.reasons ?? []
  const step = nextStep({
    signedIn: viewer.signedIn,
    walletReady: viewer.isCustomer && viewer.wallets.length > 0,
    reasons: asset.dynamic.suspended ? ['suspended', ...reasons] : reasons,
  })
  return (
    <div className="grid gap-4">
      <div>
        <p className="text-sm text-soft">{isMany ? t('panel.priceEach') : t('panel.price')}</p>
        <p className="text-3xl font-bold tabular-nums">{formatBaht(unitPrice(best))}</p>
        <p className="text-sm text-soft">
          {isMany && <>{t('panel.available', { amount: formatCount(best.fill.available) })} · </>}
          {t('panel.until', { date: formatDay(best.time.end * 1000) })}
        </p>
      </div>
      <NextStepButton
        step={step}
        viewer={viewer}
        goText={t('panel.buy')}
        signInText={t('panel.signInToBuy')}
        onGo={() => onBuy(best)}
      />
    </div>
  )
}

function ListPart({ asset, viewer, held, best, onList }: PanelProps) {
  const { t } = useText()
  const terms = useQuery(termsQuery)
  const isLow = terms.data !== undefined && viewer.kycLevel < terms.data.minimum_join_kyc_level
  const step = nextStep({
    signedIn: viewer.signedIn,
    walletReady: viewer.isCustomer && held > 0n,
    reasons: [
      ...(asset.dynamic.suspended || !asset.dynamic.tradable ? (['suspended'] as const) : []),
      ...(isLow ? (['kyc'] as const) : []),
    ],
  })
  const isMany = asset.contract.type === 'erc1155'
  return (
    <div className="grid gap-3">
      <p className="text-sm font-semibold text-leaf">
        {isMany ? t('panel.youHold', { amount: formatCount(String(held)) }) : t('panel.youOwn')}
      </p>
      <NextStepButton
        step={step}
        viewer={viewer}
        look={best ? 'quiet' : 'primary'}
        goText={t('panel.list')}
        signInText={t('nav.signIn')}
        onGo={onList}
      />
    </div>
  )
}

function MinePart({ mine, onCancel }: PanelProps) {
  const { t } = useText()
  return mine.map((order) => (
    <div key={order.hash} className="grid gap-3 rounded-md bg-leaf-wash p-4">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-sm font-semibold text-leaf">{t('panel.yourListing')}</span>
        <strong className="text-xl tabular-nums">{formatBaht(unitPrice(order))}</strong>
      </p>
      <Button look="danger" size="small" onClick={() => onCancel(order)}>
        {t('order.cancelListing')}
      </Button>
    </div>
  ))
}

/** The price of an asset, and the one clear next step for this viewer (WB-8). */
export function AssetPanel(props: PanelProps) {
  const { t } = useText()
  const { asset, best, mine, held } = props
  const { last_sale: sale } = asset.internal.orders
  const mayList = held > 0n && (asset.contract.type === 'erc1155' || mine.length === 0)
  return (
    <div className="grid gap-5 rounded-lg bg-surface p-5 shadow-card md:p-6">
      {best && <BuyPart {...props} best={best} />}
      {!best && mine.length === 0 && (
        <div>
          <p className="text-xl font-semibold">{t('asset.notListed')}</p>
          {sale && (
            <p className="text-sm text-soft">{t('asset.lastSale', { price: formatPrice(sale.price) })}</p>
          )}
        </div>
      )}
      {mine.length > 0 && <MinePart {...props} />}
      {mayList && <ListPart {...props} />}
    </div>
  )
}
