import fc from 'fast-check'
import { expect, test } from 'vitest'
import { declarationAdminHttp } from './http/moderation/declaration-admin.ts'
import { issuerAdminHttp } from './http/moderation/issuer-admin.ts'
import { suspensionAdminHttp } from './http/moderation/suspension-admin.ts'
import { nftRange, nftRangeQuery } from './http/nft-range.ts'
import {
  bySpecificity,
  covers,
  type NftRange,
  type NftToken,
  overlaps,
  rangeOf,
  textOf,
} from './nft-range.ts'

/** Beyond what a float or a text comparison gets right. */
const IDS = [0n, 1n, 2n, 9n, 10n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 256n - 1n]
const contracts = ['0xaa', '0xbb']
const items = [undefined, 'i1', 'i2']

const abstract = fc.record({
  kind: fc.constantFrom('vnft', 'other'),
  collectionId: fc.constantFrom('c1', 'c2'),
  itemId: fc.constantFrom(...items),
})
const place = { blockchain: fc.constantFrom('kub', 'jfin'), contract: fc.constantFrom(...contracts) }
const range: fc.Arbitrary<NftRange> = fc.record({
  ...place,
  abstract: fc.option(abstract, { nil: undefined }),
  tokens: fc.option(
    fc
      .tuple(fc.constantFrom(...IDS), fc.constantFrom(...IDS))
      .map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
    { nil: undefined },
  ),
})

/** Every token that there is in this small world. */
const tokens: NftToken[] = ['kub', 'jfin'].flatMap((blockchain) =>
  contracts.flatMap((contract) =>
    IDS.flatMap((tokenId) => [
      { blockchain, contract, tokenId },
      ...['vnft', 'other'].flatMap((kind) =>
        ['c1', 'c2'].flatMap((collectionId) =>
          ['i1', 'i2', 'i3'].map((itemId) => ({
            blockchain,
            contract,
            tokenId,
            abstract: { kind, collectionId, itemId },
          })),
        ),
      ),
    ]),
  ),
)

/** The tokens of a range, written down one by one. */
function naive({ blockchain, contract, abstract: about, tokens: ends }: NftRange): Set<NftToken> {
  const numbers = ends ? IDS.slice(IDS.indexOf(ends.from), IDS.indexOf(ends.to) + 1) : IDS
  const stands = (of: NftToken['abstract']) =>
    !about ||
    (of !== undefined &&
      `${of.kind} ${of.collectionId}` === `${about.kind} ${about.collectionId}` &&
      [of.itemId, undefined].includes(about.itemId))
  const places = tokens.filter((token) => token.blockchain === blockchain && token.contract === contract)
  return new Set(places.filter((token) => numbers.includes(token.tokenId) && stands(token.abstract)))
}

test('MO-1 a range covers exactly the tokens that a list of them would name, both ends among them', () => {
  fc.assert(
    fc.property(range, (one) => {
      expect(new Set(tokens.filter((token) => covers(one, token)))).toEqual(naive(one))
    }),
  )
})

test('MO-1 two ranges overlap exactly where some token is of both', () => {
  fc.assert(
    fc.property(range, range, (one, other) => {
      const both = [...naive(one)].some((token) => naive(other).has(token))
      expect(overlaps(one, other)).toBe(both)
      expect(overlaps(other, one)).toBe(both)
    }),
  )
})

test('MO-1 two ranges have one text when they are written alike, and are then the same range', () => {
  fc.assert(
    fc.property(range, range, (one, other) => {
      expect(textOf(one) === textOf(other)).toBe(JSON.stringify(write(one)) === JSON.stringify(write(other)))
      expect(rangeOf(write(one))).toEqual(JSON.parse(JSON.stringify(one, revive), reviveBack))
    }),
  )
  const about = { blockchain: 'kub', contractAddress: '0xAA' }
  expect(textOf(rangeOf(about))).toBe('kub:0xaa')
  expect(textOf(rangeOf({ ...about, tokenFrom: '', tokenTo: null }))).toBe('kub:0xaa')
  expect(textOf(rangeOf({ ...about, tokenFrom: '7', tokenTo: '7' }))).toBe('kub:0xaa:7')
  expect(textOf(rangeOf({ ...about, tokenFrom: '7', tokenTo: '9' }))).toBe('kub:0xaa:7-9')
})

test('MO-1 issuers, declarations and suspensions name a range by one shape, also what stands for a virtual collection', () => {
  const { addIssuer } = issuerAdminHttp
  const { setDeclarations } = declarationAdminHttp
  const { suspend } = suspensionAdminHttp
  const ranges = {
    issuer: addIssuer.body?.shape.nft_ranges.element,
    declaration: setDeclarations.body?.shape.nft_range,
    suspension: suspend.body?.shape.nft_range,
  }
  const about = { blockchain: 'kub', contract_address: `0x${'a'.repeat(40)}` }
  const item = { kind: 'vnft', collection_id: 'c1', item_id: 'i1' }
  const whole = { kind: 'vnft', collection_id: 'c1' }
  for (const shape of Object.values(ranges)) {
    const takes = (range: object) => shape?.safeParse(range).success
    expect(takes(about)).toBe(true) // the whole contract
    expect(takes({ ...about, token_from: '9', token_to: '10' })).toBe(true)
    expect(takes({ ...about, tokens: '9-10' })).toBe(false)
    for (const abstract of [item, whole]) expect(takes({ ...about, abstract })).toBe(true)
  }
})

