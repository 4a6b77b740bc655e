import { More } from '@talad/ui/components/more'
import { Badge, Skeleton } from '@talad/ui/components/status'
import { formatDay } from '@talad/ui/format/dates'
import { formatCount } from '@talad/ui/format/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLateText } from '../../../i18n/late.ts'
import { useOwnText } from '../../../i18n/own.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'
import { unitText } from '../../../market/prices/order-price.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { endedOrdersQuery } from '../api/orders.ts'
import { endOf } from '../ended.ts'

type Props = { place: Parameters<typeof endedOrdersQuery>[0]; wallets: readonly string[] }

/** What became of the listings and offers of an asset that are over (OB-6). */
export function OrderHistory({ place, wallets }: Props) {
  const { t } = useOwnText()
  const { t: word } = useLateText()
  const pages = useInfiniteQuery(endedOrdersQuery(place))
  if (pages.isPending) return <Skeleton className="h-20 rounded-lg" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const orders = pages.data.pages.flatMap(({ list }) => list)
  if (orders.length === 0) return <p className="text-soft">{t('order.noneEnded')}</p>
  return (
    <div className="rounded-lg bg-surface px-5 shadow-card">
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order.hash} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
            <Badge>{word(order.type === 'offer' ? 'event.offer' : 'event.list')}</Badge>
            <strong className="tabular-nums">{unitText(order)}</strong>
            {endOf(order).map(({ text, tone }) => (
              <Badge key={text} tone={tone}>
                {t(text, { amount: formatCount(order.fill.amount), total: formatCount(order.fill.total) })}
              </Badge>
            ))}
            <span className="flex w-full items-center gap-2 text-sm text-soft">
              <WalletLink address={order.offerer} isMine={wallets.includes(order.offerer)} />
              {formatDay(order.created_at)}
            </span>
          </li>
        ))}
      </ul>
      <More pages={pages} />
    </div>
  )
}
