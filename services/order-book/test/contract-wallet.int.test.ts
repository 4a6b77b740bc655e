import * as walletCode from '@talad/contracts/abi/SignerWallet'
import type { Order } from '@talad/proto/http/order-book/orders'
import { until } from '@talad/shared/testing/wait'
import { Contract, ContractFactory, type Interface, Signature } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { post } from './bodies.ts'
import { type CryptoWish, cryptoBody, fillFrom, fund, putCrypto, thbkOf } from './crypto.ts'
import { type Market, startMarket, transact } from './market.ts'
import { account, facts, introduce } from './messages.ts'
import { becomes, pick } from './steps.ts'

let market: Market
/** A contract, in whose name the key of `seller` signs. */
let wallet: Contract
let address: string
beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
  const { abi, bytecode } = walletCode
  const made = await new ContractFactory(abi, bytecode, market.owner).deploy(market.seller.address)
  await made.waitForDeployment()
  wallet = new Contract(made.target, abi, market.provider)
  address = String(made.target).toLowerCase()
  await market.send(
    account({
      who: 'seller',
      wallets: [market.seller.address.toLowerCase(), address].map((one) => ({
        address: one,
        provider: 'web3',
      })),
    }),
  )
  await until('the wallet is known', async () => {
    const found = await market.db.query('select 1 from wallet where address = $1', [address])
    return found.rows.length > 0
  })
  await inItsName(market.single.target, market.single.interface, 'setApprovalForAll', [
    ...[market.deployment.seaport, true],
  ])
  const thbk = thbkOf(market)
  await inItsName(thbk.target, thbk.interface, 'approve', [market.deployment.seaport, 2n ** 255n])
  await transact(thbk, market.owner, 'mint', address, 1_000_000_000n)
  await fund(market, market.stranger, '10000')
  await fund(market, market.seller, '1') // who accepts an offer pays its fees out of the price
})
afterAll(() => market?.stop())

/** What the contract does, told by its key. */
const inItsName = (target: Contract['target'], of: Interface, name: string, args: unknown[]) =>
  transact(wallet, market.seller, 'execute', target, of.encodeFunctionData(name, args))

const compact = (signature: string) => Signature.from(signature).compactSerialized
/** An order once it is found to be so; it is looked at in ten minutes otherwise. */
const lookedAt = (order: Order, inactive: boolean) =>
  until('the chain was asked', async () => {
    await market.db.query(
      `update kit.job set run_at = now() where task = 'order.activity' and key = $1 and claimed_by is null`,
      [order.hash],
    )
    const found = await pick(market, order)
    return found.inactive === inactive ? found : undefined
  })

const ownerOf = async (token: string) =>
  String(await market.single.getFunction('ownerOf')(token)).toLowerCase()
const give = (token: string) =>
  transact(market.single, market.seller, 'transferFrom', market.seller.address, address, token)

type Form = [name: string, form: (signature: string) => string]
const forms: Form[] = [
  ['65 bytes', (signature) => signature],
  ['64 bytes (EIP-2098)', compact],
]

test.each(forms)(
  'OB-10 a wallet that is a contract lists, signed in %s, and is filled on the chain',
  async (name, form) => {
    const tokenId = name.startsWith('65') ? '11' : '12'
    await give(tokenId)
    const wish = { tokenId, signer: market.seller, offerer: address, form }
    const order = await putCrypto(market, wish)
    expect(order).toMatchObject({ offerer: address, inactive: false })
    const wrong = await cryptoBody(market, { ...wish, signer: market.stranger })
    expect(await post(market, wrong)).toMatchObject({ status: 400, code: 'invalid_signature' })
    await fillFrom(market, market.stranger, order)
    expect(await ownerOf(tokenId)).toBe(market.recipient.address.toLowerCase())
  },
)

test.each(forms)(
  'OB-10 a wallet that is a contract offers, signed in %s, and the offer is accepted on the chain',
  async (name, form) => {
    const tokenId = name.startsWith('65') ? '13' : '14'
    const wish = { type: 'offer' as const, tokenId, signer: market.seller, offerer: address, form }
    await transact(
      market.single,
      market.seller,
      'transferFrom',
      ...[market.seller.address, market.stranger.address],
      tokenId,
    )
    const answer = await post(market, await cryptoBody(market, wish))
    expect(answer).toMatchObject({ status: 201, order: { type: 'offer', offerer: address, inactive: false } })
    const { seaport } = market.deployment
    await transact(market.single, market.stranger, 'setApprovalForAll', seaport, true)
    if (answer.order) await fillFrom(market, market.stranger, answer.order)
    expect(await ownerOf(tokenId)).toBe(address)
  },
)

test.each(forms)('OB-10 a wallet of a key lists and offers in crypto, signed in %s', async (name, form) => {
  const tokenId = name.startsWith('65') ? '15' : '16'
  const listed = await putCrypto(market, { tokenId, form })
  expect(listed).toMatchObject({ inactive: false })
  const offered = await putCrypto(market, { type: 'offer', tokenId, form })
  expect(offered).toMatchObject({ type: 'offer', inactive: false })
  await fillFrom(market, market.seller, offered)
  expect(await ownerOf(tokenId)).toBe(market.stranger.address.toLowerCase())
})

test('OB-4 a contract that takes the signature back makes its order inactive, as nobody could fill it', async () => {
  await give('17')
  const order = await putCrypto(market, { tokenId: '17', signer: market.seller, offerer: address })
  await transact(wallet, market.seller, 'setSigner', market.stranger.address)
  await lookedAt(order, true)
  expect((await pick(market, order)).inactive_reasons).toEqual(['fill'])
  await transact(wallet, market.stranger, 'setSigner', market.seller.address)
  expect(await lookedAt(order, false)).toMatchObject({ status: 'offchain' })
})

test('OB-4 OB-15 a counter that is raised on the chain makes listings and offers inactive at the next look, and its event ends them', async () => {
  const listed = await putCrypto(market, { tokenId: '18' })
  const wish: CryptoWish = { type: 'offer', tokenId: '18', signer: market.stranger }
  const offered = await putCrypto(market, wish)
  const makers = [
    [listed, market.seller],
    [offered, market.stranger],
  ] as const
  for (const [order, maker] of makers) {
    const receipt = await transact(market.seaport, maker, 'incrementCounter')
    const inactive = await lookedAt(order, true)
    expect(inactive).toMatchObject({ status: 'inactive', inactive_reasons: ['chain'] })
    const counter = BigInt(await market.seaport.getFunction('getCounter')(maker.address))
    await market.send(facts.counter(receipt, maker.address, counter))
    await becomes(market, order, 'cancelled')
    await expect(fillFrom(market, market.stranger, order)).rejects.toThrow()
  }
  // what is signed with the present counter is taken again
  expect(await putCrypto(market, wish)).toMatchObject({ inactive: false })
})
