import type { Order } from '@talad/proto/http/order-book/orders'
import { More } from '@talad/ui/components/more'
import { Segmented } from '@talad/ui/components/segmented'
import { Skeleton } from '@talad/ui/components/status'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type OwnOrders, ownOrdersQuery } from '../features/order/api/orders.ts'
import { useOwnText } from '../i18n/own.ts'
import { LoadError } from '../market/refusals/load-error.tsx'

const route = getRouteApi('/account')

/** What is open, or what is over; which of them is in the address (WB-5). */
export function EndedSwitch() {
  const { t } = useOwnText()
  const { ended } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Segmented
      label={t('order.ask')}
      value={ended === '1' ? 'ended' : 'open'}
      options={[
        { value: 'open', text: t('order.open') },
        { value: 'ended', text: t('order.ended') },
      ]}
      onChange={(next) =>
        void navigate({
          search: (now) => ({ ...now, ended: next === 'ended' ? '1' : undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}

type Props = { orders: OwnOrders; none: ReactNode; row: (order: Order) => ReactNode }

/** A person's orders of a kind, page after page. */
export function OwnOrderPages({ orders, none, row }: Props) {
  const pages = useInfiniteQuery(ownOrdersQuery(orders))
  if (pages.isPending) return <Skeleton className="h-48 rounded-lg" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const list = pages.data.pages.flatMap((page) => page.list)
  if (list.length === 0) return none
  return (
    <div className="max-w-5xl rounded-lg bg-surface px-5 shadow-card md:px-7">
      <ul className="divide-y divide-line">{list.map(row)}</ul>
      <More pages={pages} />
    </div>
  )
}
