import { formatCount } from '@talad/ui/format/money'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { useAddress } from '../../ui/data-table/use-address.ts'
import { casesNow, countNow, FLAGGED, FLAGS, LOOK_MS } from './api.ts'
import { rowsNow, showNews, totalThen } from './rows-now.ts'

/** Others claim, report and decide meanwhile: the rows that are shown follow within seconds, each where it stands. */
function useLiveRows(): void {
  const ids = rowsNow().map(({ _id }) => _id)
  useQuery({
    queryKey: [FLAGGED, 'rows', ids],
    queryFn: async ({ signal }) => {
      showNews(await casesNow(ids, signal))
      return null
    },
    enabled: ids.length > 0,
    refetchInterval: LOOK_MS,
    staleTime: LOOK_MS,
  })
}

/** AW-5: how many wait now, where the list was read of others. */
export function WaitingNow() {
  const { t } = useText()
  const { search } = useAddress()
  useIsFetching({ queryKey: [FLAGS] }) // what was read is read below
  useLiveRows()
  const { id: _, at: __, ...filters } = search
  const { data } = useQuery({
    queryKey: [FLAGGED, 'count', filters],
    queryFn: ({ signal }) => countNow(filters, signal),
    refetchInterval: LOOK_MS,
  })
  const then = totalThen()
  return (
    <p role="status" className="text-sm text-soft">
      {typeof data === 'number' &&
        then !== undefined &&
        data !== then &&
        t('flag.waitingNow', { count: formatCount(data) })}
    </p>
  )
}
