import type { holding } from '@talad/proto/http/campaign/mint-shapes'
import { walletHttp } from '@talad/proto/http/campaign/wallet'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { keys } from '../../../market/reads/query-keys.ts'

export type Holding = z.output<typeof holding>

const PAGE_SIZE = 24
/** What is on its way to the chain moves by itself. */
const MOVING_MS = 4_000
const RESTING_MS = 60_000

type Pages = { pages: readonly { list: readonly Holding[] }[] }
const isMoving = (data: Pages | undefined) =>
  data?.pages.some(({ list }) => list.some(({ state }) => state === 'minting'))

/**
 * What somebody was granted, in every state, the newest first. The state is the server's: who comes back in the middle of
 * a mint sees how far it is.
 */
export function holdingsQuery(account: string, itemId?: string) {
  const of = itemId === undefined ? {} : { nftItemId: itemId }
  return infiniteQueryOptions({
    queryKey: [keys.holdings, account, itemId],
    queryFn: ({ signal, pageParam: pageIndex }) =>
      call(walletHttp.myAssets, { query: { ...of, pageSize: PAGE_SIZE, pageIndex } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ list, size, index }) => (list.length < size ? undefined : index + 1),
    refetchInterval: ({ state }) => (isMoving(state.data) ? MOVING_MS : RESTING_MS),
  })
}

/** Where a holding is minted: a chain, and one of the person's own wallets (CA-51). */
export type Wish = { holdingId: string; blockchain: string; receiver: string }

/** Mints a holding. Asked twice it is one mint, so that a press which got no answer may be pressed again. */
export function useMint() {
  return useMutation({
    mutationFn: ({ holdingId: holding_id, blockchain, receiver: receiver_address }: Wish) =>
      call(walletHttp.mintOwn, { body: { nft: { holding_id, blockchain, receiver_address } } }),
    onSettled: () => refetch(keys.holdings, keys.virtual),
  })
}
