import { concat, keccak256, Signature } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelData,
  fillFraction,
  fulfillAdvancedOrderData,
  incrementCounterData,
  seaportInterface,
} from '../src/calldata.ts'
import {
  type OrderParameters,
  orderComponents,
  orderDigest,
  orderHash,
  orderTypedData,
  recoverSigner,
  signedHash,
} from '../src/seaport.ts'
import {
  account,
  listing,
  type Market,
  outcomeOf,
  PRICE,
  partialListing,
  sign,
  startMarket,
  transact,
} from './fixture.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market.stop())

async function fillData(
  parameters: OrderParameters,
  amount = 1n,
  total = 1n,
  signature?: string,
): Promise<string> {
  return fulfillAdvancedOrderData({
    parameters,
    signature: signature ?? (await sign(market, parameters)),
    ...fillFraction(amount, total),
    recipient: market.recipient.address,
  })
}

async function send(from: Market['relayer'], data: string) {
  const receipt = await (await from.sendTransaction({ to: market.deployment.seaport, data })).wait()
  if (!receipt) throw new Error('not mined')
  return receipt
}

async function hashOf(parameters: OrderParameters): Promise<string> {
  const counter = BigInt(await market.seaport.getFunction('getCounter')(parameters.offerer))
  return orderHash(parameters, counter)
}

async function statusOf(hash: string) {
  const [isValidated, isCancelled, filled, size] = await market.seaport.getFunction('getOrderStatus')(hash)
  return { isValidated, isCancelled, filled, size }
}

async function pointsOf(address: string): Promise<bigint> {
  return BigInt(await market.thbk.attach(market.deployment.pointToken).getFunction('balanceOf')(address))
}

test('SP-24 the relayer fills a listing in points: the item goes to the recipient, the points to the treasury', async () => {
  const { relayer, recipient, treasury, multiple, deployment } = market
  const parameters = partialListing(market)
  const before = [await pointsOf(relayer.address), await pointsOf(treasury.address)]
  const receipt = await send(relayer, await fillData(parameters, 10n, 10n))

  const balance = multiple.getFunction('balanceOf')
  expect(await balance(recipient.address, 1)).toBe(10n)
  expect([await pointsOf(relayer.address), await pointsOf(treasury.address)]).toEqual([
    (before[0] ?? 0n) - PRICE,
    (before[1] ?? 0n) + PRICE,
  ])
  const filled = receipt.logs
    .filter((log) => log.address.toLowerCase() === deployment.seaport)
    .map((log) => seaportInterface.parseLog(log))
    .find((event) => event?.name === 'OrderFulfilled')
  expect(filled?.args.orderHash).toBe(await hashOf(parameters))
  expect(filled?.args.recipient).toBe(recipient.address)
  // SP-24: delivered once; a second attempt with the same order changes nothing.
  expect(await outcomeOf(market, relayer, deployment.seaport, await fillData(parameters, 10n, 10n))).toBe(
    'OrderAlreadyFilled',
  )
})

test('OB-12 fills an ERC-1155 order in parts and stores 4 of 10 as 2/5', async () => {
  const { relayer, owner, seller, recipient, multiple, deployment } = market
  await transact(multiple, owner, 'mint', seller.address, 1, 10)
  const balance = multiple.getFunction('balanceOf')
  const heldBefore = BigInt(await balance(recipient.address, 1))
  const pointsBefore = await pointsOf(market.treasury.address)
  const parameters = partialListing(market)
  const hash = await hashOf(parameters)

  await send(relayer, await fillData(parameters, 4n, 10n))
  expect(await statusOf(hash)).toMatchObject({ filled: 2n, size: 5n })
  expect(await balance(recipient.address, 1)).toBe(heldBefore + 4n)
  expect(await pointsOf(market.treasury.address)).toBe(pointsBefore + (PRICE * 4n) / 10n)

  await send(relayer, await fillData(parameters, 6n, 10n))
  const { filled, size } = await statusOf(hash)
  expect(filled).toBe(size)
  expect(await balance(recipient.address, 1)).toBe(heldBefore + 10n)
  expect(await outcomeOf(market, relayer, deployment.seaport, await fillData(parameters, 1n, 10n))).toBe(
    'OrderAlreadyFilled',
  )
})

test('OB-12 refuses to fill a FULL order in parts', async () => {
  const { relayer, owner, seller, multiple, deployment } = market
  await transact(multiple, owner, 'mint', seller.address, 1, 10)
  const whole = partialListing(market, { orderType: listing(market).orderType })
  expect(await outcomeOf(market, relayer, deployment.seaport, await fillData(whole, 4n, 10n))).toBe(
    'PartialFillsNotEnabledForOrder',
  )
})

