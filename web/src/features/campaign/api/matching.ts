import { tokenHttp } from '@talad/proto/http/campaign/tokens'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

/** A token by its place on a chain, or by its number within an item. */
export type Place =
  | { blockchain: string; contract: string; token: string }
  | { itemId: string; number: string }

/** CA-32: the campaigns that a token is good for now, whoever has it. */
export function matchingQuery(place: Place) {
  return queryOptions({
    queryKey: [keys.campaign, 'matching', place],
    queryFn: async ({ signal }) => {
      if ('itemId' in place) {
        const query = { item_id: place.itemId, token_id: place.number, match_campaigns: '1' as const }
        return (await call(tokenHttp.openVirtualToken, { query }, { signal })).campaigns
      }
      const { blockchain, contract, token } = place
      const query = { blockchain, contract_address: contract, token_id: token, match_campaigns: '1' as const }
      return (await call(tokenHttp.openToken, { query }, { signal })).campaigns
    },
    staleTime: 60_000,
  })
}
