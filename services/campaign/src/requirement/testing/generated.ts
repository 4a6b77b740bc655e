import fc from 'fast-check'
import { type TraitValue, traitsOf } from '../condition.ts'
import type { Requirement } from '../definition.ts'
import { slotsOf } from '../slots.ts'
import type { Campaign, Candidate, Snapshot, Token } from '../snapshot.ts'

/** A candidate whose traits are as its metadata has them; null: not read yet. */
export type GivenCandidate = Omit<Candidate, 'token'> & {
  token: Omit<Token, 'traits'>
  traits: [string, TraitValue][] | null
}

/** A case as a stranger would write it down. */
export type Case = {
  requirements: Requirement[]
  given: Omit<Snapshot, 'campaign' | 'candidates'>
  campaign: Omit<Campaign, 'slots'>
  candidates: GivenCandidate[]
}

const NOW = Date.parse('2026-12-01T00:00:00Z')
export const SECOND = 1_000

const [ONE, TWO] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
const TAGS = ['a', 'b', 'c', 'd']
const often = <T>(usual: T, ...others: T[]) =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 10 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  )
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary, weight: 1 })
const small = fc.integer({ min: 1, max: 4 })

const value: fc.Arbitrary<TraitValue> = fc.constantFrom(1, 2.5, -3, '2', ' 2.50 ', 'Red', ' rED ', 'blue', '')
const leaf = fc.oneof(
  fc.record({
    trait: fc.constantFrom('Color', ' size '),
    op: fc.constantFrom('eq', 'neq'),
    value,
  }),
  fc.record({
    trait: fc.constant('size'),
    op: fc.constantFrom('gt', 'gte', 'lt', 'lte'),
    value: fc.constantFrom(1, 2.5, '2.5'),
  }),
  fc.record({
    trait: fc.constantFrom('color', 'SIZE'),
    op: fc.constantFrom('in', 'nin'),
    value: fc.array(value, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ trait: fc.constant('size'), op: fc.constant('between'), value: fc.constant([1, '2.5']) }),
  fc.record({
    trait: fc.constant('color'),
    op: fc.constant('contains'),
    value: fc.constantFrom('re', 'E'),
  }),
  fc.record({ trait: fc.constantFrom('color', 'size'), op: fc.constant('exists'), value: fc.boolean() }),
)
const { condition } = fc.letrec<{ condition: unknown }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('condition') }),
  ),
}))

type Kind = Partial<Requirement> & Pick<Requirement, 'type'>
const kind: fc.Arbitrary<Kind> = fc.constantFrom(
  { type: 'nft', blockchain: 'x', contractAddress: ONE, nftType: 'ERC721' },
  { type: 'nft', blockchain: 'y', contractAddress: TWO, nftType: 'ERC1155' },
  { type: 'vnft', vitemId: 'item', nftType: 'VIRTUAL' },
  { type: 'vnft', vcollectionId: 'collection' },
  { type: 'vnft', vcollectionId: 'collection', vitemId: 'item', nftType: 'ERC721' },
)
const token: fc.Arbitrary<Omit<Token, 'traits'>> = fc
  .tuple(fc.constantFrom('x', 'y', 'virtual', 'minted'), small.map(BigInt))
  .map(([where, tokenId]) => {
    const virtual = { collectionId: 'collection', itemId: 'item', tokenId }
    if (where === 'virtual') return { standard: 'VIRTUAL', virtual }
    if (where === 'y')
      return { standard: 'ERC1155', chain: { blockchain: 'y', contractAddress: TWO, tokenId } }
    const chain = { blockchain: 'x', contractAddress: ONE, tokenId }
    if (where === 'x') return { standard: 'ERC721', chain }
    return { standard: 'ERC721', chain: { ...chain, contractAddress: TWO }, virtual }
  })

const entryOf = (kinds: Kind[]) =>
  fc
    .record({
      tag: fc.constantFrom(...TAGS),
      kind: fc.constantFrom(...kinds),
      tokenId: rarely(small),
      range: rarely(fc.constantFrom<[string, string]>(['1', '2'], ['2', '4'])),
      traitCondition: rarely(condition),
    })
    .map(({ tag, kind: of, tokenId, range, traitCondition }) => ({
      ...of,
      tag,
      slotId: `slot-${tag}`,
      ...(tokenId !== undefined && { tokenId: String(tokenId) }),
      ...(range && { tokenRanges: [range] }),
      ...(traitCondition !== undefined && { traitCondition }),
    }))

/** Of two kinds of token, so that slots want the same ones. */
const requirements: fc.Arbitrary<Requirement[]> = fc
  .tuple(
    fc
      .array(kind, { minLength: 1, maxLength: 2 })
      .chain((kinds) => fc.array(entryOf(kinds), { minLength: 1, maxLength: 5 })),
    fc.record({
      a: fc.constantFrom(undefined, { id: 'g', alternative: '1' }),
      b: fc.constantFrom(undefined, { id: 'g', alternative: '2' }, { id: 'h', alternative: '1' }),
      c: fc.constantFrom(undefined, { id: 'g', alternative: '2' }, { id: 'h', alternative: '2' }),
    }),
  )
  .map(([entries, groups]) =>
    entries.map((one) => {
      const group = new Map(Object.entries(groups)).get(one.tag)
      return group ? { ...one, group } : one
    }),
  )

