import type { SiteInfo } from '@talad/proto/http/gateway/live'
import { type OrderTerms, rates } from '@talad/proto/http/order-book/orders'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'
import { loadTrade } from '../../../wallet-code.ts'
import type { HeldMoney } from '../held-tokens.ts'

const LOOK_EVERY_MS = 30_000
const COIN_DECIMALS = 18

/** What a wallet has of the chain's coin and of every token that prices may stand in, read from the chain. */
export function heldTokensQuery({ chain }: SiteInfo, terms: OrderTerms | undefined, wallet: string) {
  const { rpcUrl, symbol } = chain
  return queryOptions({
    queryKey: [keys.balances, 'tokens', wallet],
    queryFn: async (): Promise<HeldMoney[]> => {
      const tokens = (terms?.tokens ?? []).filter(({ shipper }) => !shipper)
      const { readBalances } = await loadTrade()
      const held = await readBalances(
        rpcUrl ?? '',
        wallet,
        tokens.map(({ address }) => address),
      )
      return [
        { symbol, decimals: COIN_DECIMALS, family: symbol.toLowerCase(), raw: held.coin },
        ...tokens.map((token, n) => ({
          symbol: token.symbol,
          decimals: token.decimals,
          family: token.family,
          raw: held.tokens[n] ?? 0n,
        })),
      ]
    },
    enabled: rpcUrl !== null && terms !== undefined,
    refetchInterval: LOOK_EVERY_MS,
    // amounts are no JSON
    structuralSharing: false,
  })
}

/** What families of prices are worth in baht (OB-37). */
export const ratesQuery = queryOptions({
  queryKey: [keys.terms, 'rates'],
  queryFn: async ({ signal }) => (await call(rates, {}, { signal })).list,
  refetchInterval: 60_000,
})
