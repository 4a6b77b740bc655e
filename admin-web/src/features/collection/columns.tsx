import type { AdminCollection } from '@talad/proto/http/asset-indexer/collection-admin'
import { Badge } from '@talad/ui/components/status'
import { shortHash } from '@talad/ui/format/address'
import { formatCount } from '@talad/ui/format/money'
import { useText } from '../../i18n/index.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { Staff } from '../../ui/staff.tsx'
import { states, stateTexts } from './verification-words.ts'

export function CollectionState({ collection }: { collection: AdminCollection }) {
  const { t } = useText()
  if (collection.suspended) return <Badge tone="bad">{t('suspension.suspended')}</Badge>
  if (collection.catching_up) return <Badge tone="wait">{t('collection.catchingUp')}</Badge>
  return <Badge tone="good">{t('collection.shown')}</Badge>
}

/** AI-8, and how much is left of the 72 hours in which an answer is promised. */
function VerificationState({
  collection: { verification, asked, answer_due },
}: {
  collection: AdminCollection
}) {
  const { t } = useText()
  const isLate = answer_due !== null && Date.parse(answer_due) < Date.now()
  return (
    <span className="flex flex-wrap gap-1">
      {t(stateTexts[verification.state])}
      {asked !== null && (
        <Badge tone={isLate ? 'bad' : 'wait'}>
          {t(isLate ? 'verification.late' : 'verification.waiting')}
        </Badge>
      )}
    </span>
  )
}

export const collectionColumns: readonly Column<AdminCollection>[] = [
  {
    key: 'id',
    title: 'sync.collection',
    cell: ({ name }) => <span className="line-clamp-2 max-w-72 [overflow-wrap:anywhere]">{name}</span>,
    csv: ({ name }) => name,
  },
  { key: 'slug', title: 'collection.slug', cell: ({ slug }) => slug, csv: ({ slug }) => slug },
  {
    key: 'contract',
    title: 'suspension.contract',
    cell: ({ contract }) => `${contract.type} ${shortHash(contract.address)}`,
    csv: ({ contract }) => contract.address,
  },
  {
    key: 'items',
    title: 'collection.items',
    amount: true,
    cell: ({ items }) => formatCount(items),
    csv: ({ items }) => String(items),
  },
  {
    key: 'state',
    title: 'col.status',
    cell: (collection) => <CollectionState collection={collection} />,
    csv: ({ suspended }) => (suspended ? 'suspended' : 'shown'),
  },
  {
    key: 'verification',
    title: 'verification.title',
    cell: (collection) => <VerificationState collection={collection} />,
    csv: ({ verification }) => verification.state,
  },
  {
    key: 'due',
    title: 'verification.due',
    usuallyHidden: true,
    cell: ({ answer_due }) => <Moment at={answer_due} />,
    csv: ({ answer_due }) => answer_due ?? '',
  },
  {
    key: 'changed',
    title: 'col.updated',
    cell: ({ changed_at }) => <Moment at={changed_at} />,
    csv: ({ changed_at }) => changed_at ?? '',
  },
  {
    key: 'by',
    title: 'col.by',
    usuallyHidden: true,
    cell: ({ changed_by: by }) => (by ? <Staff id={by} /> : '–'),
    csv: ({ changed_by }) => changed_by ?? '',
  },
]

export const collectionFilters: readonly Filter[] = [
  { kind: 'text', key: 'q', label: 'collection.search' },
  {
    kind: 'choice',
    key: 'suspended',
    label: 'filter.status',
    options: [
      { value: '0', label: 'collection.shown' },
      { value: '1', label: 'suspension.suspended' },
    ],
  },
  {
    kind: 'choice',
    key: 'verification',
    label: 'verification.title',
    options: states.map((value) => ({ value, label: stateTexts[value] })),
  },
  {
    kind: 'choice',
    key: 'waiting',
    label: 'verification.asked',
    options: [{ value: '1', label: 'verification.waiting' }],
  },
]