const date = fc.constantFrom(...[-90, -60, -30, 0].map((at) => new Date(NOW + at * SECOND)))
const candidate: fc.Arbitrary<GivenCandidate> = fc
  .record({
    token,
    holdings: fc.array(
      fc.record({
        wallet: fc.constantFrom('own', 'proved', 'foreign'),
        units: often(1n, 2n, 0n, 10n ** 30n),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    minting: often<Candidate['minting']>(undefined, 'under_way', 'done'),
    suspended: often(false, true),
    uses: fc.oneof(fc.constant([]), fc.array(date, { maxLength: 2 })),
    read: fc.boolean(),
    traits: fc.option(
      fc.array(fc.tuple(fc.constantFrom('color', 'Size ', ' COLOR'), value), { maxLength: 3 }),
      { freq: 5 },
    ),
  })
  .map(({ holdings, minting, ...one }) => ({
    ...one,
    holdings: one.token.chain ? holdings : holdings.map(({ units }) => ({ wallet: null, units })),
    ...(!one.token.chain && { minting }),
  }))

const placeOf = ({ chain, virtual }: GivenCandidate['token']) =>
  [chain?.blockchain, chain?.contractAddress, (chain ?? virtual)?.tokenId].join()
const candidates = fc.uniqueArray(candidate, {
  minLength: 1,
  maxLength: 6,
  selector: (one) => placeOf(one.token),
})

const chosen = fc.oneof(
  token.map(({ chain, virtual }) => chain ?? { vitemId: 'item', tokenId: virtual?.tokenId ?? 0n }),
  token.map(({ chain, virtual }) =>
    virtual ? { vitemId: virtual.itemId, tokenId: virtual.tokenId } : (chain ?? { vitemId: '', tokenId: 0n }),
  ),
)
const limit = often<number | null>(null, 1, 2)
const count = fc.constantFrom(0, 0, 0, 1, 2, 3)

/** Small campaigns and accounts that run into each other: much of what can be said of them is. */
export const cases: fc.Arbitrary<Case> = fc.record({
  requirements,
  candidates,
  campaign: fc.record({
    ended: often(false, true),
    paused: often(false, true),
    internal: often(false, true),
    public: often(true, false),
    limitGlobal: limit,
    limitPerUser: limit,
    cooldownSeconds: fc.constantFrom(null, 60),
    tokenReuse: often<Campaign['tokenReuse']>('never', 'window', 'always'),
    rewards: fc.array(
      fc.record({
        tag: fc.constantFrom('gift', 'card'),
        takes: fc.subarray(['item', 'collection', 'free', 'unknown'], { maxLength: 2 }),
      }),
      { maxLength: 3 },
    ),
  }),
  given: fc.record({
    now: fc.constant(new Date(NOW)),
    retryAt: fc.constant(new Date(NOW + 10 * SECOND)),
    caller: often<Snapshot['caller']>('user', 'member', 'machine'),
    soft: fc.boolean(),
    wallets: often<Snapshot['wallets']>(
      [{ address: 'own' }, { address: 'proved', provedOn: 'x' }],
      undefined,
      [],
      [{ address: 'proved', provedOn: 'x' }],
    ),
    blocks: fc.tuple(often(false, true), often(false, true), often(9, 11)).map(
      ([x, y, block]) =>
        new Map([
          ['x', { block, isLate: x }],
          ['y', { block: 5, isLate: y }],
        ]),
    ),
    atLeast: often(new Map<string, number>(), new Map([['x', 10]])),
    counters: fc.record({
      global: count,
      account: fc.array(date, { maxLength: 3, size: 'xsmall' }).map((all) => ({
        count: all.length,
        newest: all.sort((a, b) => b.getTime() - a.getTime()),
      })),
    }),
    coupon: often<Snapshot['coupon']>(
      undefined,
      {},
      { reason: 'exhausted' },
      {
        reason: 'cooling_down',
        retryAt: new Date(NOW + SECOND),
      },
    ),
    selections: fc
      .array(fc.tuple(fc.constantFrom(...TAGS, 'nobody'), chosen), { maxLength: 1 })
      .map((all) => new Map(all)),
    supplies: fc.tuple(count, count).map(
      ([item, collection]) =>
        new Map([
          ['item', { used: item, limit: 3 }],
          ['collection', { used: collection, limit: 4 }],
          ['free', { used: 9, limit: null }],
        ]),
    ),
  }),
})

export const snapshotOf = ({ requirements: saved, given, campaign, candidates: all }: Case): Snapshot => ({
  ...given,
  campaign: { ...campaign, slots: slotsOf(saved) },
  candidates: all.map(({ traits, token: of, ...one }) => ({
    ...one,
    token: { ...of, ...(traits && { traits: traitsOf(traits) }) },
  })),
})
