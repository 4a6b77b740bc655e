import { txStatuses } from '@talad/proto/http/campaign/mint-shapes'
import { useNow } from '@talad/ui/browser/use-now'
import { formatSince } from '@talad/ui/format/dates'
import { useText } from '../../../i18n/index.ts'
import type { Column, Filter } from '../../../ui/data-table/column.ts'
import { Ident } from '../../../ui/ident.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { StatusBadge, stateOptions } from '../../../ui/status.tsx'
import type { VirtualCollection } from '../virtual/api.ts'
import type { Lane, Mint } from './api.ts'
import { reasonOf, since } from './words.ts'

const MINUTE_MS = 60_000

/** How long it waits; nothing for what has ended. */
export function Age({ age_seconds: age }: Pick<Mint, 'age_seconds'>) {
  const { language } = useText()
  const now = useNow(MINUTE_MS)
  return age === null ? '–' : formatSince(since(age, now), now, language)
}

export const mintColumns: readonly Column<Mint>[] = [
  {
    key: 'id',
    title: 'mint.what',
    cell: ({ automint_id }) => automint_id,
    csv: ({ automint_id }) => automint_id,
  },
  {
    key: 'state',
    title: 'key.state',
    cell: ({ tx_status }) => <StatusBadge state={tx_status} />,
    csv: ({ tx_status }) => tx_status,
  },
  {
    key: 'age',
    title: 'mint.age',
    cell: (row) => <Age {...row} />,
    csv: ({ age_seconds }) => String(age_seconds ?? ''),
  },
  {
    key: 'reason',
    title: 'mint.reason',
    cell: (row) => <span className="wrap-anywhere">{reasonOf(row) ?? '–'}</span>,
    csv: (row) => reasonOf(row) ?? '',
  },
  {
    key: 'tries',
    title: 'mint.tries',
    amount: true,
    cell: ({ retry_count }) => retry_count,
    csv: ({ retry_count }) => String(retry_count),
  },
  {
    key: 'lane',
    title: 'mint.lane',
    cell: ({ minting_zone }) => <Ident value={minting_zone} short />,
    csv: ({ minting_zone }) => minting_zone,
  },
  {
    key: 'receiver',
    title: 'mint.receiver',
    usuallyHidden: true,
    cell: ({ receiver_address }) => <Ident value={receiver_address} short />,
    csv: ({ receiver_address }) => receiver_address,
  },
  {
    key: 'created',
    title: 'mint.asked',
    usuallyHidden: true,
    cell: ({ created }) => <Moment at={created} />,
    csv: ({ created }) => created,
  },
]

/** By state and lane, as the lanes are called at this moment; and by collection. */
export const mintFilters = (
  lanes: readonly Lane[],
  collections: readonly VirtualCollection[],
): readonly Filter[] => [
  { kind: 'choice', key: 'state', label: 'key.state', options: stateOptions(txStatuses) },
  {
    kind: 'choice',
    key: 'lane',
    label: 'mint.lane',
    options: lanes.map(({ minting_zone }) => ({ value: minting_zone, text: minting_zone })),
  },
  {
    kind: 'choice',
    key: 'collection',
    label: 'virtual.collection',
    options: collections.map(({ _id, name }) => ({ value: _id, text: name })),
  },
]
