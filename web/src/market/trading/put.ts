import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import {
  distributionPreview,
  type Order,
  type OrderTerms,
  type PutOrderBody,
} from '@talad/proto/http/order-book/orders'
import {
  type OrderComponents,
  orderTypes,
  SEAPORT_VERSION,
  seaportDomain,
  toParameters,
} from '@talad/proto/http/order-book/seaport'
import { buildCryptoListing, buildOffer } from '@talad/proto/http/order-book/seaport-crypto'
import { call } from '@talad/ui/client/call'
import { serverTime } from '@talad/ui/session/session'
import { loadChain } from '../../wallet-code.ts'
import { passFirst } from '../assessment/assessment-first.ts'
import { approveMissing, type Needs } from './approvals.ts'
import { rpcOf, type TradeContext } from './context.ts'
import { refetchTraded } from './fulfil.ts'
import { newSalt } from './salt.ts'
import { signAndPut } from './sign-and-put.ts'
import { SignatureRefused, type TypedOrder } from './signer.ts'

/** OB-24 allows five minutes; a little before now, so that a chain whose clock is behind takes the order at once. */
const START_EARLIER_SECONDS = 30

export type PutWish = {
  type: 'list' | 'offer'
  asset: Asset
  token: OrderTerms['tokens'][number]
  /** units, decimal */
  amount: string
  allowPartial: boolean
  /** for all units together: raw, and as decimal text */
  totalRaw: string
  totalText: string
  /** a label of the terms */
  duration: string
  /** of an offer: who gets the asset */
  recipient: string | undefined
  /** WB-11 */
  isExact: boolean
}

/** What has to be approved before an order is put. */
export function needsOfPut({ type, asset, token, totalRaw, isExact }: PutWish): Needs {
  const isOffer = type === 'offer'
  return {
    token: { address: token.address, decimals: token.decimals, amount: isOffer ? BigInt(totalRaw) : 0n },
    isPaid: isOffer,
    collection: asset.contract.address,
    isGiven: !isOffer,
    isExact,
  }
}

async function previewOf({ asset, token, totalText, type, amount }: PutWish) {
  const { contract, token: piece } = asset
  const body = { contract, token_id: piece.id, token: token.address, price: totalText, type, amount }
  return (await call(distributionPreview, { body })).distribution
}
type Distribution = Awaited<ReturnType<typeof previewOf>>

async function componentsOf(wish: PutWish, context: TradeContext, distribution: Distribution) {
  const { site, terms, signer } = context
  const { contract, token: piece } = wish.asset
  const { readSeller } = await loadChain()
  const { counter } = await readSeller(rpcOf(site), {
    seaport: terms.seaport,
    conduitKey: terms.conduit_key,
    offerer: signer.address,
    contract: contract.address,
  })
  const durations = wish.type === 'list' ? terms.durations : terms.offer_durations
  const order = {
    conduitKey: terms.conduit_key,
    offerer: signer.address,
    asset: { address: contract.address, type: contract.type, tokenId: piece.id },
    amount: wish.amount,
    allowPartial: wish.allowPartial,
    token: wish.token.address,
    distribution,
    start: Math.floor(serverTime() / 1000) - START_EARLIER_SECONDS,
    durationSeconds: durations.find(({ label }) => label === wish.duration)?.seconds ?? 0,
    salt: newSalt(),
    counter,
  }
  return wish.recipient === undefined
    ? buildCryptoListing(order)
    : buildOffer({ ...order, recipient: wish.recipient })
}

/** Without its signature. */
async function bodyOf(
  wish: PutWish,
  { terms, signer }: TradeContext,
  components: OrderComponents,
  distribution: Distribution,
): Promise<PutOrderBody> {
  const { orderHash } = await loadChain()
  return {
    order: {
      type: wish.type,
      blockchain: terms.blockchain,
      order: { parameters: toParameters(components), signature: '' },
      version: terms.seaport_version,
      hash: orderHash(components),
      crypto: { offerer_customer_id: '{offerer}', distribution },
    },
    asset: { contract: wish.asset.contract, token: { id: wish.asset.token.id } },
    duration: wish.duration,
    price: { token: wish.token.address, text: wish.totalText },
    amount: wish.amount,
    allowPartial: wish.allowPartial,
    ...(wish.recipient === undefined ? {} : { recipientAddress: wish.recipient }),
    isJoinWallet: signer.kind === 'join',
  }
}

/**
 * Lists in crypto, or makes an offer: approvals where they are missing (gas once), a free signature, then the order goes
 * to the order book (M§4). @throws SignatureRefused, TradeError, what `putOrder` refuses
 */
export async function putCrypto(wish: PutWish, context: TradeContext): Promise<Order> {
  const { terms } = context
  const isReady = await passFirst(wish.type === 'offer' ? 'new_buyer' : 'new_seller') // OB-36
  if (!isReady) throw new SignatureRefused('cancelled')
  const distribution = await previewOf(wish)
  await approveMissing(context, needsOfPut(wish))
  const components = await componentsOf(wish, context, distribution)
  const domain = seaportDomain(terms.chain_id, terms.seaport)
  const typed: TypedOrder = {
    domain: { ...domain, name: 'Seaport', version: SEAPORT_VERSION },
    types: orderTypes,
    primaryType: 'OrderComponents',
    message: components,
  }
  const body = await bodyOf(wish, context, components, distribution)
  return signAndPut(context, typed, body).finally(() => void refetchTraded())
}
