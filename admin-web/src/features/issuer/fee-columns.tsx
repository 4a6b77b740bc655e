import type { FeeSheet } from '@talad/proto/http/moderation/fees'
import { useText } from '../../i18n/index.ts'
import { ContractName } from '../../ui/contract-name.tsx'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { Staff } from '../../ui/staff.tsx'

/** What of a contract's fees new sales pay beside the service fee. */
const besides = ({ fees }: FeeSheet) => fees.filter(({ type, enabled }) => type !== 'service' && enabled)

function ServiceFee({ sheet: { fees, service_percent: percent } }: { sheet: FeeSheet }) {
  const { t } = useText()
  const isOwn = fees.some(({ type, enabled }) => type === 'service' && enabled)
  return (
    <>
      {percent}% {!isOwn && <span className="text-xs text-soft">{t('fee.asGeneral')}</span>}
    </>
  )
}

export const feeColumns: readonly Column<FeeSheet>[] = [
  {
    key: 'id',
    title: 'suspension.contract',
    cell: ({ contract_address: contract }) => contract && <ContractName contract={contract} />,
    csv: ({ contract_address }) => contract_address ?? '',
  },
  {
    key: 'service',
    title: 'fee.service',
    amount: true,
    cell: (sheet) => <ServiceFee sheet={sheet} />,
    csv: ({ service_percent }) => String(service_percent),
  },
  {
    key: 'besides',
    title: 'fee.besides',
    cell: (sheet) =>
      besides(sheet).map(({ fee_id, percent, customer_id }) => (
        <span key={fee_id} className="block">
          {percent}% {customer_id}
        </span>
      )),
    csv: (sheet) =>
      besides(sheet)
        .map(({ percent, customer_id }) => `${percent}% ${customer_id ?? ''}`.trim())
        .join(', '),
  },
  {
    key: 'total',
    title: 'fee.total',
    amount: true,
    cell: ({ total_percent }) => `${total_percent}%`,
    csv: ({ total_percent }) => String(total_percent),
  },
  {
    key: 'by',
    title: 'col.by',
    cell: ({ changed_by: by }) => by && <Staff id={by} />,
    csv: ({ changed_by }) => changed_by ?? '',
  },
  {
    key: 'changed',
    title: 'col.updated',
    cell: ({ changed_at }) => <Moment at={changed_at} age />,
    csv: ({ changed_at }) => changed_at ?? '',
  },
]

export const feeFilters: readonly Filter[] = [
  { kind: 'text', key: 'contract', label: 'suspension.contractFilter' },
]
