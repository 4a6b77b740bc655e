import { type AdminOrder, orderStates, orderTypes } from '@talad/proto/http/order-book/order-admin'
import { Badge } from '@talad/ui/components/status'
import { shortHash } from '@talad/ui/format/address'
import { formatPrice } from '@talad/ui/format/money'
import { useText } from '../../i18n/index.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { orderStateTexts, orderTones, orderTypeTexts } from './words.ts'

export function OrderState({ order: { status, expired } }: { order: AdminOrder }) {
  const { t } = useText()
  const isOver = status === 'completed' || status === 'cancelled'
  // OB-6
  if (expired && !isOver) return <Badge>{t('order.expired')}</Badge>
  return <Badge tone={orderTones[status]}>{t(orderStateTexts[status])}</Badge>
}

function Type({ type }: Pick<AdminOrder, 'type'>) {
  const { t } = useText()
  return t(orderTypeTexts[type])
}

export const assetName = ({ basic: { asset } }: AdminOrder) => asset.name || `#${asset.token.id}`
export const priceText = ({ basic: { price } }: AdminOrder) =>
  formatPrice({ value: price.value, symbol: price.token.symbol })
/** As a spreadsheet reads it. */
const plainPrice = ({ basic: { price } }: AdminOrder) => `${price.value} ${price.token.symbol}`
const moment = (seconds: number) => new Date(seconds * 1_000).toISOString()

export const orderColumns: readonly Column<AdminOrder>[] = [
  {
    key: 'id',
    title: 'order.hash',
    cell: ({ hash }) => <span className="font-mono text-[0.92em]">{shortHash(hash)}</span>,
    csv: ({ hash }) => hash,
  },
  {
    key: 'asset',
    title: 'sync.asset',
    cell: (order) => (
      <span className="line-clamp-2 max-w-60 [overflow-wrap:anywhere]">{assetName(order)}</span>
    ),
    csv: assetName,
  },
  { key: 'type', title: 'col.kind', cell: (order) => <Type type={order.type} />, csv: ({ type }) => type },
  {
    key: 'state',
    title: 'col.status',
    cell: (order) => <OrderState order={order} />,
    csv: ({ status }) => status,
  },
  { key: 'price', title: 'order.price', amount: true, sort: 'price', cell: priceText, csv: plainPrice },
  {
    key: 'left',
    title: 'order.left',
    amount: true,
    cell: ({ fill }) => `${fill.left}/${fill.total}`,
    csv: ({ fill }) => fill.left,
  },
  {
    key: 'customer',
    title: 'order.maker',
    cell: ({ customer_id }) => customer_id,
    csv: ({ customer_id }) => customer_id,
  },
  {
    key: 'created',
    title: 'col.created',
    sort: 'created',
    cell: ({ created_at }) => <Moment at={created_at} />,
    csv: ({ created_at }) => created_at,
  },
  {
    key: 'end',
    title: 'order.end',
    sort: 'end',
    usuallyHidden: true,
    cell: ({ time }) => <Moment at={moment(time.end)} />,
    csv: ({ time }) => moment(time.end),
  },
]

export const orderFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'state',
    label: 'filter.status',
    options: orderStates.map((value) => ({ value, label: orderStateTexts[value] })),
  },
  {
    kind: 'choice',
    key: 'type',
    label: 'col.kind',
    options: orderTypes.map((value) => ({ value, label: orderTypeTexts[value] })),
  },
  { kind: 'choice', key: 'live', label: 'order.time', options: [{ value: '1', label: 'order.live' }] },
  { kind: 'text', key: 'contract', label: 'suspension.contractFilter' },
  { kind: 'text', key: 'token', label: 'sync.token' },
  { kind: 'text', key: 'wallet', label: 'order.wallet' },
  { kind: 'text', key: 'customer', label: 'order.customer' },
]
