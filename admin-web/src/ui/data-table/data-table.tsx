import { queryClient } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { LoadError } from '@talad/ui/components/load-error'
import { Empty, Notice, Skeleton } from '@talad/ui/components/status'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type TextKey, useText } from '../../i18n/index.ts'
import { messageOf } from '../../lib/refusal.ts'
import { hiddenIn, viewOf } from '../../lib/table-search.ts'
import type { Column, Filter, ListPage, ListSource } from './column.ts'
import { Filters } from './filters.tsx'
import { Pager } from './pager.tsx'
import { Rows } from './rows.tsx'
import { Toolbar } from './toolbar.tsx'
import { useAddress } from './use-address.ts'

const PAGE_SIZE = 25

type Props<Row> = {
  /** of its saved views and its files */
  name: string
  caption: TextKey
  columns: readonly Column<Row>[]
  filters?: readonly Filter[]
  source: ListSource<Row>
  keyOf: (row: Row) => string
  /** what an empty list says when nothing is filtered */
  empty?: TextKey
  /** where a row leads; by default it is opened beside the list */
  onOpen?: (id: string) => void
  /** there is nothing to open */
  plain?: boolean
}

/**
 * Every list of the desk: a real table, ordered, narrowed and paged by the server. All of its state stands in the address,
 * so a view can be kept, sent and come back to. Rows don't move by themselves: the list is read when somebody asks.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { name, columns, filters = [], source, keyOf, empty = 'table.empty' } = props
  const { t } = useText()
  const { search, change, refine } = useAddress()
  const usually = useMemo(
    () => columns.filter(({ usuallyHidden }) => usuallyHidden).map(({ key }) => key),
    [columns],
  )
  const hidden = hiddenIn(search, usually)
  const view = viewOf(search)
  const query = useQuery({
    queryKey: [source.key, 'list', name, view, search.at],
    queryFn: ({ signal }) => source.read({ search, at: search.at, size: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const rows = query.data?.rows
  const isFiltered = filters.some(({ key }) => search[key] !== undefined)

  return (
    <div className="grid min-w-0 gap-3">
      <Filters filters={filters} search={search} onRefine={refine} />
      <Toolbar
        name={name}
        columns={columns}
        hidden={hidden}
        usually={usually}
        source={source}
        readAt={query.dataUpdatedAt}
        reading={query.isFetching}
        onRead={() => void queryClient.invalidateQueries({ queryKey: [source.key] })}
      />
      {query.data?.warning && <Notice>{t(query.data.warning)}</Notice>}
      {query.data?.facts && <Sums facts={query.data.facts} />}
      {query.isError && <LoadError message={messageOf(query.error)} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-96" />}
      {rows?.length === 0 && search.at !== undefined && (
        <Empty title={t('table.pageGone')}>
          <Button look="quiet" size="small" onClick={() => change({ at: undefined })}>
            {t('table.first')}
          </Button>
        </Empty>
      )}
      {rows?.length === 0 && search.at === undefined && (
        <Empty title={isFiltered ? t('table.nothingFits') : t(empty)} />
      )}
      {rows !== undefined && rows.length > 0 && (
        <Rows
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          hidden={hidden}
          caption={t(props.caption)}
          sort={search.sort}
          open={search.id}
          dimmed={query.isPlaceholderData}
          onSort={(sort) => refine({ sort })}
          onOpen={props.plain ? undefined : (props.onOpen ?? ((id) => change({ id })))}
        />
      )}
      <Pager key={JSON.stringify(view)} at={search.at} page={query.data} onGo={(at) => change({ at })} />
    </div>
  )
}

/** What is true of all rows together. */
function Sums({ facts }: { facts: NonNullable<ListPage<unknown>['facts']> }) {
  const { t } = useText()
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 rounded-md border border-line bg-surface px-4 py-3">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-xs text-soft">{t(label)}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
