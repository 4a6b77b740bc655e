import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { Order } from '@talad/proto/http/order-book/orders'
import { Button, buttonClass } from '@talad/ui/components/button'
import { FollowBar } from '@talad/ui/components/follow-bar'
import { Hint } from '@talad/ui/components/hint'
import { CheckIcon } from '@talad/ui/components/icons'
import { lazyPart, Part } from '@talad/ui/components/part'
import { PriceTag } from '@talad/ui/components/price'
import { Badge, Skeleton } from '@talad/ui/components/status'
import { formatDay, formatMinuteAfter } from '@talad/ui/format/dates'
import { formatBaht, formatCount, formatPrice } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/index.ts'
import type { Viewer } from '../market/people/viewer.ts'
import { WalletLink } from '../market/people/wallet-link.tsx'
import { aboutBaht, isBeingBought, isCrypto, unitText } from '../market/prices/order-price.ts'
import { termsQuery } from '../market/prices/order-terms.ts'
import { nextStep } from '../market/refusals/next-step.ts'
import { NextStepButton, NextStepNote } from './next-step-button.tsx'
import { buyStep, type OwnPurchase, useApprovalMissing } from './use-asset-trade.ts'

const ResumeNote = lazyPart(() => import('../features/trade/components/resume-note.tsx'))
const NeedCreator = lazyPart(() => import('../features/collection/components/need-creator.tsx'))
const BestOffer = lazyPart(() => import('../features/trade/components/best-offer.tsx'))
const Reservation = lazyPart(() => import('../features/purchase/components/reservation.tsx'))

export type PanelProps = {
  asset: Asset
  viewer: Viewer
  /** the cheapest listing that others offer */
  best: Order | undefined
  /** the viewer's own listings */
  mine: readonly Order[]
  own: OwnPurchase
  /** units in the viewer's wallets that hold some */
  held: bigint
  onBuy: (order: Order) => void
  onList: () => void
  onCancel: (order: Order) => void
  onReprice: (order: Order) => void
  onOffer: () => void
  onAccept: (order: Order) => void
}

/** What makes it safe to press the button, for who has never bought such a thing. */
function Promises() {
  const { t } = useText()
  return (
    <ul className="grid gap-1.5 text-sm text-soft">
      {[t('panel.promiseCard'), t('panel.promiseEscrow'), t('panel.promiseAll')].map((text) => (
        <li key={text} className="flex items-start gap-2.5">
          <CheckIcon className="mt-0.5 size-4 text-leaf" />
          {text}
        </li>
      ))}
    </ul>
  )
}

/** When what somebody else is buying may be for sale again. */
function Busy({ order, own }: { order: Order; own: OwnPurchase }) {
  const { t } = useText()
  const { until } = order.shipped
  // who has just given it back isn't told that somebody has it
  if (own.freed?.order.hash === order.hash) return t('reserved.freeing')
  if (until === null) return t('reserved.busyPaid')
  // the server doesn't know what time it is where the person is
  if (import.meta.env.SSR) return null
  return t('reserved.busyUntil', { time: formatMinuteAfter(until) })
}

function BuyPart({ best, viewer, asset, own, onBuy }: PanelProps & { best: Order }) {
  const { t } = useText()
  const isMany = asset.contract.type === 'erc1155'
  const step = buyStep(best, asset, viewer, useApprovalMissing(best, viewer))
  const price = unitText(best)
  const { family, token } = best.basic.price
  const { symbol } = token
  const baht = aboutBaht(best)
  const button = (
    <NextStepButton
      step={step}
      viewer={viewer}
      goText={isCrypto(best) ? t('panel.buyWith', { symbol }) : t('panel.buy')}
      signInText={t('panel.signInToBuy')}
      onGo={() => onBuy(best)}
    />
  )
  // An explanation is too large for a bar.
  const isButton = step.kind !== 'kyc' && step.kind !== 'switch-wallet'
  return (
    <div className="grid gap-5">
      <div>
        <p className="text-sm text-soft">{isMany ? t('panel.priceEach') : t('panel.price')}</p>
        <p className="mt-1">
          <PriceTag text={price} className="text-xl min-[22.5rem]:text-2xl md:text-3xl" />
        </p>
        {baht !== undefined && (
          <p className="mt-1.5 text-sm text-soft tabular-nums">
            {t('panel.aboutBaht', { price: formatBaht(String(baht)) })}
          </p>
        )}
        {isCrypto(best) && (
          <p className="mt-1 flex items-center gap-1 text-sm text-soft">
            {t('panel.paidIn', { symbol })}
            <Hint text={t(family === 'thb' ? 'token.aboutBaht' : 'token.about', { symbol })} />
          </p>
        )}
        <p className="mt-2.5 flex flex-wrap items-center gap-x-4 text-sm text-soft">
          <span className="inline-flex items-center gap-2">
            {t('panel.seller')} <WalletLink address={best.offerer} className="text-ink" />
          </span>
          {isMany && <span>{t('panel.available', { amount: formatCount(best.fill.available) })}</span>}
          <span>{t('panel.until', { date: formatDay(best.time.end * 1000) })}</span>
        </p>
      </div>
      {isButton ? (
        <div className="grid gap-2">
          <FollowBar aside={<PriceTag text={price} className="text-lg" />}>{button}</FollowBar>
          <NextStepNote step={step} />
        </div>
      ) : (
        button
      )}
      {isBeingBought(best) && (
        <p role="status" className="-mt-2 text-sm text-soft">
          <Busy order={best} own={own} />
        </p>
      )}
      {!isCrypto(best) && <Promises />}
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
  const button = (
    <NextStepButton
      step={step}
      viewer={viewer}
      look={best ? 'quiet' : 'primary'}
      goText={t('panel.list')}
      signInText={t('nav.signIn')}
      onGo={onList}
    />
  )
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-2 font-semibold text-leaf">
        <CheckIcon />
        {isMany ? t('panel.youHold', { amount: formatCount(String(held)) }) : t('panel.youOwn')}
      </p>
      {best || step.kind !== 'go' ? button : <FollowBar aside={null}>{button}</FollowBar>}
      {!best && <p className="text-sm text-soft">{t('list.free')}</p>}
    </div>
  )
}

