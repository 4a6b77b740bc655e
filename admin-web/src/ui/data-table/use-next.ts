import { queryClient } from '@talad/ui/client/query'
import type { ListPage, ListSource } from './column.ts'
import { useAddress } from './use-address.ts'

/** AW-5: opens the oldest one of a queue that isn't the one just decided; closes the detail when there is none. */
export function useNext<Row>(source: ListSource<Row>, keyOf: (row: Row) => string): () => void {
  const { search, change } = useAddress()
  return () => {
    const lists = queryClient.getQueriesData<ListPage<Row>>({
      queryKey: [source.key, 'list'],
      type: 'active',
    })
    const rows = lists.flatMap(([, page]) => page?.rows ?? [])
    const next = rows.map(keyOf).find((id) => id !== search.id)
    change({ id: next })
  }
}
