import type { Order } from '@talad/proto/http/order-book/orders'
import { rememberPlace } from '@talad/ui/browser/return-place'
import { useNow } from '@talad/ui/browser/use-now'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Badge } from '@talad/ui/components/status'
import { formatDistance } from '@talad/ui/format/dates'
import { formatBaht, formatCount } from '@talad/ui/format/money'
import { Link } from '@tanstack/react-router'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'
import { aboutBaht, actionOf, isBeingBought, unitText } from '../../../market/prices/order-price.ts'
import type { NextStep } from '../../../market/refusals/next-step.ts'
import { orderDisplay } from '../display.ts'

const statusTexts: Record<Exclude<ReturnType<typeof orderDisplay>, 'open'>, TextKey> = {
  completed: 'order.sold',
  cancelled: 'order.cancelled',
  expired: 'order.expired',
  inactive: 'order.inactive',
}

type Props = {
  orders: readonly Order[]
  wallets: readonly string[]
  /** the order that the viewer is buying */
  bought: string | undefined
  /** what stands between the viewer and buying from an order (WB-8) */
  stepOf: (order: Order) => NextStep
  onBuy: (order: Order) => void
  onCancel: (order: Order) => void
}

function Action({
  order,
  bought,
  stepOf,
  onBuy,
  onCancel,
}: Omit<Props, 'orders' | 'wallets'> & { order: Order }) {
  const { t } = useText()
  if (actionOf(order, 'cancel')?.enabled) {
    return (
      <Button look="danger" size="small" onClick={() => onCancel(order)}>
        {t('order.cancel')}
      </Button>
    )
  }
  if (order.hash === bought) return <Badge tone="good">{t('reserved.yours')}</Badge>
  if (isBeingBought(order)) return <Badge tone="wait">{t('reserved.busy')}</Badge>
  // what else stands in between is told once, above
  const step = actionOf(order, 'buy') && stepOf(order).kind
  if (step === 'go' || step === 'assessment') {
    return (
      <Button look="quiet" size="small" onClick={() => onBuy(order)}>
        {t('order.buy')}
      </Button>
    )
  }
  if (step !== 'sign-in') return null
  return (
    <Link to="/sign-in" onClick={rememberPlace} className={buttonClass('quiet', 'small')}>
      {t('order.buy')}
    </Link>
  )
}

/** What a price in another family is worth. */
function AboutBaht({ order }: { order: Order }) {
  const { t } = useText()
  const baht = aboutBaht(order)
  if (baht === undefined) return null
  return (
    <span className="text-sm text-soft tabular-nums">
      {t('panel.aboutBaht', { price: formatBaht(String(baht)) })}
    </span>
  )
}

/** The open listings of an asset, as a list with what can be done with each. */
export default function OrderList({ orders, wallets, ...actions }: Props) {
  const { t, language } = useText()
  const now = useNow(30_000)
  return (
    <ul className="divide-y divide-line rounded-lg bg-surface px-5 shadow-card">
      {orders.map((order) => {
        const display = orderDisplay(order)
        const isMany = order.basic.asset.contract.type === 'erc1155'
        return (
          <li key={order.hash} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3.5">
            <div className="min-w-34 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <strong className="text-lg tabular-nums">{unitText(order)}</strong>
                <AboutBaht order={order} />
                {isMany && (
                  <span className="text-sm text-soft">
                    {t('order.eachOf', { amount: formatCount(order.fill.available) })}
                  </span>
                )}
              </p>
              <p className="flex flex-wrap items-center gap-x-2 text-xs text-soft">
                {order.type === 'deal' && <Badge>{t('order.deal')}</Badge>}
                <WalletLink address={order.offerer} isMine={wallets.includes(order.offerer)} />
                <span>
                  {display === 'open'
                    ? t('order.ends', { when: formatDistance(order.time.end * 1000, now, language) })
                    : t(statusTexts[display])}
                </span>
              </p>
            </div>
            <Action order={order} {...actions} />
          </li>
        )
      })}
    </ul>
  )
}
