import { randomBytes } from 'node:crypto'
import { orderHash, orderTypedData } from '@talad/contracts/seaport'
import {
  type Order,
  type OrderTerms,
  orderBookHttp,
  type PutOrderBody,
} from '@talad/proto/http/order-book/orders'
import { buildShipperListing, SEAPORT_VERSION, toParameters } from '@talad/proto/http/order-book/seaport'
import { Contract, JsonRpcProvider, Wallet } from 'ethers'
import type { Run } from '../run-file.ts'
import type { Person } from './site.ts'

/** What somebody wants to sell. */
export type Wish = {
  contract: string
  type: 'erc721' | 'erc1155'
  tokenId: string
  /** units */
  amount: bigint
  /** for all units, in satang */
  priceSatang: bigint
  /** key of the terms' durations; the terms' default when absent */
  duration?: string
}

type Components = ReturnType<typeof buildShipperListing>
/** Signs an order for its maker. */
export type SignOrder = (components: Components) => Promise<string>

/** The chain's time is that of its last block: an order that starts now could not be bought before the next one. */
const START_EARLIER_SECONDS = 60

const counterAbi = ['function getCounter(address) view returns (uint256)']

async function counterOf(run: Run, maker: string): Promise<string> {
  const provider = new JsonRpcProvider(run.rpc, run.chainId, {
    staticNetwork: true,
    cacheTimeout: -1,
    batchMaxCount: 1,
  })
  try {
    const seaport = new Contract(run.contracts.seaport, counterAbi, provider)
    return String(await seaport.getFunction('getCounter')(maker))
  } finally {
    provider.destroy()
  }
}

/** Signs with the person's own key, as the Join wallet does once they approve. */
export function signWithKey(run: Run, person: Person): SignOrder {
  const wallet = new Wallet(person.privateKey)
  return async ({ counter, ...components }) => {
    const order = { ...components, totalOriginalConsiderationItems: components.consideration.length }
    const at = { chainId: run.chainId, seaport: run.contracts.seaport }
    const { domain, types, message } = orderTypedData(order, counter, at)
    return wallet.signTypedData(domain, types, message)
  }
}

/** The order that a person would sign for a wish. */
export async function draftListing(
  run: Run,
  person: Person,
  terms: OrderTerms,
  wish: Wish,
): Promise<Components> {
  const duration = terms.durations.find(({ label }) => label === (wish.duration ?? terms.default_duration))
  if (!duration) throw new Error(`there is no duration ${wish.duration}`)
  return buildShipperListing({
    terms,
    offerer: person.address,
    asset: { address: wish.contract, type: wish.type, tokenId: wish.tokenId },
    amount: String(wish.amount),
    allowPartial: wish.amount > 1n,
    totalRaw: String(wish.priceSatang),
    start: Math.floor(Date.now() / 1000) - START_EARLIER_SECONDS,
    durationSeconds: duration.seconds,
    salt: `0x${randomBytes(32).toString('hex')}`,
    counter: await counterOf(run, person.address),
  })
}

/** Satang as a person types baht: 125050 is 1250.50. */
export function bahtText(satang: bigint): string {
  const rest = satang % 100n
  const baht = String(satang / 100n)
  return rest === 0n ? baht : `${baht}.${String(rest).padStart(2, '0')}`
}

/** What `POST /order` takes for a signed order; the payees are those that the site's own preview names. */
export async function putBody(about: {
  run: Run
  person: Person
  terms: OrderTerms
  wish: Wish
  components: Components
  signature: string
}): Promise<PutOrderBody> {
  const { run, person, terms, wish, components, signature } = about
  const contract = { blockchain: run.blockchain, address: wish.contract, type: wish.type }
  const price = { token: terms.point_token.address, text: bahtText(wish.priceSatang) }
  const { distribution } = await person.call(orderBookHttp.distributionPreview, {
    body: { contract, token_id: wish.tokenId, token: price.token, price: price.text },
  })
  const { counter, ...hashed } = toParameters(components)
  const claim = distribution.map((share) =>
    share.customer_id === OFFERER ? { ...share, customer_id: person.customerId } : share,
  )
  return {
    order: {
      type: 'list',
      blockchain: run.blockchain,
      order: { parameters: { ...hashed, counter }, signature },
      version: SEAPORT_VERSION,
      hash: orderHash(hashed, counter),
      shipping: { offerer_customer_id: person.customerId, distribution: claim },
    },
    asset: { contract, token: { id: wish.tokenId } },
    duration: wish.duration ?? terms.default_duration,
    price,
    amount: String(wish.amount),
    allowPartial: wish.amount > 1n,
    isJoinWallet: true,
  }
}

/** Stands for the seller in a preview. */
const OFFERER = '{offerer}'

/** Lists something for baht: draws the order up, has it signed, and puts it. */
export async function list(run: Run, person: Person, wish: Wish, sign: SignOrder): Promise<Order> {
  const terms = await person.call(orderBookHttp.orderTerms, {})
  const components = await draftListing(run, person, terms, wish)
  const signature = await sign(components)
  const body = await putBody({ run, person, terms, wish, components, signature })
  const { order } = await person.call(orderBookHttp.putOrder, { body })
  return order
}
