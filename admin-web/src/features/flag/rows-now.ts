import type { FlagCase } from '@talad/proto/http/moderation/flagging-case'
import { queryClient } from '@talad/ui/client/query'
import type { ListPage } from '../../ui/data-table/column.ts'
import { FLAGS } from './api.ts'

const lists = { queryKey: [FLAGS, 'list'], type: 'active' } as const
const pages = () => queryClient.getQueriesData<ListPage<FlagCase>>(lists)

/** The cases that are on the screen, in their order. */
export const rowsNow = (): FlagCase[] => pages().flatMap(([, page]) => page?.rows ?? [])

/** How many the list found when it was read. */
export const totalThen = (): number | undefined => pages().at(0)?.[1]?.total

/** Each row as it stands now, where it stood: nothing moves under the cursor, and what is new waits for Refresh. */
export function withNews(rows: readonly FlagCase[], now: readonly FlagCase[]): FlagCase[] {
  const byId = new Map(now.map((one) => [one._id, one]))
  return rows.map((row) => byId.get(row._id) ?? row)
}

type Chosen = {
  selected: readonly FlagCase[]
  rows: readonly FlagCase[]
  /** the case that is open, once its details are on the screen */
  read: FlagCase | undefined
}

/**
 * What a decision would be about: what is selected, also on other pages, or else what is open; each as it was read last.
 * Of one that is open nothing is decided before whoever decides can see it.
 */
export function targetsOf({ selected, rows, read }: Chosen): FlagCase[] {
  const chosen =
    selected.length === 0
      ? read === undefined
        ? []
        : [read]
      : selected.map((one) => rows.find(({ _id }) => _id === one._id) ?? one)
  return chosen.filter(({ resolution }) => resolution === 'flagged')
}

/** Shows how cases stand now; when the list was read stays what it was. */
export function showNews(now: readonly FlagCase[]): void {
  for (const [queryKey, page] of pages()) {
    if (!page) continue
    const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt
    const next = { ...page, rows: withNews(page.rows, now) }
    queryClient.setQueryData(queryKey, next, updatedAt === undefined ? undefined : { updatedAt })
  }
}
