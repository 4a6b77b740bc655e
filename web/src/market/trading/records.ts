import { type CryptoShipping, cryptoShippingHttp } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { call } from '@talad/ui/client/call'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { withAssessment } from '../assessment/assessment.ts'
import { keys } from '../reads/query-keys.ts'

type Intent = { orderHash: string; amount: string; recipient: string }

/** SP-28: tells that an order is about to be filled. */
async function begin({ orderHash, amount, recipient }: Intent): Promise<CryptoShipping> {
  const body = { order_hash: orderHash, amount, recipient_address: recipient }
  return (await withAssessment(() => call(cryptoShippingHttp.shipCrypto, { body }))).shipping
}

function tell(shipping: CryptoShipping, hash: string) {
  return call(cryptoShippingHttp.processingCrypto, { body: { shipping_id: shipping._id, tx_hash: hash } })
}

/**
 * SP-28: keeps a fill with the server, so that it can be found again after a reload: first that it is meant, then its
 * transaction. What is on the chain doesn't end because nobody could be told of it.
 */
export async function recordFill(intent: Intent) {
  const shipping = await begin(intent)
  return async (hash: string): Promise<void> => {
    try {
      await tell(shipping, hash)
    } catch {
      // a person may take longer in the wallet than an intent lasts
      const again = await begin(intent).catch(() => undefined)
      if (again) await tell(again, hash).catch(() => undefined)
    }
  }
}

const LOOK_EVERY_MS = 4_000

/** What the person is doing on the chain, newest first. */
export function openTradesQuery(account: string | undefined) {
  return queryOptions({
    queryKey: [keys.trades, account],
    queryFn: async ({ signal }) =>
      (await call(cryptoShippingHttp.cryptoHistory, { query: { lm: 20 } }, { signal })).list,
    enabled: account !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'processing') ? LOOK_EVERY_MS : false,
  })
}

/** One trade of the person; null where there is none. */
export function tradeQuery(account: string, { id, order }: { id: string; order: string }) {
  return queryOptions({
    queryKey: [keys.trades, account, 'one', id],
    queryFn: async ({ signal }) => {
      const { list } = await call(
        cryptoShippingHttp.cryptoHistory,
        { query: { ha: order, lm: 100 } },
        { signal },
      )
      return list.find(({ _id }) => _id === id) ?? null
    },
  })
}

/** What the person bought and sold on the chain, newest first. */
export function tradesQuery(account: string) {
  return infiniteQueryOptions({
    queryKey: [keys.trades, account, 'all'],
    queryFn: ({ signal, pageParam: cs }) =>
      call(cryptoShippingHttp.cryptoHistory, { query: cs === undefined ? {} : { cs } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(({ status }) => status === 'processing'))
        ? LOOK_EVERY_MS
        : false,
  })
}