test('MO-1 a query names a virtual collection with its kind, or an item of it, or neither', () => {
  const about = { blockchain: 'kub', contract_address: `0x${'a'.repeat(40)}` }
  const faultOf = (asked: object) =>
    nftRangeQuery.safeParse({ ...about, ...asked }).error?.issues.map(({ path }) => path.join('.'))
  const [kind, collection, item] = [
    { abstract_kind: 'vnft' },
    { abstract_collection_id: 'c1' },
    { abstract_item_id: 'i1' },
  ]
  for (const asked of [{}, { ...kind, ...collection }, { ...kind, ...collection, ...item }])
    expect([asked, faultOf(asked)]).toEqual([asked, undefined])
  for (const asked of [collection, item, { ...collection, ...item }])
    expect(faultOf(asked)).toEqual(['abstract_kind'])
  for (const asked of [kind, { ...kind, ...item }]) expect(faultOf(asked)).toEqual(['abstract_collection_id'])
})

test('MO-2 a range has both ends, in their order, or none; one token has both ends alike; anything else is refused by its field', () => {
  const about = { blockchain: 'kub', contract_address: `0x${'a'.repeat(40)}` }
  for (const schema of [nftRange, nftRangeQuery]) {
    const faultOf = (token_from?: string, token_to?: string) => {
      const ends = {
        ...(token_from !== undefined && { token_from }),
        ...(token_to !== undefined && { token_to }),
      }
      return schema.safeParse({ ...about, ...ends }).error?.issues.map(({ path }) => path.join('.'))
    }
    for (const [from, to] of [[], ['7', '7'], ['9', '10'], ['0', `${2n ** 256n - 1n}`]])
      expect([from, to, faultOf(from, to)]).toEqual([from, to, undefined])
    expect(faultOf('7')).toEqual(['token_to'])
    expect(faultOf(undefined, '7')).toEqual(['token_from'])
    for (const [from, to] of [
      ['10', '9'],
      [`${2n ** 53n + 1n}`, `${2n ** 53n}`],
    ])
      expect([from, to, faultOf(from, to)]).toEqual([from, to, ['token_to']])
    expect(faultOf('0', `${2n ** 256n}`)).toEqual(['token_to'])
  }
})

const write = ({ blockchain, contract, abstract: about, tokens: ends }: NftRange) => ({
  blockchain,
  contractAddress: contract,
  abstract: about && { ...about },
  tokenFrom: ends?.from.toString(),
  tokenTo: ends?.to.toString(),
})
const revive = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
const reviveBack = (_key: string, value: unknown) =>
  typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value

test('MO-3 the narrowest range comes first, then abstract over contract; a range never wins over one within it', () => {
  fc.assert(
    fc.property(range, range, (one, other) => {
      expect(Math.sign(bySpecificity(one, other))).toBe(0 - Math.sign(bySpecificity(other, one)))
      const inner = naive(one)
      const outer = naive(other)
      const within = [...inner].every((token) => outer.has(token)) && inner.size < outer.size
      if (within) expect(bySpecificity(one, other)).toBeLessThan(0)
    }),
  )
  const of = (more: Partial<NftRange>): NftRange => ({ blockchain: 'kub', contract: '0xaa', ...more })
  const item = { kind: 'vnft', collectionId: 'c1', itemId: 'i1' }
  const ordered = [
    of({ tokens: { from: 9n, to: 9n } }),
    of({ tokens: { from: 2n, to: 10n }, abstract: item }),
    of({ tokens: { from: 2n, to: 10n }, abstract: { kind: 'vnft', collectionId: 'c1' } }),
    of({ tokens: { from: 2n, to: 10n } }),
    of({ abstract: { kind: 'vnft', collectionId: 'c1' } }),
    of({}),
  ]
  expect(ordered.toReversed().sort(bySpecificity)).toEqual(ordered)
  const all = { from: 0n, to: 2n ** 256n - 1n }
  expect(bySpecificity(of({}), of({ tokens: all }))).toBe(0)
  expect(bySpecificity(of({ abstract: item }), of({ tokens: all }))).toBeLessThan(0)
})

test('MO-2 an end that is no number is refused with its field, whatever the other one is', () => {
  const contract = { blockchain: 'kub', contract_address: `0x${'a'.repeat(40)}` }
  for (const schema of [nftRange, nftRangeQuery])
    for (const [from, to] of [
      ['abc', 'abc'],
      ['1e3', '5'],
      ['5', '0x'],
      ['', '5'],
    ]) {
      const read = schema.safeParse({ ...contract, token_from: from, token_to: to })
      expect(read.error?.issues.map(({ message }) => message)).toContain('must be a decimal string')
    }
})
