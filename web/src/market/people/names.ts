import { listDisplayNames, MOST_NAMED } from '@talad/proto/http/identity/display-names'
import { call } from '@talad/ui/client/call'
import { useQuery } from '@tanstack/react-query'
import { gathered } from '../reads/data-loader.ts'
import { keys } from '../reads/query-keys.ts'

/** Names change seldom. */
const FRESH_MS = 5 * 60_000

const readName = gathered(async (wallets) => {
  const { list, pictures } = await call(listDisplayNames, { query: { wl: wallets.join(',') } })
  const shown = new Map<string, { display_name?: string; picture?: string }>()
  for (const { address, ...about } of [...list, ...pictures])
    shown.set(address, { ...shown.get(address), ...about })
  return shown
}, MOST_NAMED)

/** The public name and picture of a wallet's person; undefined while they aren't known, and where there are none. */
export function useName(wallet: string) {
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
