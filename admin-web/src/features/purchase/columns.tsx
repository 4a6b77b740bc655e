import type {
  AdminShipping,
  AdminTopup,
  CardRefund,
} from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { Badge } from '@talad/ui/components/status'
import { bahtOfPoints, formatSum } from '@talad/ui/format/money'
import { useText } from '../../i18n/index.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { StatusBadge, stateOptions } from '../../ui/status.tsx'
import { Said } from './said.tsx'
import { incidentTexts } from './words.ts'

const short = (id: string) => `…${id.slice(-8)}`
const baht = (value: number | null) => (value === null ? '' : bahtOfPoints(value))

function Incident({ incident }: Pick<AdminShipping, 'incident'>) {
  const { t } = useText()
  return incident === null ? '–' : <Badge tone="bad">{t(incidentTexts[incident])}</Badge>
}

function Held({ held }: Pick<AdminTopup, 'held'>) {
  const { t } = useText()
  return held ? <Badge tone="bad">{t('topups.held')}</Badge> : '–'
}

export const shippingColumns: readonly Column<AdminShipping>[] = [
  { key: 'id', title: 'col.purchase', cell: ({ _id }) => short(_id), csv: ({ _id }) => _id },
  {
    key: 'created',
    title: 'col.created',
    sort: 'created',
    cell: ({ created }) => <Moment at={created} />,
    csv: ({ created }) => created,
  },
  {
    key: 'value',
    title: 'col.value',
    amount: true,
    sort: 'value',
    cell: ({ credit }) => formatSum(credit.value),
    csv: ({ credit }) => baht(credit.value),
  },
  {
    key: 'status',
    title: 'col.status',
    cell: ({ status }) => <StatusBadge state={status} />,
    csv: ({ status }) => status,
  },
  {
    key: 'payment',
    title: 'col.payment',
    cell: ({ credit }) => <StatusBadge state={credit.payment.status} />,
    csv: ({ credit }) => credit.payment.status,
  },
  {
    key: 'tx',
    title: 'col.delivery',
    cell: ({ tx_status }) => <StatusBadge state={tx_status} />,
    csv: ({ tx_status }) => tx_status ?? '',
  },
  {
    key: 'incident',
    title: 'col.incident',
    cell: ({ incident }) => <Incident incident={incident} />,
    csv: ({ incident }) => incident ?? '',
  },
  {
    key: 'buyer',
    title: 'col.buyer',
    cell: ({ buyer_customer_id }) => buyer_customer_id,
    csv: ({ buyer_customer_id }) => buyer_customer_id,
  },
  {
    key: 'seller',
    title: 'col.seller',
    usuallyHidden: true,
    cell: ({ seller_customer_id }) => seller_customer_id,
    csv: ({ seller_customer_id }) => seller_customer_id,
  },
  {
    key: 'ref',
    title: 'col.reference',
    usuallyHidden: true,
    cell: ({ credit }) => credit.payment.provider_ref_id ?? '–',
    csv: ({ credit }) => credit.payment.provider_ref_id ?? '',
  },
  {
    key: 'updated',
    title: 'col.updated',
    sort: 'updated',
    usuallyHidden: true,
    cell: ({ updated }) => <Moment at={updated} />,
    csv: ({ updated }) => updated,
  },
]

const dayFilters: readonly Filter[] = [
  { kind: 'day', key: 'from', label: 'filter.from' },
  { kind: 'day', key: 'to', label: 'filter.to' },
]
const customerFilter: Filter = { kind: 'text', key: 'customer', label: 'filter.customer' }
const refundFilter: Filter = {
  kind: 'choice',
  key: 'fr',
  label: 'filter.refund',
  options: stateOptions(['none', 'refunding', 'refunded', 'failed']),
}

export const shippingFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'st',
    label: 'filter.status',
    options: stateOptions(['pending', 'processing', 'mined', 'completed', 'failed', 'canceled']),
  },
  {
    kind: 'choice',
    key: 'pay',
    label: 'filter.payment',
    options: stateOptions(['pending', 'processing', 'completed', 'failed', 'canceled']),
  },
  refundFilter,
  {
    kind: 'choice',
    key: 'incident',
    label: 'filter.incident',
    options: [
      { value: '1', label: 'filter.incidentYes' },
      { value: '0', label: 'filter.incidentNo' },
    ],
  },
  customerFilter,
  { kind: 'text', key: 'ref', label: 'filter.reference' },
  { kind: 'text', key: 'order', label: 'filter.order' },
  { kind: 'text', key: 'tx', label: 'filter.tx' },
  ...dayFilters,
]

