import { bySpecificity, covers, textOf } from '@talad/proto/nft-range'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applicableFees,
  type ConfiguredFee,
  displayValue,
  distribute,
  type Fee,
  type IssuerRange,
  partOf,
} from './decide.ts'

const fee = (changes: Partial<Fee>): Fee => ({
  type: 'royalty',
  customerId: 'join-artist',
  basisPoints: 500,
  ...changes,
})
const configured = (changes: Partial<ConfiguredFee>): ConfiguredFee => ({
  type: 'royalty',
  isGeneral: false,
  customerId: null,
  issuerId: null,
  basisPoints: 500,
  ...changes,
})
const place = { blockchain: 'kub', contract: '0xa' }
const token = (tokenId: bigint) => ({ ...place, tokenId })
const issues = (issuerId: string, from?: bigint, to = from): IssuerRange => ({
  issuerId,
  customerId: `join-${issuerId}`,
  range: { ...place, ...(from !== undefined && to !== undefined && { tokens: { from, to } }) },
})

test('OB-32 the service fee of the contract stands before the general one; royalties add up; the issuer whose token it is gets its fee as a royalty', () => {
  const general = configured({ type: 'service', isGeneral: true, basisPoints: 100 })
  const own = configured({ type: 'service', basisPoints: 200 })
  const royalty = configured({ customerId: 'join-artist' })
  const issuer = configured({ type: 'issuer', issuerId: 'i1', basisPoints: 300 })
  const inner = configured({ type: 'issuer', issuerId: 'i2', basisPoints: 400 })
  const of = (fees: ConfiguredFee[], ranges: IssuerRange[] = [], id = 1n) =>
    applicableFees({ fees, ranges }, token(id)).map(({ type, customerId, basisPoints }) => [
      ...[type, customerId, basisPoints],
    ])
  expect(of([general, own, royalty])).toEqual([
    ['service', null, 200],
    ['royalty', 'join-artist', 500],
  ])
  expect(of([general, royalty])[0]).toEqual(['service', null, 100])
  expect(of([general, configured({ type: 'service', basisPoints: 0 })])).toEqual([]) // its own is nothing
  // of the issuers' only the one whose token it is; a fee of an issuer without the token is none
  expect(of([issuer, inner], [issues('i1', 1n, 5n), issues('i2', 6n, 9n)], 5n)).toEqual([
    ['royalty', 'join-i1', 300],
  ])
  expect(of([issuer], [issues('i1', 1n, 5n)], 6n)).toEqual([])
  expect(of([issuer, royalty], [issues('i1')])).toEqual([
    ['royalty', 'join-artist', 500],
    ['royalty', 'join-i1', 300],
  ])
  // MO-3: the most specific range wins, also where its issuer takes nothing
  expect(of([issuer, inner], [issues('i1'), issues('i2', 5n)], 5n)).toEqual([['royalty', 'join-i2', 400]])
  expect(of([issuer], [issues('i1'), issues('i2', 5n)], 5n)).toEqual([])
  const virtual = { ...issues('i2'), range: { ...place, abstract: { kind: 'vnft', collectionId: 'c' } } }
  const standing = { ...token(5n), abstract: { kind: 'vnft', collectionId: 'c', itemId: 'x' } }
  expect(applicableFees({ fees: [issuer, inner], ranges: [issues('i1'), virtual] }, standing)).toMatchObject([
    { customerId: 'join-i2' },
  ])
})

/** Token by token, without any notion of ranges: who comes last in a list from the widest to the narrowest has it. */
function naiveOwner(ranges: readonly IssuerRange[], id: bigint): string | undefined {
  const width = ({ range: { tokens } }: IssuerRange) => (tokens ? tokens.to - tokens.from : 1n << 300n)
  let owner: IssuerRange | undefined
  for (const one of ranges) {
    const { tokens } = one.range
    if (tokens && !(tokens.from <= id && id <= tokens.to)) continue
    if (owner === undefined || width(one) < width(owner)) owner = one
  }
  return owner?.issuerId
}

