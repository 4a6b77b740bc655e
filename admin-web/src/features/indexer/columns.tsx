import { type SyncOfAsset, syncKinds, syncStates } from '@talad/proto/http/asset-indexer/indexer-admin'
import { Badge, type Tone } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { type TextKey, useText } from '../../i18n/index.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'

type State = SyncOfAsset['state']

const tones: Readonly<Record<State, Tone>> = {
  ...({ pending: 'calm', updating: 'calm', ready: 'good', frozen: 'good' } as const),
  ...({ failed: 'wait', sleep: 'wait', dead: 'bad' } as const),
}
export const stateTexts = {
  pending: 'sync.pending',
  updating: 'sync.updating',
  ready: 'sync.ready',
  failed: 'sync.failed',
  sleep: 'sync.sleep',
  dead: 'sync.dead',
  frozen: 'sync.frozen',
} as const satisfies Record<State, TextKey>
export const kindTexts = { metadata: 'sync.metadata', image: 'sync.image' } as const

export function SyncState({ state }: { state: State }) {
  const { t } = useText()
  return <Badge tone={tones[state]}>{t(stateTexts[state])}</Badge>
}

function Kind({ kind }: Pick<SyncOfAsset, 'kind'>) {
  const { t } = useText()
  return t(kindTexts[kind])
}

export const nameOf = ({ name, token_id }: Pick<SyncOfAsset, 'name' | 'token_id'>) => name || `#${token_id}`

export const syncColumns: readonly Column<SyncOfAsset>[] = [
  {
    key: 'id',
    title: 'sync.asset',
    cell: (row) => <span className="line-clamp-2 max-w-60 [overflow-wrap:anywhere]">{nameOf(row)}</span>,
    csv: ({ asset_id }) => asset_id,
  },
  {
    key: 'collection',
    title: 'sync.collection',
    cell: ({ collection }) => collection.name,
    csv: ({ collection }) => collection.slug,
  },
  { key: 'kind', title: 'col.kind', cell: (row) => <Kind kind={row.kind} />, csv: ({ kind }) => kind },
  {
    key: 'state',
    title: 'col.status',
    cell: ({ state }) => <SyncState state={state} />,
    csv: ({ state }) => state,
  },
  {
    key: 'error',
    title: 'col.fault',
    cell: ({ error }) => (
      <span className="line-clamp-2 max-w-80 [overflow-wrap:anywhere]">{error ?? '–'}</span>
    ),
    csv: ({ error }) => error ?? '',
  },
  {
    key: 'sleeps',
    title: 'sync.sleeps',
    amount: true,
    cell: ({ sleeps }) => formatCount(sleeps),
    csv: ({ sleeps }) => String(sleeps),
  },
  {
    key: 'next',
    title: 'col.next',
    cell: ({ next_at }) => <Moment at={next_at} />,
    csv: ({ next_at }) => next_at ?? '',
  },
]

export const syncFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'state',
    label: 'filter.status',
    all: 'sync.troubled',
    options: syncStates.map((value) => ({ value, label: stateTexts[value] })),
  },
  {
    kind: 'choice',
    key: 'kind',
    label: 'col.kind',
    options: syncKinds.map((value) => ({ value, label: kindTexts[value] })),
  },
  { kind: 'text', key: 'collection', label: 'sync.collectionFilter' },
  { kind: 'text', key: 'contract', label: 'suspension.contractFilter' },
]