export const topupColumns: readonly Column<AdminTopup>[] = [
  { key: 'id', title: 'col.topup', cell: ({ order_no }) => order_no, csv: ({ order_no }) => order_no },
  {
    key: 'created',
    title: 'col.created',
    sort: 'created',
    cell: ({ created }) => <Moment at={created} age />,
    csv: ({ created }) => created,
  },
  {
    key: 'value',
    title: 'col.value',
    amount: true,
    sort: 'value',
    cell: ({ value }) => formatSum(value),
    csv: ({ value }) => baht(value),
  },
  {
    key: 'received',
    title: 'col.received',
    amount: true,
    usuallyHidden: true,
    cell: ({ mismatch }) =>
      mismatch?.received_value == null ? (mismatch?.received ?? '–') : formatSum(mismatch.received_value),
    csv: ({ mismatch }) => mismatch?.received ?? '',
  },
  {
    key: 'status',
    title: 'col.status',
    cell: ({ status }) => <StatusBadge state={status} />,
    csv: ({ status }) => status,
  },
  {
    key: 'held',
    title: 'col.held',
    cell: ({ held }) => <Held held={held} />,
    csv: ({ held }) => String(held),
  },
  {
    key: 'refund',
    title: 'col.refund',
    cell: ({ refund }) => <StatusBadge state={refund?.status ?? null} />,
    csv: ({ refund }) => refund?.status ?? '',
  },
  {
    key: 'customer',
    title: 'col.customer',
    cell: ({ customer_id }) => customer_id,
    csv: ({ customer_id }) => customer_id,
  },
  {
    key: 'transaction',
    title: 'col.reference',
    usuallyHidden: true,
    cell: ({ transaction_id }) => transaction_id ?? '–',
    csv: ({ transaction_id }) => transaction_id ?? '',
  },
]

export const mismatchColumns = topupColumns
  .filter(({ key }) => !['refund', 'held', 'status'].includes(key))
  .map((column) => (column.key === 'received' ? { ...column, usuallyHidden: false } : column))

export const topupFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'st',
    label: 'filter.status',
    options: stateOptions(['pending', 'completed', 'failed', 'canceled']),
  },
  refundFilter,
  {
    kind: 'choice',
    key: 'unknown',
    label: 'filter.unknown',
    options: [{ value: '1', label: 'filter.unknownYes' }],
  },
  {
    kind: 'choice',
    key: 'unreturned',
    label: 'filter.unreturned',
    options: [{ value: '1', label: 'filter.unreturnedYes' }],
  },
  customerFilter,
  { kind: 'text', key: 'ref', label: 'filter.reference' },
  ...dayFilters,
]

export const mismatchFilters: readonly Filter[] = [
  customerFilter,
  { kind: 'text', key: 'ref', label: 'filter.reference' },
  ...dayFilters,
]

export const refundColumns: readonly Column<CardRefund>[] = [
  { key: 'id', title: 'col.refund', cell: ({ _id }) => short(_id), csv: ({ _id }) => _id },
  {
    key: 'created',
    title: 'col.created',
    sort: 'created',
    cell: ({ created }) => <Moment at={created} age />,
    csv: ({ created }) => created,
  },
  {
    key: 'value',
    title: 'col.value',
    amount: true,
    cell: ({ value }) => formatSum(value),
    csv: ({ value }) => baht(value),
  },
  {
    key: 'status',
    title: 'col.status',
    cell: ({ status }) => <StatusBadge state={status} />,
    csv: ({ status }) => status,
  },
  {
    key: 'reason',
    title: 'col.reason',
    cell: ({ reason }) => (reason === null ? '–' : <Said name="reason" value={reason} />),
    csv: ({ reason }) => reason ?? '',
  },
  { key: 'note', title: 'col.note', cell: ({ note }) => note, csv: ({ note }) => note },
  {
    key: 'customer',
    title: 'col.customer',
    cell: ({ customer_id }) => customer_id,
    csv: ({ customer_id }) => customer_id,
  },
]

export const refundFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'st',
    label: 'filter.status',
    options: stateOptions(['refunding', 'refunded', 'failed']),
  },
  {
    kind: 'choice',
    key: 'newest',
    label: 'refund.tries',
    all: 'refund.allTries',
    options: [{ value: '1', label: 'refund.newestTry' }],
  },
  customerFilter,
  ...dayFilters,
]