/** Whoever doesn't have it may name a price of their own. */
function OfferPart({ asset, viewer, onOffer }: PanelProps) {
  const { t } = useText()
  const isStopped = asset.dynamic.suspended || !asset.dynamic.tradable
  if (isStopped) return null
  const step = nextStep({
    signedIn: viewer.signedIn,
    walletReady: viewer.isCustomer && viewer.wallets.length > 0,
    reasons: [],
  })
  if (step.kind !== 'go' && step.kind !== 'sign-in') return null
  return (
    <div>
      <NextStepButton
        step={step}
        viewer={viewer}
        look="quiet"
        goText={t('panel.offer')}
        signInText={t('panel.offer')}
        onGo={onOffer}
      />
    </div>
  )
}

function MinePart({ mine, onCancel, onReprice }: PanelProps) {
  const { t } = useText()
  return mine.map((order) => (
    <div key={order.hash} className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2 font-semibold text-leaf">
        {t('panel.yourListing')}
        {isBeingBought(order) && <Badge tone="wait">{t('reserved.busy')}</Badge>}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PriceTag text={unitText(order)} className="text-xl min-[22.5rem]:text-2xl" />
        <div className="flex flex-wrap gap-2">
          {!isCrypto(order) && (
            <Button look="quiet" size="small" onClick={() => onReprice(order)}>
              {t('reprice.action')}
            </Button>
          )}
          <Button look="danger" size="small" onClick={() => onCancel(order)}>
            {t('order.cancelListing')}
          </Button>
        </div>
      </div>
      <p className="text-sm text-soft">{t('panel.until', { date: formatDay(order.time.end * 1000) })}</p>
    </div>
  ))
}

/** The price of an asset, and the one clear next step for this viewer (WB-8). */
export function AssetPanel(props: PanelProps) {
  const { t } = useText()
  const { asset, mine, held, own, viewer } = props
  const { isCustomer, account } = viewer
  const bought = own.goesOn
  // one's own reservation stands above; another listing may be bought beside it
  const best = bought?.order.hash === props.best?.hash ? undefined : props.best
  const { last_sale: sale } = asset.internal.orders
  const needsCreator = !asset.dynamic.suspended && !asset.dynamic.tradable // AI-8
  const mayList = !needsCreator && held > 0n && (asset.contract.type === 'erc1155' || mine.length === 0)
  // what there is only one of is not asked for by who is just buying it
  const mayOffer = asset.contract.type === 'erc1155' || (held === 0n && !bought)
  return (
    <div className="grid gap-6 rounded-lg bg-surface p-5 shadow-card *:not-first:border-t *:not-first:border-line *:not-first:pt-6 md:p-7">
      {isCustomer && account !== undefined && (
        <Part>
          <ResumeNote asset={asset} account={account} />
        </Part>
      )}
      {bought && (
        <Part fallback={<Skeleton className="h-52" />}>
          <Reservation shipping={bought} />
        </Part>
      )}
      {needsCreator && (
        <Part fallback={<Skeleton className="h-60" />}>
          <NeedCreator contract={asset.contract.address} />
        </Part>
      )}
      {best && !needsCreator && <BuyPart {...props} best={best} />}
      {!best && !bought && !needsCreator && mine.length === 0 && (
        <div>
          <p className="text-xl font-semibold">{t('asset.notListed')}</p>
          {sale && <p className="text-soft">{t('asset.lastSale', { price: formatPrice(sale.price) })}</p>}
          <Link
            to="/collection/$idOrSlug"
            params={{ idOrSlug: asset.collection.slug }}
            search={{ status: 'listed' }}
            className={`${buttonClass('quiet')} mt-4 w-full`}
          >
            {t('panel.others')}
          </Link>
        </div>
      )}
      {asset.internal.orders.offers > 0 && (
        <Part fallback={<Skeleton className="h-16" />}>
          <BestOffer asset={asset} viewer={viewer} onAccept={props.onAccept} />
        </Part>
      )}
      {mine.length > 0 && <MinePart {...props} />}
      {mayList && <ListPart {...props} />}
      {mayOffer && <OfferPart {...props} />}
    </div>
  )
}
