import type { Order } from '@talad/proto/http/order-book'
import { Link } from '@tanstack/react-router'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { shortAddress } from '../../../lib/address.ts'
import { formatDistance } from '../../../lib/dates.ts'
import { formatBaht, formatCount } from '../../../lib/money.ts'
import { actionOf, unitPrice } from '../../../lib/order-price.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/status.tsx'
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
  onBuy: (order: Order) => void
  onCancel: (order: Order) => void
}

function Action({ order, onBuy, onCancel }: Omit<Props, 'orders' | 'wallets'> & { order: Order }) {
  const { t } = useText()
  if (actionOf(order, 'cancel')?.enabled) {
    return (
      <Button look="danger" size="small" onClick={() => onCancel(order)}>
        {t('order.cancel')}
      </Button>
    )
  }
  if (!actionOf(order, 'buy')) return null
  return (
    <Button look="quiet" size="small" onClick={() => onBuy(order)}>
      {t('order.buy')}
    </Button>
  )
}

/** The open listings of an asset, as a list with what can be done with each. */
export function OrderList({ orders, wallets, onBuy, onCancel }: Props) {
  const { t, language } = useText()
  const now = useNow(30_000)
  return (
    <ul className="divide-y divide-line rounded-lg bg-surface px-4 shadow-card md:px-6">
      {orders.map((order) => {
        const display = orderDisplay(order)
        const isMany = order.basic.asset.contract.type === 'erc1155'
        return (
          <li key={order.hash} className="flex items-center gap-3 py-3.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <strong className="text-lg tabular-nums">{formatBaht(unitPrice(order))}</strong>
                {isMany && (
                  <span className="text-sm text-soft">
                    {t('order.eachOf', { amount: formatCount(order.fill.available) })}
                  </span>
                )}
              </p>
              <p className="flex flex-wrap items-center gap-x-2 text-xs text-soft">
                {wallets.includes(order.offerer) ? (
                  <Badge tone="good">{t('common.you')}</Badge>
                ) : (
                  <Link
                    to="/$wallet"
                    params={{ wallet: order.offerer }}
                    className="font-mono hover:text-leaf"
                  >
                    {shortAddress(order.offerer)}
                  </Link>
                )}
                <span>
                  {display === 'open'
                    ? t('order.ends', { when: formatDistance(order.time.end * 1000, now, language) })
                    : t(statusTexts[display])}
                </span>
              </p>
            </div>
            <Action order={order} onBuy={onBuy} onCancel={onCancel} />
          </li>
        )
      })}
    </ul>
  )
}
