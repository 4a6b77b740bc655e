import type { QueuedBankRequest, QueuedWithdrawal } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { Badge } from '@talad/ui/components/status'
import { bahtOfPoints, formatSum } from '@talad/ui/format/money'
import { useText } from '../../i18n/index.ts'
import { kycName } from '../../lib/kyc.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { StatusBadge, stateOptions } from '../../ui/status.tsx'

/** What deserves a second look, and who looks at it already (AW-5). */
function Signs(row: QueuedBankRequest | QueuedWithdrawal) {
  const { t } = useText()
  return (
    <span className="flex flex-wrap gap-1">
      {row.claim && (
        <Badge tone={row.claim.is_me ? 'good' : 'wait'}>
          {t(row.claim.is_me ? 'claim.mine' : 'claim.others')}
        </Badge>
      )}
      {row.same_number_elsewhere && <Badge tone="bad">{t('bank.sameNumber')}</Badge>}
      {row.overdue && <Badge tone="bad">{t('bank.overdue')}</Badge>}
      {'needs_second_admin' in row && row.needs_second_admin && (
        <Badge tone="wait">
          {t(row.approved_by === null ? 'withdrawal.twoAdmins' : 'withdrawal.oneMore')}
        </Badge>
      )}
      {'incident' in row && row.incident !== null && <Badge tone="bad">{t('col.incident')}</Badge>}
    </span>
  )
}

/** AW-15: four digits of the number, in the list and until somebody asks for more. */
export const maskedNumber = (row: { bank_symbol: string; account_last4: string }) =>
  `${row.bank_symbol} ••${row.account_last4}`

/** What both queues show. */
const shared = [
  {
    key: 'status',
    title: 'col.status',
    cell: ({ status }) => <StatusBadge state={status} />,
    csv: ({ status }) => status,
  },
  { key: 'signs', title: 'bank.signs', cell: (row) => <Signs {...row} /> },
  {
    key: 'kyc',
    title: 'bank.kyc',
    usuallyHidden: true,
    cell: ({ kyc_level }) => kycName(kyc_level),
    csv: ({ kyc_level }) => String(kyc_level),
  },
  {
    key: 'customer',
    title: 'col.customer',
    cell: ({ customer_id }) => customer_id,
    csv: ({ customer_id }) => customer_id,
  },
  {
    key: 'updated',
    title: 'col.updated',
    usuallyHidden: true,
    cell: ({ updated }) => <Moment at={updated} />,
    csv: ({ updated }) => updated,
  },
] as const satisfies readonly Column<QueuedBankRequest | QueuedWithdrawal>[]

const first = [
  { key: 'id', title: 'bank.account', cell: maskedNumber, csv: maskedNumber },
  {
    key: 'created',
    title: 'bank.asked',
    cell: ({ created }) => <Moment at={created} age />,
    csv: ({ created }) => created,
  },
] as const satisfies readonly Column<QueuedBankRequest | QueuedWithdrawal>[]

export const bankRequestColumns: readonly Column<QueuedBankRequest>[] = [...first, ...shared]

export const withdrawalColumns: readonly Column<QueuedWithdrawal>[] = [
  ...first,
  {
    key: 'value',
    title: 'col.value',
    amount: true,
    cell: ({ value }) => formatSum(value),
    csv: ({ value }) => bahtOfPoints(value),
  },
  {
    key: 'net',
    title: 'withdrawal.net',
    amount: true,
    cell: ({ net }) => formatSum(net),
    csv: ({ net }) => bahtOfPoints(net),
  },
  ...shared,
]

export const queueFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'st',
    label: 'filter.status',
    all: 'bank.waiting',
    options: [
      { value: 'open', label: 'bank.open' },
      ...stateOptions(['provider_processing', 'success', 'rejected']),
      { value: 'all', label: 'table.all' },
    ],
  },
  { kind: 'text', key: 'q', label: 'bank.find' },
]
