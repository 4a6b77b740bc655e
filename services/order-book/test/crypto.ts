import { randomBytes } from 'node:crypto'
import { abi as coinAbi } from '@talad/contracts/abi/MintableToken'
import { fillFraction, fulfillAdvancedOrderData } from '@talad/contracts/calldata'
import { orderHash } from '@talad/contracts/seaport'
import {
  distributionPreview,
  type Order,
  type PutOrderBody,
  putOrder,
} from '@talad/proto/http/order-book/orders'
import { orderTypes, seaportDomain, toParameters, ZERO_ADDRESS } from '@talad/proto/http/order-book/seaport'
import { buildCryptoListing, buildOffer } from '@talad/proto/http/order-book/seaport-crypto'
import { Contract, parseUnits, type Wallet } from 'ethers'
import { type Market, sendFrom, transact } from './market.ts'
import { contractOf, type Kind, typeOf } from './messages.ts'

/** THBK of the test's chain. */
export const thbkOf = ({ deployment, provider }: Market) => new Contract(deployment.thbk, coinAbi, provider)

/** Gives somebody THBK, and lets Seaport take any of it. */
export async function fund(market: Market, who: Wallet, baht: string): Promise<void> {
  const thbk = thbkOf(market)
  await transact(thbk, market.owner, 'mint', who.address, parseUnits(baht, 6))
  await transact(thbk, who, 'approve', market.deployment.seaport, 2n ** 256n - 1n)
}

export type CryptoWish = {
  type?: 'list' | 'offer'
  kind?: Kind
  tokenId: string
  amount?: string
  text?: string
  duration?: string
  durationSeconds?: number
  allowPartial?: boolean
  signer?: Wallet
  /** the wallet in whose name the signer signs, where it is a contract (EIP-1271) */
  offerer?: string
  /** in what form the signature is sent */
  form?: (signature: string) => string
  recipient?: string
  /** address of the price token; THBK unless told otherwise */
  token?: string
}

/** The body of POST /order for an order in crypto: a listing of the seller, or an offer of the stranger. */
export async function cryptoBody(market: Market, wish: CryptoWish): Promise<PutOrderBody> {
  const { type = 'list', kind = 'single', tokenId, amount = '1', text = '100', allowPartial = false } = wish
  const { duration = '1d', durationSeconds = 86_400 } = wish
  const signer = wish.signer ?? (type === 'list' ? market.seller : market.stranger)
  const { token = market.deployment.thbk, form = (signature) => signature } = wish
  const offerer = (wish.offerer ?? signer.address).toLowerCase()
  const address = contractOf(market, kind)
  const contract = { blockchain: 'kub', address, type: typeOf(kind) }
  const { distribution } = await market.clientOf()(distributionPreview, {
    body: { contract, token_id: tokenId, token, price: text, type, amount },
  })
  const wanted = {
    conduitKey: `0x${'0'.repeat(64)}`,
    offerer,
    token,
    distribution,
    asset: { address, type: typeOf(kind), tokenId },
    amount,
    allowPartial,
    start: Math.floor(Date.now() / 1_000) - 5, // the chain's clock may lag behind ours
    durationSeconds,
    salt: `0x${randomBytes(32).toString('hex')}`,
    counter: String(await market.seaport.getFunction('getCounter')(offerer)),
  }
  const recipient = wish.recipient ?? offerer
  const components = type === 'list' ? buildCryptoListing(wanted) : buildOffer({ ...wanted, recipient })
  const parameters = toParameters(components)
  const { chainId, seaport } = market.deployment
  const signature = form(await signer.signTypedData(seaportDomain(chainId, seaport), orderTypes, components))
  return {
    order: {
      type,
      blockchain: 'kub',
      version: '1.5',
      hash: orderHash(parameters, components.counter),
      order: { parameters, signature },
      crypto: { offerer_customer_id: '{offerer}', distribution },
    },
    asset: { contract, token: { id: tokenId } },
    duration,
    price: { token, text },
    amount,
    allowPartial,
    isJoinWallet: false,
    recipientAddress: type === 'offer' ? recipient : null,
    shippingDistributions: distribution,
  }
}

/** Puts an order in crypto. */
export async function putCrypto(market: Market, wish: CryptoWish): Promise<Order> {
  const who = (wish.type ?? 'list') === 'list' ? 'seller' : 'other'
  return (await market.clientOf(who)(putOrder, { body: await cryptoBody(market, wish) })).order
}

/** Fills units of an order from a wallet of a user; who accepts an offer gets the tokens. */
export async function fillFrom(market: Market, who: Wallet, order: Order, units = BigInt(order.fill.total)) {
  await market.provider.send('anvil_mine', [])
  const data = fulfillAdvancedOrderData({
    parameters: order.order.parameters,
    signature: order.order.signature,
    recipient: order.type === 'offer' ? ZERO_ADDRESS : market.recipient.address,
    ...fillFraction(units, BigInt(order.fill.total)),
  })
  return sendFrom(who, market.deployment.seaport, data)
}
