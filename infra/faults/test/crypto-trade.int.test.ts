import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { abi as coinAbi } from '@talad/contracts/abi/MintableToken'
import { fulfillAdvancedOrderData } from '@talad/contracts/calldata'
import { orderHash } from '@talad/contracts/seaport'
import { listEvents } from '@talad/proto/http/asset-indexer/assets'
import { createClient, ResponseError } from '@talad/proto/http/client'
import {
  distributionPreview,
  getOrder,
  type Order,
  orderTerms,
  putOrder,
} from '@talad/proto/http/order-book/orders'
import { orderTypes, seaportDomain, toParameters, ZERO_ADDRESS } from '@talad/proto/http/order-book/seaport'
import { buildCryptoListing, buildOffer } from '@talad/proto/http/order-book/seaport-crypto'
import { until } from '@talad/shared/testing/wait'
import { Interface, id, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Market, startMarket } from '../src/chain/market.ts'
import { addressOf, erc721, keyOf, OWNER, startTestChain, type TestChain } from '../src/chain/test-chain.ts'
import { type Harness, openHarness } from '../src/harness.ts'

// The order book and the index as they are, on a real chain: what trades in crypto leave behind.
const [SELLER, BUYER] = [3, 4]
const coin = new Interface(coinAbi)

let folder: string
let chain: TestChain
let market: Market
let harness: Harness
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talad-crypto-'))
  harness = await openHarness({ postgres: inject('postgres'), say: () => undefined })
  chain = await startTestChain()
  harness.closing.add('the chain', chain.stop)
  market = await startMarket({ harness, chain, folder }, { confirmations: 1 })
  const { thbk, seaport } = chain.deployment
  const all = 2n ** 256n - 1n
  for (const token of [1, 2]) await act(OWNER, chain.single, erc721, 'mint', addressOf(SELLER), token)
  await act(OWNER, thbk, coin, 'mint', addressOf(BUYER), 1_000_000_000n)
  await act(SELLER, chain.single, erc721, 'setApprovalForAll', seaport, true)
  for (const person of [SELLER, BUYER]) await act(person, thbk, coin, 'approve', seaport, all)
}, 180_000)
afterAll(async () => {
  await harness?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function act(from: number, to: string, face: Interface, name: string, ...args: unknown[]) {
  await chain.send({ from, to, data: face.encodeFunctionData(name, args) }, await chain.nonce(from))
  await chain.mine()
}

const callAs = (person: number) =>
  createClient({ baseUrl: market.orderBookUrl, token: () => market.token(person) })

async function counterOf(person: number): Promise<string> {
  const face = new Interface(['function getCounter(address) view returns (uint256)'])
  const data = face.encodeFunctionData('getCounter', [addressOf(person)])
  const answer = await chain.rpc('eth_call', { to: chain.deployment.seaport, data }, 'latest')
  return String(face.decodeFunctionResult('getCounter', String(answer))[0])
}

/** Signs and puts an order for one piece, as soon as the index has told of it. */
async function put(type: 'list' | 'offer', tokenId: string, text: string): Promise<Order> {
  const person = type === 'list' ? SELLER : BUYER
  const call = callAs(person)
  const { chain_id: chainId, seaport, conduit_key: conduitKey } = await call(orderTerms, {})
  const contract = { blockchain: 'kub', address: chain.single, type: 'erc721' as const }
  const token = chain.deployment.thbk
  const { distribution } = await call(distributionPreview, {
    body: { contract, token_id: tokenId, token, price: text, type },
  })
  const [offerer, recipient] = [addressOf(person), addressOf(BUYER)]
  const about = {
    conduitKey,
    offerer,
    token,
    distribution,
    amount: '1',
    allowPartial: false,
    asset: { address: chain.single, type: contract.type, tokenId },
    durationSeconds: 86_400,
    start: Math.floor(Date.now() / 1_000) - 60,
    salt: id(`${type} ${tokenId}`),
    counter: await counterOf(person),
  }
  const components = type === 'list' ? buildCryptoListing(about) : buildOffer({ ...about, recipient })
  const parameters = toParameters(components)
  const signature = await new Wallet(keyOf(person)).signTypedData(
    seaportDomain(chainId, seaport),
    orderTypes,
    components,
  )
  const hash = orderHash(parameters, components.counter)
  const crypto = { offerer_customer_id: '{offerer}', distribution }
  const body = {
    order: { type, blockchain: 'kub', order: { parameters, signature }, version: '1.5', hash, crypto },
    asset: { contract, token: { id: tokenId } },
    duration: '1d',
    price: { token, text },
    amount: '1',
    allowPartial: false,
    isJoinWallet: false,
    recipientAddress: recipient,
  }
  const answer = await until('the asset is known', () =>
    call(putOrder, { body }).catch((error: unknown) => {
      if (error instanceof ResponseError && UNHEARD_OF.has(error.code)) return undefined
      throw error
    }),
  )
  return answer.order
}
const UNHEARD_OF = new Set(['asset_not_found', 'invalid_offerer', 'unavailable'])

async function fill(person: number, { order }: Order, recipient: string): Promise<void> {
  const whole = { numerator: 1n, denominator: 1n }
  const data = fulfillAdvancedOrderData({ ...order, ...whole, recipient })
  await chain.mine() // the chain's time is that of its last block
  await chain.send({ from: person, to: chain.deployment.seaport, data }, await chain.nonce(person))
  await chain.mine()
}

/** The order once the index has told of its fill, and what the timeline says of the sale. */
async function sold(order: Order) {
  await until('it is completed', async () => {
    const found = await callAs(SELLER)(getOrder, { query: { ha: order.hash } })
    return found.order.status === 'completed'
  })
  const read = createClient({ baseUrl: market.indexerUrl })
  const query = { ad: chain.single, ti: order.basic.asset.token.id, tp: 'sa' }
  return until('the sale is told with its price', async () => {
    const { list } = await read(listEvents, { query })
    return list.find(({ sale }) => sale?.price)?.sale ?? undefined
  })
}

test('AI-18 OB-2 a listing in crypto that is bought on chain is completed, and its sale has seller, buyer and price', async () => {
  const order = await put('list', '1', '250.5')
  await fill(BUYER, order, addressOf(BUYER))
  expect(await sold(order)).toMatchObject({
    seller: addressOf(SELLER),
    buyer: addressOf(BUYER),
    shipper: false,
    amount: '1',
    price: { symbol: 'THBK', value: '250.5', family: 'thb' },
  })
}, 180_000)

test('AI-18 OB-2 an offer that is accepted on chain is completed, and who accepted is the seller', async () => {
  const order = await put('offer', '2', '99')
  const accept = await until('the index has told who holds it', async () => {
    const found = await callAs(SELLER)(getOrder, { query: { ha: order.hash } })
    return found.order.actions.find(({ name }) => name === 'accept')
  })
  expect(accept).toEqual({ name: 'accept', enabled: true, reasons: [] })
  await fill(SELLER, order, ZERO_ADDRESS)
  expect(await sold(order)).toMatchObject({
    seller: addressOf(SELLER),
    buyer: addressOf(BUYER),
    shipper: false,
    amount: '1',
    price: { symbol: 'THBK', value: '99', family: 'thb' },
  })
}, 180_000)
