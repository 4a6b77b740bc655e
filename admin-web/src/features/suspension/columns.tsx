import type { Suspension } from '@talad/proto/http/moderation/suspension-admin'
import { Badge } from '@talad/ui/components/status'
import { useText } from '../../i18n/index.ts'
import { ContractName } from '../../ui/contract-name.tsx'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { Staff } from '../../ui/staff.tsx'
import { suspensionStates } from './api.ts'
import { Tokens } from './range-text.tsx'
import { reasonTexts } from './reasons.ts'

const texts = { suspended: 'suspension.suspended', unsuspended: 'suspension.unsuspended' } as const

export function SuspensionBadge({ status }: Pick<Suspension, 'status'>) {
  const { t } = useText()
  return <Badge tone={status === 'suspended' ? 'bad' : 'calm'}>{t(texts[status])}</Badge>
}

export const suspensionColumns: readonly Column<Suspension>[] = [
  {
    key: 'id',
    title: 'suspension.contract',
    cell: ({ nft_range: { contract_address } }) => <ContractName contract={contract_address} />,
    csv: ({ nft_range: { blockchain, contract_address } }) => `${blockchain} ${contract_address}`,
  },
  {
    key: 'tokens',
    title: 'suspension.tokens',
    cell: ({ nft_range }) => <Tokens range={nft_range} />,
    csv: ({ nft_range: { token_from, token_to, abstract } }) =>
      [
        abstract && [abstract.kind, abstract.collection_id, abstract.item_id ?? []].flat().join('/'),
        token_from !== null && `${token_from}-${token_to}`,
      ]
        .filter(Boolean)
        .join(' '),
  },
  {
    key: 'status',
    title: 'col.status',
    cell: ({ status }) => <SuspensionBadge status={status} />,
    csv: ({ status }) => status,
  },
  {
    key: 'until',
    title: 'suspension.ends',
    usuallyHidden: true,
    cell: ({ until }) => <Moment at={until} />,
    csv: ({ until }) => until ?? '',
  },
  {
    key: 'reason',
    title: 'suspension.told',
    cell: ({ reason }) => <Told reason={reason} />,
    csv: ({ reason }) => reason ?? '',
  },
  { key: 'note', title: 'col.note', cell: ({ note }) => <Note text={note} />, csv: ({ note }) => note },
  {
    key: 'by',
    title: 'col.by',
    cell: ({ changed_by }) => <Staff id={changed_by} />,
    csv: ({ changed_by }) => changed_by,
  },
  {
    key: 'changed',
    title: 'col.updated',
    cell: ({ changed_at }) => <Moment at={changed_at} age />,
    csv: ({ changed_at }) => changed_at,
  },
]

/** MO-7: what sellers and makers are told of why. */
export function Told({ reason }: Pick<Suspension, 'reason'>) {
  const { t } = useText()
  return reason === null ? '–' : t(reasonTexts[reason])
}

function Note({ text }: { text: string }) {
  return <span className="line-clamp-2 max-w-xs [overflow-wrap:anywhere]">{text}</span>
}

export const suspensionFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'status',
    label: 'filter.status',
    options: suspensionStates.map((value) => ({ value, label: texts[value] })),
  },
  { kind: 'text', key: 'contract', label: 'suspension.contractFilter' },
  { kind: 'text', key: 'virtual', label: 'suspension.virtualFilter' },
]
