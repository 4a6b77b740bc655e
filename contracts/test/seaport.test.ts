import { Signature, SigningKey, toBeHex, Wallet } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillFraction, fulfillAdvancedOrderData, seaportInterface } from '../src/calldata.ts'
import {
  noConduit,
  noZone,
  type OrderParameters,
  orderDigest,
  orderHash,
  recoverSigner,
} from '../src/seaport.ts'

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const signer = new Wallet(`0x${'11'.repeat(32)}`)
const digest = `0x${'42'.repeat(32)}`
const signature = signer.signingKey.sign(digest)
const expected = { signer: signer.address.toLowerCase() }

const order: OrderParameters = {
  offerer: signer.address,
  zone: noZone,
  offer: [],
  consideration: [],
  orderType: 0,
  startTime: '0',
  endTime: '1',
  zoneHash: noConduit,
  salt: '7',
  conduitKey: noConduit,
  totalOriginalConsiderationItems: 0,
}
const tip = {
  itemType: 0,
  token: noZone,
  identifierOrCriteria: '0',
  startAmount: '1',
  endAmount: '1',
  recipient: noZone,
}

function join(r: string, s: bigint, v: number): string {
  return `${r}${toBeHex(s, 32).slice(2)}${toBeHex(v, 1).slice(2)}`
}

test('OB-10 recovers the signer of 65 bytes and of the 64 bytes of EIP-2098', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const any = `0x${Buffer.from(bytes).toString('hex')}`
      const made = signer.signingKey.sign(any)
      expect(recoverSigner(any, made.serialized)).toEqual(expected)
      expect(recoverSigner(any, made.compactSerialized)).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})

test('OB-10 refuses the second signature that everyone can make of a first one', () => {
  const { r, s, v } = signature
  const twin = join(r, curveOrder - BigInt(s), v === 27 ? 28 : 27)
  // The twin is a true signature of the same key, which is why it has to be refused by its form.
  expect(SigningKey.recoverPublicKey(digest, Signature.from({ r, s, v }))).toBe(signer.signingKey.publicKey)
  expect(recoverSigner(digest, twin)).toEqual({ fault: 'malleable' })
  expect(recoverSigner(digest, join(r, (curveOrder >> 1n) + 1n, 27))).toEqual({ fault: 'malleable' })
})

test('OB-10 refuses a recovery id that Seaport would not take', () => {
  for (const v of [0, 1, 26, 29, 255]) {
    expect(recoverSigner(digest, join(signature.r, BigInt(signature.s), v))).toEqual({ fault: 'recovery-id' })
  }
})

test('OB-10 tells a byte string that is no ECDSA signature from one that nobody can have made', () => {
  const { serialized } = signature
  for (const wrong of [
    '',
    '0x',
    'nonsense',
    serialized.slice(0, -1),
    serialized.slice(0, -4),
    `${serialized}00`,
  ]) {
    expect(recoverSigner(digest, wrong)).toEqual({ fault: 'length' })
  }
  for (const r of [0n, curveOrder, 5n]) {
    expect(recoverSigner(digest, join(toBeHex(r, 32), 1n, 27))).toEqual({ fault: 'unrecoverable' })
  }
  expect(recoverSigner(digest, join(signature.r, 0n, 27))).toEqual({ fault: 'unrecoverable' })
})

test('OB-9 a signature for another chain, contract, counter or order recovers to somebody else', () => {
  const at = { chainId: 3501, seaport: `0x${'5e'.repeat(20)}` }
  const signed = signer.signingKey.sign(orderDigest(orderHash(order, 0n), at)).serialized
  const signerFor = (hash: string, where = at) => recoverSigner(orderDigest(hash, where), signed)
  expect(signerFor(orderHash(order, 0n))).toEqual(expected)
  for (const other of [
    signerFor(orderHash(order, 0n), { ...at, chainId: 1 }),
    signerFor(orderHash(order, 0n), { ...at, seaport: noZone }),
    signerFor(orderHash(order, 1n)),
    signerFor(orderHash({ ...order, salt: '8' }, 0n)),
  ]) {
    expect(other).not.toEqual(expected)
  }
})

test('The hash leaves out what a fulfiller adds, and misses what the maker has put in', () => {
  expect(orderHash({ ...order, consideration: [tip] }, 0n)).toBe(orderHash(order, 0n))
  expect(() => orderHash({ ...order, totalOriginalConsiderationItems: 1 }, 0n)).toThrow(RangeError)
})

test('OB-12 a part is a fraction in lowest terms of the same worth', () => {
  expect(fillFraction(4n, 10n)).toEqual({ numerator: 2n, denominator: 5n })
  expect(fillFraction(10n, 10n)).toEqual({ numerator: 1n, denominator: 1n })
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, 10n ** 24n), (a, b) => {
      const [amount, total] = a < b ? [a, b] : [b, a]
      const { numerator, denominator } = fillFraction(amount, total)
      expect(numerator * total).toBe(amount * denominator)
      expect(denominator).toBeLessThanOrEqual(total)
    }),
  )
  for (const [amount, total] of [
    [0n, 10n],
    [-1n, 10n],
    [11n, 10n],
  ] as const) {
    expect(() => fillFraction(amount, total)).toThrow(RangeError)
  }
})

test('SP-24 the calldata of a fulfilment carries the fraction and the recipient', () => {
  const recipient = new Wallet(`0x${'22'.repeat(32)}`).address
  const data = fulfillAdvancedOrderData({
    parameters: order,
    signature: signature.serialized,
    recipient,
    ...fillFraction(4n, 10n),
  })
  const [advanced, resolvers, conduitKey, to] = seaportInterface.decodeFunctionData(
    'fulfillAdvancedOrder',
    data,
  )
  expect([advanced.numerator, advanced.denominator, advanced.signature, advanced.extraData]).toEqual([
    ...[2n, 5n, signature.serialized, '0x'],
  ])
  expect([resolvers.length, conduitKey, to]).toEqual([0, noConduit, recipient])
})
