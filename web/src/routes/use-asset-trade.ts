import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { Order } from '@talad/proto/http/order-book/orders'
import { isBought } from '@talad/proto/http/shipping-payment/shipping'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { holdersQuery } from '../features/asset/api/assets.ts'
import { ordersQuery } from '../features/order/api/asset-orders.ts'
import { shippingsQuery } from '../features/purchase/api/shippings.ts'
import { isOpen } from '../features/purchase/progress.ts'
import type { Viewer } from '../market/people/viewer.ts'
import { actionOf, isBeingBought, isCrypto, unitBaht } from '../market/prices/order-price.ts'
import { keys } from '../market/reads/query-keys.ts'
import { useSite } from '../market/reads/site.ts'
import { type NextStep, nextStep } from '../market/refusals/next-step.ts'

const CARD_MS = 60_000
const BUYING_MS = 5_000

function cheapestFirst(a: Order, b: Order): number {
  const [one, other] = [unitBaht(a), unitBaht(b)]
  // what can't be compared comes last (OB-37)
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  return one - other
}

/** WB-10: who is buying sees soon what others do; until somebody buys, cards are looked at again each minute. */
export function readOrdersEvery(isBuying: boolean, orders: readonly Order[] = []): number {
  return isBuying || orders.some(isBeingBought) ? BUYING_MS : CARD_MS
}

/** The open listings of an asset: all, the viewer's own, and the cheapest that can be bought. */
export function useAssetOrders(asset: Asset, viewer: Viewer, isBuying: boolean) {
  const { contract, token } = asset
  const query = useQuery({
    ...ordersQuery(
      { blockchain: contract.blockchain, contract: contract.address, token: token.id },
      { account: viewer.account, wallets: viewer.wallets },
    ),
    refetchInterval: ({ state }) => readOrdersEvery(isBuying, state.data?.list),
  })
  // OB-7: what was agreed between two others is none of the viewer's business
  const shown = (query.data?.list ?? []).filter(({ type, counterparty }) => type !== 'deal' || counterparty)
  const orders = shown.toSorted(cheapestFirst)
  const mine = orders.filter((order) => actionOf(order, 'cancel')?.enabled)
  const others = orders.filter(
    (order) => (actionOf(order, 'buy') || isBeingBought(order)) && !mine.includes(order),
  )
  const best = others.find((order) => !isBeingBought(order)) ?? others[0]
  return {
    orders,
    mine,
    best,
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
  }
}

/** WB-8: whether the wallet that would pay has yet to approve that; what can't be found out is asked for when buying. */
export function useApprovalMissing(order: Order, { profile }: Viewer): boolean {
  const site = useSite()
  const wallet = profile?.wallets[0]?.address
  const { data } = useQuery({
    queryKey: [keys.approvals, 'missing', order.hash, wallet],
    queryFn: async () => {
      const { isApprovalMissing } = await import('../market/trading/missing.ts')
      return isApprovalMissing(site, wallet ?? '', order)
    },
    enabled: isCrypto(order) && wallet !== undefined && site.chain.rpcUrl !== null,
    retry: false,
  })
  return data ?? false
}

/** WB-8: what stands between the viewer and buying from this order. */
export function buyStep(order: Order, { dynamic }: Asset, viewer: Viewer, approvalMissing = false): NextStep {
  const reasons = actionOf(order, 'buy')?.reasons ?? []
  return nextStep({
    signedIn: viewer.signedIn,
    walletReady: viewer.isCustomer && viewer.wallets.length > 0,
    reasons: dynamic.suspended ? ['suspended', ...reasons] : reasons,
    isReserved: isBeingBought(order),
    approvalMissing,
  })
}

export type Holding = { wallet: string; quantity: bigint }

/** What the viewer's wallets hold of an asset, the most first. */
export function useHeld(assetId: string, wallets: readonly string[]) {
  const { data } = useQuery({ ...holdersQuery(assetId, wallets), enabled: wallets.length > 0 })
  const holdings = (data?.list ?? [])
    .map(({ holder }): Holding => ({ wallet: holder.address, quantity: BigInt(holder.quantity) }))
    .filter(({ wallet, quantity }) => quantity > 0n && wallets.includes(wallet))
    .sort((a, b) => (a.quantity < b.quantity ? 1 : -1))
  return { holdings, total: holdings.reduce((sum, { quantity }) => sum + quantity, 0n) }
}

/** How long the market may take to show what was given back as free again. */
const FREEING_MS = 30_000

/** The viewer's own purchases of an asset: the one that still goes on, and whether one was given back just now. */
export function useOwnPurchase({ contract, token }: Asset, viewer: Viewer) {
  const query = useInfiniteQuery({
    ...shippingsQuery(viewer.account ?? '', 'buy'),
    enabled: viewer.isCustomer,
  })
  const address = contract.address.toLowerCase()
  const own = (query.data?.pages[0]?.list ?? []).filter(
    ({ asset }) => asset.contract.address.toLowerCase() === address && asset.token.id === token.id,
  )
  const goesOn = own.filter(isBought).find((shipping) => isOpen(shipping) && !shipping.expired)
  const freed = own.find(
    ({ status, updated }) => status === 'canceled' && Date.now() - Date.parse(updated) < FREEING_MS,
  )
  return { isPending: viewer.isCustomer && query.isPending, goesOn, freed }
}
export type OwnPurchase = ReturnType<typeof useOwnPurchase>
