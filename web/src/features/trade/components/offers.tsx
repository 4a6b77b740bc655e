import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { Order, OrderAction } from '@talad/proto/http/order-book/orders'
import { useNow } from '@talad/ui/browser/use-now'
import { Button } from '@talad/ui/components/button'
import { Section } from '@talad/ui/components/section'
import { Badge, Skeleton } from '@talad/ui/components/status'
import { formatDistance } from '@talad/ui/format/dates'
import { formatBaht, formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { type TradeKey, useTradeText } from '../../../i18n/trade.ts'
import type { Viewer } from '../../../market/people/viewer.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'
import { aboutBaht, actionOf, unitText } from '../../../market/prices/order-price.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { mayAccept, offersQuery } from '../../../market/trading/offers.ts'
import { RestingOrders } from './resting-orders.tsx'

type Props = {
  asset: Asset
  viewer: Viewer
  onAccept: (order: Order) => void
  onCancel: (order: Order) => void
  onApprove: (order: Order) => void
}

const reasonTexts: Record<OrderAction['reasons'][number], TradeKey> = {
  assessment: 'reason.assessment',
  expired: 'reason.expired',
  inactive: 'reason.inactive',
  kyc: 'reason.kyc',
  offers_disabled: 'reason.offers_disabled',
  own_order: 'reason.own_order',
  owner_changed: 'reason.owner_changed',
  suspended: 'reason.suspended',
}

/** What the viewer can do with an offer, or why not. */
function Action({ order, onAccept, onCancel }: { order: Order } & Pick<Props, 'onAccept' | 'onCancel'>) {
  const { t } = useTradeText()
  if (actionOf(order, 'cancel')?.enabled) {
    return (
      <Button look="danger" size="small" onClick={() => onCancel(order)}>
        {t('offer.cancel')}
      </Button>
    )
  }
  const reason = actionOf(order, 'accept')?.reasons[0]
  if (mayAccept(order)) {
    return (
      <Button size="small" onClick={() => onAccept(order)}>
        {t('offer.accept')}
      </Button>
    )
  }
  return reason ? <Badge tone="wait">{t(reasonTexts[reason])}</Badge> : null
}

function OfferLine({ order, viewer, ...act }: { order: Order } & Omit<Props, 'asset' | 'onApprove'>) {
  const { t, language } = useTradeText()
  const now = useNow(30_000)
  const baht = aboutBaht(order)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3.5">
      <div className="min-w-34 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <strong className="text-lg tabular-nums">{unitText(order)}</strong>
          {baht !== undefined && (
            <span className="text-sm text-soft tabular-nums">
              {t('offer.baht', { amount: formatBaht(String(baht)) })}
            </span>
          )}
          {order.basic.asset.contract.type === 'erc1155' && (
            <span className="text-sm text-soft">
              {t('offer.pieces', { amount: formatCount(order.fill.available) })}
            </span>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-soft">
          <WalletLink address={order.offerer} isMine={viewer.wallets.includes(order.offerer)} />
          <span>{t('offer.ends', { when: formatDistance(order.time.end * 1000, now, language) })}</span>
        </p>
      </div>
      <Action order={order} {...act} />
    </li>
  )
}

/** The offers for an asset with what the viewer can do with each, and the viewer's own orders that rest. */
export default function Offers(props: Props) {
  const { asset, viewer } = props
  const { t } = useTradeText()
  const { contract, token } = asset
  const place = { blockchain: contract.blockchain, contract: contract.address, token: token.id }
  const offers = useQuery(offersQuery(place, { account: viewer.account, wallets: viewer.wallets }))
  return (
    <div className="grid gap-12 *:min-w-0">
      <Section title={t('offers.title')}>
        {offers.isPending && <Skeleton className="h-20 rounded-lg" />}
        {offers.isError && <LoadError error={offers.error} retry={() => void offers.refetch()} />}
        {offers.data?.length === 0 && <p className="text-soft">{t('offer.none')}</p>}
        {offers.data && offers.data.length > 0 && (
          <ul className="divide-y divide-line rounded-lg bg-surface px-5 shadow-card">
            {offers.data.map((order) => (
              <OfferLine key={order.hash} order={order} {...props} />
            ))}
          </ul>
        )}
      </Section>
      <RestingOrders place={place} viewer={viewer} onCancel={props.onCancel} onApprove={props.onApprove} />
    </div>
  )
}