test('OB-21 refuses a part whose price is not whole', async () => {
  const { relayer, owner, seller, multiple, deployment } = market
  await transact(multiple, owner, 'mint', seller.address, 1, 10)
  const { consideration, ...rest } = partialListing(market)
  const odd = consideration.map((paid) => ({ ...paid, startAmount: '2001', endAmount: '2001' }))
  const data = await fillData({ ...rest, consideration: odd }, 4n, 10n)
  expect(await outcomeOf(market, relayer, deployment.seaport, data)).toBe('InexactFraction')
})

test('OB-13 an order that its maker cancelled on chain can not be filled, not even by the relayer', async () => {
  const { relayer, seller, stranger, deployment, seaport } = market
  const parameters = listing(market)
  const data = await fillData(parameters)
  expect(await outcomeOf(market, relayer, deployment.seaport, data)).toBe('passes')

  const cancel = cancelData([
    orderComponents(parameters, BigInt(await seaport.getFunction('getCounter')(seller.address))),
  ])
  expect(await outcomeOf(market, stranger, deployment.seaport, cancel)).toBe('CannotCancelOrder')
  await send(seller, cancel)
  expect(await statusOf(await hashOf(parameters))).toMatchObject({ isCancelled: true })
  expect(await outcomeOf(market, relayer, deployment.seaport, data)).toBe('OrderIsCancelled')
})

test('OB-15 a raised counter voids every order of its maker, and is not the next number', async () => {
  const { relayer, seller, deployment, seaport } = market
  const orders = [await fillData(listing(market)), await fillData(listing(market))]
  const before = BigInt(await seaport.getFunction('getCounter')(seller.address))
  for (const data of orders) expect(await outcomeOf(market, relayer, deployment.seaport, data)).toBe('passes')

  await send(seller, incrementCounterData())
  expect(await seaport.getFunction('getCounter')(seller.address)).toBeGreaterThan(before + 1n)
  for (const data of orders) {
    expect(await outcomeOf(market, relayer, deployment.seaport, data)).toBe('InvalidSigner')
  }
  // What is signed at the new counter is good again.
  const renewed = await fillData(listing(market))
  expect(await outcomeOf(market, relayer, deployment.seaport, renewed)).toBe('passes')
})

test('SP-24 refuses an order before its start and after its end', async () => {
  const { relayer, provider, deployment } = market
  const { timestamp = 0 } = (await provider.getBlock('latest')) ?? {}
  const expired = listing(market, { endTime: String(timestamp) })
  const early = listing(market, { startTime: String(timestamp + 3600) })
  for (const parameters of [expired, early]) {
    const data = await fillData(parameters)
    expect(await outcomeOf(market, relayer, deployment.seaport, data)).toBe('InvalidTime')
  }
})

test('OB-10 Seaport refuses a signature of another person', async () => {
  const { relayer, deployment } = market
  const parameters = listing(market, { offerer: account(6).address })
  const data = await fillData(parameters)
  expect(await outcomeOf(market, relayer, deployment.seaport, data)).toBe('InvalidSigner')
})

test("OB-10 an order signed as one of a bulk order is filled by Seaport, and is known to be its maker's", async () => {
  const at = { chainId: market.deployment.chainId, seaport: market.deployment.seaport }
  const all = [listing(market), partialListing(market), { ...listing(market), salt: `0x${'5'.repeat(64)}` }]
  const mine = all[2] as OrderParameters
  const counter = BigInt(await market.seaport.getFunction('getCounter')(mine.offerer))
  const { domain, types } = orderTypedData(mine, counter, at)
  const [a, b, c] = all.map((one) => orderComponents(one, counter))
  const bulk = { ...types, BulkOrder: [{ name: 'tree', type: 'OrderComponents[2][2]' }] }
  const signed = await market.seller.signTypedData(domain, bulk, {
    tree: [
      [a, b],
      [c, a],
    ],
  })
  const hashes = all.map((one) => orderHash(one, counter))
  const [first = '', second = '', third = ''] = hashes
  const proof = [first, keccak256(concat([first, second]))]
  for (const own of [signed, Signature.from(signed).compactSerialized]) {
    const whole = concat([own, '0x000002', ...proof])
    const { hash, signature } = signedHash(third, whole)
    expect(recoverSigner(orderDigest(hash, at), signature)).toEqual({ signer: mine.offerer.toLowerCase() })
    // another order of the same tree has another place in it
    const other = signedHash(second, whole)
    expect(recoverSigner(orderDigest(other.hash, at), other.signature)).not.toEqual({
      signer: mine.offerer.toLowerCase(),
    })
  }
  await send(market.relayer, await fillData(mine, 1n, 1n, concat([signed, '0x000002', ...proof])))
  expect(await statusOf(third)).toMatchObject({ filled: 1n, size: 1n })
})