test('OB-32 of any ranges and fees a sale pays what somebody finds who looks at each token by itself', () => {
  const ids = [0n, 1n, 9n, 10n, 2n ** 53n + 1n, 2n ** 256n - 1n]
  const range = fc
    .record({
      issuer: fc.constantFrom('i1', 'i2', 'i3'),
      ends: fc.option(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { nil: undefined }),
    })
    .map(({ issuer, ends }) => {
      if (!ends) return issues(issuer)
      const [from, to] = ends
      return from <= to ? issues(issuer, from, to) : issues(issuer, to, from)
    })
  const fees = fc.record({
    general: fc.integer({ min: 0, max: 1_000 }),
    own: fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: undefined }),
    royalties: fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 3 }),
    issuers: fc.dictionary(fc.constantFrom('i1', 'i2', 'i3'), fc.integer({ min: 0, max: 2_500 })),
  })
  fc.assert(
    fc.property(fees, fc.array(range, { maxLength: 6 }), fc.constantFrom(...ids), (about, ranges, id) => {
      // of equal widths the caller has none of two issuers (MO-32)
      const apart = ranges.filter(
        (one, at) => ranges.findIndex(({ range }) => textOf(range) === textOf(one.range)) === at,
      )
      const all = [
        configured({ type: 'service', isGeneral: true, basisPoints: about.general }),
        ...(about.own === undefined ? [] : [configured({ type: 'service', basisPoints: about.own })]),
        ...about.royalties.map((basisPoints, n) => configured({ basisPoints, customerId: `join-${n}` })),
        ...Object.entries(about.issuers).map(([issuerId, basisPoints]) =>
          configured({ type: 'issuer', issuerId, basisPoints }),
        ),
      ]
      fc.pre(widthsDiffer(apart, id))
      const owner = naiveOwner(apart, id)
      const paid = applicableFees({ fees: all, ranges: apart }, token(id))
      const expected =
        (about.own ?? about.general) +
        about.royalties.reduce((sum, one) => sum + one, 0) +
        ((owner !== undefined && about.issuers[owner]) || 0)
      expect(paid.reduce((sum, { basisPoints }) => sum + basisPoints, 0)).toBe(expected)
      const own = owner !== undefined && (about.issuers[owner] ?? 0) > 0
      expect(paid.some(({ customerId }) => customerId === `join-${owner}`)).toBe(own)
    }),
  )
})

/** Whether no two ranges of different issuers that cover a token are equally wide: such never both exist (MO-32). */
function widthsDiffer(ranges: readonly IssuerRange[], id: bigint): boolean {
  const covering = ranges.filter(({ range }) => covers(range, token(id)))
  return covering.every((one) =>
    covering.every((two) => one.issuerId === two.issuerId || bySpecificity(one.range, two.range) !== 0),
  )
}

test('OB-31 fees of which only a part was heard are not taken: a sale waits rather than paying more than half', () => {
  const three = ['a', 'b', 'c'].map((customerId) => configured({ customerId, basisPoints: 2_000 }))
  expect(() => applicableFees({ fees: three, ranges: [] }, token(1n))).toThrow(
    expect.objectContaining({ code: 'UNAVAILABLE' }),
  )
  expect(applicableFees({ fees: three.slice(0, 2), ranges: [] }, token(1n))).toHaveLength(2)
})

test('OB-29 shares are rounded down and the seller gets the dust', () => {
  const shares = distribute(9_999n, [fee({ basisPoints: 333 }), fee({ basisPoints: 1 })], 'join-seller')
  expect(shares.map((share) => share.value)).toEqual([332n, 0n, 9_667n])
  expect(shares.at(-1)).toMatchObject({ type: 'net', basisPoints: 9_666, customerId: 'join-seller' })
})

test('OB-29 shares of any price and any fees up to half of it sum to the price', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 128n }),
      fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 5 }),
      (raw, points) => {
        const shares = distribute(
          raw,
          points.map((basisPoints) => fee({ basisPoints })),
          'join-seller',
        )
        expect(shares.reduce((sum, share) => sum + share.value, 0n)).toBe(raw)
        expect(shares.reduce((sum, share) => sum + share.basisPoints, 0)).toBe(10_000)
        expect(shares.every((share) => share.value >= 0n)).toBe(true)
      },
    ),
    { seed: 29, numRuns: 1_000 },
  )
})

test('OB-31 fees above the price are a fault, not a negative net', () => {
  expect(() => distribute(100n, [fee({ basisPoints: 6_000 }), fee({ basisPoints: 6_000 })], 's')).toThrow(
    RangeError,
  )
})

test('OB-34 a preview adds the shares of a type', () => {
  const shares = distribute(10_000n, [fee({}), fee({ basisPoints: 100 })], 's')
  expect(partOf(shares, 'royalty')).toEqual({ basisPoints: 600, value: 600n })
  expect(partOf(shares, 'service')).toEqual({ basisPoints: 0, value: 0n })
})

test('WB-9 a value has two to four decimals, rounded half up; what is smaller than 0.0001 is not shown as zero', () => {
  const shown = (text: string, decimals = 18) =>
    displayValue(BigInt(text.replace('.', '').padEnd(text.indexOf('.') + decimals, '0')), decimals)
  expect(shown('1.0')).toBe('1.00')
  expect(shown('10.5', 2)).toBe('10.50')
  expect(shown('0.12345')).toBe('0.1235')
  expect(shown('0.12344')).toBe('0.1234')
  expect(shown('9.99995')).toBe('10.00')
  expect(shown('0.0001')).toBe('0.0001')
  expect(shown('0.00009')).toBe('<0.0001')
  expect(shown('0.0')).toBe('0.00')
})
