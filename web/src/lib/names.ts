import { listDisplayNames, MOST_NAMED } from '@talad/proto/http/display-names'
import { call } from '@talad/ui/client/call'
import { useQuery } from '@tanstack/react-query'
import { gathered } from './gathered.ts'
import { keys } from './query-keys.ts'

/** Names change seldom. */
const FRESH_MS = 5 * 60_000

const readName = gathered(async (wallets) => {
  const { list } = await call(listDisplayNames, { query: { wl: wallets.join(',') } })
  return new Map(list.map(({ address, display_name: name }) => [address, name]))
}, MOST_NAMED)

/** The public name of a wallet's person; undefined while it isn't known, and where there is none. */
export function useName(wallet: string): string | undefined {
  const address = wallet.toLowerCase()
  const { data } = useQuery({
    queryKey: [keys.name, address],
    queryFn: () => readName(address),
    staleTime: FRESH_MS,
    retry: false,
    enabled: !import.meta.env.SSR,
  })
  return data ?? undefined
}
