import { holdings } from '@talad/demo/plan'
import { draftListing, putBody, signWithKey } from '@talad/dev/seed/listing'
import type { Person } from '@talad/dev/seed/site'
import { payByCard, shipNow } from '@talad/e2e/people'
import { openStall, type Stall } from '@talad/e2e/stall'
import { getAsset } from '@talad/proto/http/asset-indexer/assets'
import { FetchError } from '@talad/proto/http/client'
import type { Endpoint } from '@talad/proto/http/contract'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { type Order, orderBookHttp, type PutOrderBody } from '@talad/proto/http/order-book/orders'
import { orderTypes, SEAPORT_VERSION } from '@talad/proto/http/order-book/seaport'
import type { Shipping } from '@talad/proto/http/shipping-payment/shipping'
import type { System } from '../system.ts'
import { openBankThings } from './bank-things.ts'

/** What nobody but its owner may have a hand in, and what calls name it by. */
export type Thing = {
  field: string
  /** part of the path of the calls that it is for, where others mean something else by the field */
  under?: string
  id: string
  owner: Person
}

/** Real things of real people, and a stranger who would like to have a hand in them. */
export type Belongings = {
  stall: Stall
  /** Somchai's listing, which nobody buys */
  order: Order
  /** Mali's purchase of another listing, waiting for her card */
  shipping: Shipping
  /** a listing that Somchai signed and hasn't put yet */
  unput: PutOrderBody
  /** what Somchai would sign for it, and his request to sign something, not decided yet */
  typedData: object
  requestId: string
  things: readonly Thing[]
  /** what else is private about them */
  secrets: readonly string[]
  stranger: Person
}

/** What a call means by one of its fields. */
export function thingFor(
  { things }: Pick<Belongings, 'things'>,
  { path }: Pick<Endpoint, 'path'>,
  field: string,
): Thing | undefined {
  return things.find((thing) => thing.field === field && path.includes(thing.under ?? ''))
}

/** A listing of the seller's last fish, signed and ready to be put. */
async function signedListing({ run, seller }: Stall) {
  const collection = run.contracts.collections.find(({ key }) => key === 'betta')
  const fish = holdings.filter((one) => one.collection === 'betta' && one.owner === 'seller').at(-1)
  if (!collection || !fish) throw new Error('there are no fish')
  const { address: contract, type } = collection
  const wish = { contract, type, tokenId: String(fish.tokenId), amount: 1n, priceSatang: 45_601n }
  const terms = await seller.call(orderBookHttp.orderTerms, {})
  const components = await draftListing(run, seller, terms, wish)
  const signature = await signWithKey(run, seller)(components)
  const body = await putBody({ run, person: seller, terms, wish, components, signature })
  const domain = {
    name: 'Seaport',
    version: SEAPORT_VERSION,
    chainId: run.chainId,
    verifyingContract: run.contracts.seaport,
  }
  return {
    body,
    typedData: { domain, types: orderTypes, primaryType: 'OrderComponents', message: components },
  }
}

/** What somebody asks for who sends what they could list instead. */
export function sendingOf({ address }: Person, { asset }: PutOrderBody) {
  const { contract, token } = asset
  const to = `0x${'9'.repeat(40)}`
  const item = { blockchain: contract.blockchain, contractAddress: contract.address, tokenId: token.id, to }
  return { from: address, transfers: [item] }
}

const TRIES = 8

/** A slow machine lets calls run out of time; asked again, they go on where they are (GW-10). */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof FetchError) || tries === TRIES) throw error
    }
  }
}

/** Has Somchai list, Mali reserve and go to pay, and Somchai be asked for a signature. */
export async function gatherBelongings({ run }: System): Promise<Belongings> {
  const stall = await patiently(() => openStall(run))
  const { seller, buyer, rival: stranger } = stall
  const order = await stall.offer(45_600n)
  const bought = await stall.offer(45_602n)
  const opened = await patiently(() => shipNow(buyer, bought))
  await patiently(() => payByCard(run, buyer, opened))
  const { body, typedData } = await signedListing(stall)
  const { requestId } = await seller.call(identityHttp.approveNfts, {
    body: { contract: body.asset.contract.address, operator: run.contracts.seaport, approved: true },
  })
  const { groupId } = await seller.call(identityHttp.transferNfts, { body: sendingOf(seller, body) })
  const bank = await patiently(() => openBankThings({ run }, seller))
  const { contract, token } = order.basic.asset
  const place = { bc: contract.blockchain, ad: contract.address, ti: token.id }
  const asset = await seller.call(getAsset, { query: place })
  const links = await seller.call(identityHttp.findIdentityLinks, {})
  const link = Array.isArray(links) ? links[0]?._id : undefined
  if (link === undefined) throw new Error('the seller has no identity')
  const things: Thing[] = [
    { field: 'shipping_id', id: opened._id, owner: buyer },
    { field: 'id', under: '/shipping/', id: opened._id, owner: buyer },
    { field: 'id', under: '/idplink/', id: link, owner: seller },
    { field: 'order_id', id: order._id, owner: seller },
    { field: 'asset_id', under: '/utility/', id: asset._id, owner: seller },
    { field: 'requestId', id: requestId, owner: seller },
    { field: 'groupId', id: groupId, owner: seller },
    { field: 'bank_account_id', id: bank.bankAccount, owner: seller },
    { field: 'request_id', under: '/bank-account/', id: bank.bankRequest, owner: seller },
    { field: 'request_id', under: '/fiat-withdrawal/', id: bank.withdrawal, owner: seller },
  ]
  const secrets = [
    ...[...things.map(({ id }) => id), ...bank.numbers],
    ...[buyer, seller].flatMap(({ joinId, address }) => [joinId, address]),
  ]
  return { stall, order, shipping: opened, unput: body, typedData, requestId, things, secrets, stranger }
}
