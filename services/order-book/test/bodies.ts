import { randomBytes } from 'node:crypto'
import { fillFraction, fulfillAdvancedOrderData } from '@talad/contracts/calldata'
import { orderHash } from '@talad/contracts/seaport'
import { order as orderSchema } from '@talad/proto/http/order-book/order'
import {
  distributionPreview,
  type Order,
  orderTerms,
  type PutOrderBody,
  putOrder,
} from '@talad/proto/http/order-book/orders'
import {
  buildShipperListing,
  type OrderComponents,
  orderTypes,
  seaportDomain,
  toParameters,
} from '@talad/proto/http/order-book/seaport'
import type { Wallet } from 'ethers'
import { z } from 'zod'
import { type Market, sendFrom } from './market.ts'
import { contractOf, type Kind, typeOf } from './messages.ts'

export type Wanted = {
  kind?: Kind
  tokenId?: string
  amount?: string
  text?: string
  duration?: string
  durationSeconds?: number
  allowPartial?: boolean
  signer?: Wallet
  isJoinWallet?: boolean
  /** what is signed, before it is signed */
  components?: (components: OrderComponents) => OrderComponents
}

/** The body of POST /order for a listing that is right in every way, but for what is asked otherwise. */
export async function listingBody(market: Market, wanted: Wanted = {}): Promise<PutOrderBody> {
  const { kind = 'single', tokenId = '1', amount = '1', text = '100', allowPartial = false } = wanted
  const { duration = '1d', durationSeconds = 86_400, signer = market.seller } = wanted
  const call = market.clientOf()
  const terms = await call(orderTerms, {})
  const address = contractOf(market, kind)
  const contract = { blockchain: 'kub', address, type: typeOf(kind) }
  const preview = await call(distributionPreview, {
    body: { contract, token_id: tokenId, token: terms.point_token.address, price: text },
  })
  const built = buildShipperListing({
    terms,
    offerer: signer.address.toLowerCase(),
    asset: { address, type: typeOf(kind), tokenId },
    amount,
    allowPartial,
    totalRaw: preview.input.value,
    start: Math.floor(Date.now() / 1_000) - 5, // the chain's clock may lag behind ours
    durationSeconds,
    salt: `0x${randomBytes(32).toString('hex')}`,
    counter: String(await market.seaport.getFunction('getCounter')(signer.address)),
  })
  const components = wanted.components?.(built) ?? built
  const parameters = toParameters(components)
  const domain = seaportDomain(terms.chain_id, terms.seaport)
  const signature = await signer.signTypedData(domain, orderTypes, components)
  return {
    order: {
      type: 'list',
      blockchain: 'kub',
      order: { parameters, signature },
      version: '1.5',
      hash: orderHash(parameters, components.counter),
      shipping: { offerer_customer_id: '{offerer}', distribution: preview.distribution },
    },
    asset: { contract, token: { id: tokenId } },
    duration,
    price: { token: terms.point_token.address, text },
    amount,
    allowPartial,
    shippingDistributions: preview.distribution,
    isJoinWallet: wanted.isJoinWallet ?? false,
  }
}

/** Lists as the seller. */
export async function list(market: Market, wanted: Wanted = {}): Promise<Order> {
  const body = await listingBody(market, wanted)
  return (await market.clientOf('seller')(putOrder, { body })).order
}

const answerSchema = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  field: z.string().optional(),
  rule: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  order: orderSchema.optional(),
})

/** Posts a body that may be wrong in any way and gives the raw answer. */
export async function post(market: Market, body: unknown, who = 'seller', kycLevel = 2, site = 'main') {
  const response = await fetch(`${market.url()}${putOrder.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await market.token(who, kycLevel)}`,
      'x-talad-site': site,
    },
    body: JSON.stringify(body),
  })
  const answer = answerSchema.parse(await response.json())
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...answer }
}

/** Fills units of a listing on chain, as our relayer does. */
export async function fill(market: Market, order: Order, units = BigInt(order.fill.total)) {
  await market.provider.send('anvil_mine', []) // the chain's time is that of its last block, before which no listing may begin
  const data = fulfillAdvancedOrderData({
    parameters: order.order.parameters,
    signature: order.order.signature,
    recipient: market.recipient.address,
    ...fillFraction(units, BigInt(order.fill.total)),
  })
  return sendFrom(market.relayer, market.deployment.seaport, data)
}

/** The same body with one thing changed deep inside. */
export function changed<T>(body: T, path: string, value: unknown): T {
  const copy = structuredClone(body)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let at: unknown = copy
  for (const key of keys) at = Reflect.get(Object(at), key)
  if (value === undefined) Reflect.deleteProperty(Object(at), last)
  else Reflect.set(Object(at), last, value)
  return copy
}
