import { Seaport as SeaportJs } from '@opensea/seaport-js'
import { toBeHex, Wallet } from 'ethers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type OrderParameters,
  orderComponents,
  orderDigest,
  orderHash,
  recoverSigner,
} from '../src/seaport.ts'
import { listing, type Market, outcome, sign, startMarket } from './fixture.ts'

// Its types come from the CommonJS build of ethers, which the compiler holds for another library than ours.
const signerSchema = z.custom<ConstructorParameters<typeof SeaportJs>[0]>((value) => value instanceof Wallet)

let market: Market
let seaportJs: SeaportJs
beforeAll(async () => {
  market = await startMarket()
  seaportJs = new SeaportJs(signerSchema.parse(market.seller), {
    seaportVersion: '1.5',
    overrides: { contractAddress: market.deployment.seaport },
  })
})
afterAll(() => market.stop())

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const word = fc.bigInt(0n, 2n ** 256n - 1n)
const decimal = word.map(String)
const bytes32 = word.map((value) => toBeHex(value, 32))
const offerItem = fc.record({
  itemType: fc.nat(5),
  token: address,
  identifierOrCriteria: decimal,
  startAmount: decimal,
  endAmount: decimal,
})
const considerationItem = fc
  .tuple(offerItem, address)
  .map(([offered, recipient]) => ({ ...offered, recipient }))
const anyOrder: fc.Arbitrary<OrderParameters> = fc
  .record({
    offerer: address,
    zone: address,
    offer: fc.array(offerItem, { maxLength: 4 }),
    consideration: fc.array(considerationItem, { maxLength: 4 }),
    orderType: fc.nat(4),
    startTime: decimal,
    endTime: decimal,
    zoneHash: bytes32,
    salt: fc.oneof(decimal, bytes32),
    conduitKey: bytes32,
  })
  .map((order) => ({ ...order, totalOriginalConsiderationItems: order.consideration.length }))

test('OB-9 hashes any order as the contract and as another implementation do', async () => {
  const onChain = market.seaport.getFunction('getOrderHash')
  await fc.assert(
    fc.asyncProperty(anyOrder, word, async (parameters, counter) => {
      const components = orderComponents(parameters, counter)
      const hash = orderHash(parameters, counter)
      expect(await onChain(components)).toBe(hash)
      expect(seaportJs.getOrderHash({ ...parameters, counter: String(counter) })).toBe(hash)
    }),
    { numRuns: 60 },
  )
})

test('OB-10 recovers the signer of what another implementation signed', async () => {
  const { deployment, seller, seaport } = market
  const parameters = listing(market)
  const counter = BigInt(await seaport.getFunction('getCounter')(seller.address))
  const theirs = await seaportJs.signOrder({ ...parameters, counter: String(counter) }, String(counter))
  const ours = await sign(market, parameters)
  const digest = orderDigest(orderHash(parameters, counter), deployment)
  for (const signature of [theirs, ours]) {
    expect(recoverSigner(digest, signature)).toEqual({ signer: seller.address.toLowerCase() })
  }
})

test('OB-10 accepts no signature that Seaport would not', async () => {
  const { deployment, seller, stranger, seaport } = market
  const parameters = listing(market)
  const digest = orderDigest(orderHash(parameters, 0n), deployment)
  const good = seller.signingKey.sign(digest)
  const accepted = async (signature: string) => {
    const chain = await outcome(market, stranger, seaport, 'validate', [[{ parameters, signature }]])
    const recovered = recoverSigner(digest, signature)
    return {
      chain: chain === 'passes',
      ours: 'signer' in recovered && recovered.signer === seller.address.toLowerCase(),
    }
  }
  const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const highS = toBeHex(curveOrder - BigInt(good.s), 32).slice(2)
  const otherV = good.v === 27 ? '1c' : '1b'
  const withV = (v: string) => `${good.r}${good.s.slice(2)}${v}`
  expect(await accepted(good.serialized)).toEqual({ chain: true, ours: true })
  expect(await accepted(good.compactSerialized)).toEqual({ chain: true, ours: true })
  expect(await accepted(`${good.r}${highS}${otherV}`)).toEqual({ chain: true, ours: false })
  for (const bad of [withV(otherV), withV('00'), withV('01'), `${good.serialized}00`]) {
    expect((await accepted(bad)).ours).toBe(false)
  }
  // without its last byte a signature reads as a compact one, and is one when its v is 27
  const short = good.v === 27
  expect(await accepted(good.serialized.slice(0, -2))).toEqual({ chain: short, ours: short })
  expect(await accepted(stranger.signingKey.sign(digest).serialized)).toEqual({ chain: false, ours: false })
})
