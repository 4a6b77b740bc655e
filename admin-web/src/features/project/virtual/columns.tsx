import { Badge } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useText } from '../../../i18n/index.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { Moment } from '../../../ui/moment.tsx'
import type { Virtual, VirtualCollection, VirtualItem } from './api.ts'

/** Whether it is put away, or has no payload to be minted by yet. */
export function VirtualState({ archived, payload }: Pick<Virtual, 'archived' | 'payload'>) {
  const { t } = useText()
  if (archived) return <Badge tone="wait">{t('project.archived')}</Badge>
  return (
    <Badge tone={payload === null ? 'calm' : 'good'}>
      {t(payload === null ? 'virtual.noPayload' : 'virtual.inUse')}
    </Badge>
  )
}

function Limit({ mint_limit: limit }: Virtual) {
  const { t } = useText()
  return limit === null ? t('virtual.noLimit') : formatCount(limit)
}

const common: readonly Column<Virtual>[] = [
  { key: 'name', title: 'virtual.name', cell: ({ name }) => name, csv: ({ name }) => name },
  { key: 'slug', title: 'project.slug', cell: ({ slug }) => slug, csv: ({ slug }) => slug },
  {
    key: 'minted',
    title: 'virtual.minted',
    amount: true,
    cell: ({ mint_count }) => formatCount(mint_count),
    csv: ({ mint_count }) => String(mint_count),
  },
  {
    key: 'promised',
    title: 'virtual.promised',
    amount: true,
    cell: ({ mint_reserve }) => formatCount(mint_reserve),
    csv: ({ mint_reserve }) => String(mint_reserve),
  },
  {
    key: 'limit',
    title: 'virtual.limit',
    amount: true,
    cell: (row) => <Limit {...row} />,
    csv: ({ mint_limit }) => String(mint_limit ?? ''),
  },
  {
    key: 'state',
    title: 'key.state',
    cell: (row) => <VirtualState {...row} />,
    csv: ({ archived }) => String(archived),
  },
  {
    key: 'updated',
    title: 'col.updated',
    usuallyHidden: true,
    cell: ({ updated }) => <Moment at={updated} age />,
    csv: ({ updated }) => updated,
  },
]

export const collectionColumns: readonly Column<VirtualCollection>[] = common

export const itemColumns: readonly Column<VirtualItem>[] = [
  ...common.slice(0, 1),
  {
    key: 'number',
    title: 'virtual.number',
    amount: true,
    cell: ({ number }) => number,
    csv: ({ number }) => String(number),
  },
  ...common.slice(1),
]
