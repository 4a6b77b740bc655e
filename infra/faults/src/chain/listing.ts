import { randomBytes } from 'node:crypto'
import { fillFraction, fulfillAdvancedOrderData } from '@talad/contracts/calldata'
import { orderHash } from '@talad/contracts/seaport'
import { createClient, ResponseError } from '@talad/proto/http/client'
import { distributionPreview, type Order, orderTerms, putOrder } from '@talad/proto/http/order-book/orders'
import {
  buildShipperListing,
  orderTypes,
  seaportDomain,
  toParameters,
} from '@talad/proto/http/order-book/seaport'
import { Interface, Wallet } from 'ethers'
import type { Market } from './market.ts'
import { addressOf, type Call, keyOf, RELAYER, type TestChain } from './test-chain.ts'

export type Wish = { seller: number; kind: 'single' | 'multiple'; token: number; amount: number }

const counterAbi = new Interface(['function getCounter(address) view returns (uint256)'])

async function counterOf(chain: TestChain, person: number): Promise<string> {
  const data = counterAbi.encodeFunctionData('getCounter', [addressOf(person)])
  const answer = await chain.rpc('eth_call', { to: chain.deployment.seaport, data }, 'latest')
  return String(counterAbi.decodeFunctionResult('getCounter', String(answer))[0])
}

/**
 * Lists as a seller does: signs with the key of the wallet and puts it.
 * @returns undefined when the order book refuses: the asset has gone, or isn't known yet
 */
export async function putListing(chain: TestChain, market: Market, wish: Wish): Promise<Order | undefined> {
  const { seller, kind, token, amount } = wish
  const call = createClient({ baseUrl: market.orderBookUrl, token: () => market.token(seller) })
  const type = kind === 'single' ? ('erc721' as const) : ('erc1155' as const)
  const contract = { blockchain: 'kub', address: chain[kind], type }
  const terms = await call(orderTerms, {})
  const price = { token: terms.point_token.address, text: String(100 * amount) }
  try {
    const preview = await call(distributionPreview, {
      body: { contract, token_id: String(token), token: price.token, price: price.text },
    })
    const components = buildShipperListing({
      terms,
      offerer: addressOf(seller),
      amount: String(amount),
      allowPartial: amount > 1,
      asset: { address: chain[kind], type, tokenId: String(token) },
      totalRaw: preview.input.value,
      start: Math.floor(Date.now() / 1_000) - 60,
      durationSeconds: 30 * 86_400,
      salt: `0x${randomBytes(32).toString('hex')}`,
      counter: await counterOf(chain, seller),
    })
    const domain = seaportDomain(terms.chain_id, terms.seaport)
    const signature = await new Wallet(keyOf(seller)).signTypedData(domain, orderTypes, components)
    const parameters = toParameters(components)
    const body = {
      order: {
        type: 'list' as const,
        blockchain: 'kub',
        order: { parameters, signature },
        version: '1.5',
        hash: orderHash(parameters, components.counter),
        shipping: { offerer_customer_id: '{offerer}', distribution: preview.distribution },
      },
      asset: { contract, token: { id: String(token) } },
      duration: '1m',
      price,
      amount: String(amount),
      allowPartial: amount > 1,
      shippingDistributions: preview.distribution,
      isJoinWallet: false,
    }
    return (await call(putOrder, { body })).order
  } catch (error) {
    if (error instanceof ResponseError && error.status < 500) return undefined
    throw error
  }
}

/** The relayer's fulfilment of units of an order. */
export function fillCall(chain: TestChain, order: Order, units: number, recipient: string): Call {
  const data = fulfillAdvancedOrderData({
    parameters: order.order.parameters,
    signature: order.order.signature,
    recipient,
    ...fillFraction(BigInt(units), BigInt(order.fill.total)),
  })
  return { from: RELAYER, to: chain.deployment.seaport, data }
}
