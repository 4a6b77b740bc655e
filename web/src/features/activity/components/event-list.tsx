import type { ActivityEvent } from '@talad/proto/http/asset-indexer/assets'
import { useNow } from '@talad/ui/browser/use-now'
import { More } from '@talad/ui/components/more'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { type EventFilter, type EventSort, eventsQuery } from '../api/events.ts'
import { EventFilters } from './event-filters.tsx'
import { EventRow } from './event-row.tsx'
import { EventTable } from './event-table.tsx'

const EventDetails = lazyPart(() => import('./event-details.tsx'))

type Props = {
  filter: EventFilter
  withAsset?: boolean
  explorer?: string | null
  /** shows only this many, side by side on a wide screen, and no button for more */
  limit?: number
}

type ListProps = Pick<Props, 'filter' | 'limit'> & {
  events: readonly ActivityEvent[]
  withAsset: boolean
  explorer: string | null
}

function List({ events, filter, withAsset, explorer, limit }: ListProps) {
  const { t } = useLateText()
  const now = useNow(30_000)
  const [opened, setOpened] = useState<ActivityEvent>()
  const isTable = withAsset && limit === undefined
  return (
    <>
      <ul
        className={
          limit === undefined
            ? `divide-y divide-line ${isTable ? 'xl:hidden' : ''}`
            : 'max-lg:divide-y max-lg:divide-line lg:grid lg:grid-cols-2 lg:gap-x-14 lg:py-2'
        }
      >
        {events.map((event) => (
          <EventRow
            key={event._id}
            event={event}
            now={now}
            withAsset={withAsset}
            wallet={filter.wallet}
            onOpen={() => setOpened(event)}
          />
        ))}
      </ul>
      {isTable && (
        <div className="overflow-x-auto max-xl:hidden">
          <EventTable
            caption={t('asset.activity')}
            events={events}
            wallet={filter.wallet}
            explorer={explorer}
            onOpen={setOpened}
          />
        </div>
      )}
      {opened && (
        <Part onMissing={() => setOpened(undefined)}>
          <EventDetails
            event={opened}
            wallet={filter.wallet}
            explorer={explorer}
            onClose={() => setOpened(undefined)}
          />
        </Part>
      )}
    </>
  )
}

/** What happened with an asset, a collection or a wallet. */
export default function EventList({ filter, withAsset = false, explorer = null, limit }: Props) {
  const { t } = useLateText()
  const [sort, setSort] = useState<EventSort>()
  const pages = useInfiniteQuery(eventsQuery(sort === undefined ? filter : { ...filter, sort }, limit))
  const events = pages.data?.pages.flatMap(({ list }) => list) ?? []
  return (
    <div className="grid min-w-0 gap-4 *:min-w-0">
      {limit === undefined && (events.length > 0 || sort !== undefined) && (
        <EventFilters value={sort} onChange={setSort} />
      )}
      {pages.isPending ? (
        <Skeleton className="h-40" />
      ) : pages.isError ? (
        <LoadError error={pages.error} retry={() => void pages.refetch()} />
      ) : events.length === 0 ? (
        <Empty title={t('event.none')} />
      ) : (
        <div className="rounded-lg bg-surface px-4 shadow-card md:px-6">
          <List
            events={events}
            filter={filter}
            withAsset={withAsset}
            explorer={explorer}
            {...(limit === undefined ? {} : { limit })}
          />
          {limit === undefined && <More pages={pages} byItself={withAsset} />}
        </div>
      )}
    </div>
  )
}
