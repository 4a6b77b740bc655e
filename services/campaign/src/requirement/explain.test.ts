import { expect, test } from 'vitest'
import { explain, scan } from './explain.ts'
import { slotsFitting } from './look.ts'
import { slotsOf } from './slots.ts'
import { ago, CONTRACT, held, snapshot, virtual, wants, wantsVirtual } from './testing/small.ts'

const red = {
  all: [
    { trait: 'size', op: 'gte', value: 2 },
    { trait: 'color', op: 'eq', value: 'red' },
  ],
}

/** The explanations of one slot, as numbers of tokens with what came of them. */
function shown(found: ReturnType<typeof scan>) {
  return found.map(({ token: { chain, virtual: of }, token, ...rest }) => ({
    id: Number((chain ?? of)?.tokenId),
    ...rest,
  }))
}

test('CA-31 of each slot the tokens that it is about are told, with the first leaf by which one does not fit', () => {
  const asks = [
    wants('a', { tokenRanges: [['2', '9']], traitCondition: red }),
    wants('a', { tokenId: '1', traitCondition: { not: { trait: 'color', op: 'exists', value: true } } }),
  ]
  const all = [
    held(10, { traits: { size: 5, color: 'red' } }),
    held(3, { traits: { size: 5, Color: 'Blue ' } }),
    held(2, { traits: { size: 1 } }),
    held(1, { traits: { color: 'gold' } }),
    held(7, { traits: undefined }),
    held(5, { contractAddress: `0x${'2'.repeat(40)}` }),
    virtual(4),
  ]
  const [found = []] = explain(slotsOf(asks), snapshot(asks, all))
  expect(shown(found)).toEqual([
    { id: 1, state: 'unfit', failure: { path: '0.tokenRanges', wanted: [['2', '9']], found: '1' } },
    {
      id: 2,
      state: 'unfit',
      failure: { path: '0.traitCondition.all.0', wanted: { op: 'gte', value: 2 }, found: [1] },
    },
    {
      id: 3,
      state: 'unfit',
      failure: { path: '0.traitCondition.all.1', wanted: { op: 'eq', value: 'red' }, found: ['Blue '] },
    },
    { id: 7, state: 'unchecked' },
    { id: 10, state: 'unfit', failure: { path: '0.tokenRanges', wanted: [['2', '9']], found: '10' } },
  ])
  const one = [wants('a', { tokenId: '5' })]
  expect(shown(explain(slotsOf(one), snapshot(one, [held(6)])).flat())).toEqual([
    { id: 6, state: 'unfit', failure: { path: '0.tokenId', wanted: '5', found: '6' } },
  ])
  const absent = [wants('a', { traitCondition: red.all[1] })]
  expect(shown(explain(slotsOf(absent), snapshot(absent, [held(1)])).flat())).toMatchObject([
    { failure: { path: '0.traitCondition', found: [] } },
  ])
})

test('CA-31 a slot is scanned for tokens that fit it, each with what keeps it from being used', () => {
  const asks = [wantsVirtual('s', { nftType: 'VIRTUAL' }), wants('a', { tokenRanges: [['1', '8']] })]
  const all = [
    held(9),
    held(8, { holdings: [{ wallet: '0xa', units: 0n }] }),
    held(4, { uses: [ago(10)] }),
    held(3, { suspended: true }),
    held(2),
    held(5, { holdings: [{ wallet: '0xb', units: 1n }] }),
    virtual(1, { minting: 'under_way' }),
    virtual(2, { minting: 'done' }),
    virtual(3),
  ]
  const slots = slotsOf(asks)
  const given = snapshot(asks, all, { campaign: { tokenReuse: 'window', cooldownSeconds: 60 } })
  const [stamps = [], tickets = []] = slots.map((slot) => shown(scan(slot, given)))
  expect(stamps).toEqual([
    { id: 1, state: 'minting' },
    { id: 3, state: 'usable' },
  ])
  expect(tickets).toEqual([
    { id: 2, state: 'usable' },
    { id: 3, state: 'suspended' },
    { id: 4, state: 'used', retryAt: ago(-50) },
  ])
  const unread = [wants('a', { traitCondition: red.all[0] })]
  const known = snapshot(unread, [
    held(6, { traits: undefined, suspended: true }),
    held(7, { traits: undefined }),
  ])
  expect(slotsOf(unread).flatMap((slot) => shown(scan(slot, known)))).toEqual([
    { id: 6, state: 'suspended' },
    { id: 7, state: 'unchecked' },
  ])
  const late = snapshot(asks, [held(2)], { blocks: new Map() })
  expect(slots.flatMap((slot) => shown(scan(slot, late)))).toEqual([{ id: 2, state: 'unchecked' }])
})

test('CA-23 tokens are looked at by their number, then by where they are', () => {
  const polygon = { blockchain: 'polygon' }
  const other = { contractAddress: `0x${'0'.repeat(40)}` }
  const asks = [wants('a'), wants('a', polygon), wants('a', other), wantsVirtual('a')]
  const all = [held(2, polygon), held(2), held(10), held(2, other), virtual(2), held(1, polygon)]
  for (const candidates of [all, all.toReversed()]) {
    const [found = []] = explain(slotsOf(asks), snapshot(asks, candidates))
    expect(
      found.map(
        ({ token: { chain } }) =>
          chain && [chain.blockchain, chain.contractAddress.slice(2, 3), chain.tokenId],
      ),
    ).toEqual([
      ['polygon', '1', 1n],
      undefined,
      ['join', '0', 2n],
      ['join', CONTRACT.slice(2, 3), 2n],
      ['polygon', '1', 2n],
      ['join', '1', 10n],
    ])
  }
})

test('CA-32 a token is matched with the slots that it fits for sure', () => {
  const slots = slotsOf([
    wants('any'),
    wants('one', { tokenId: '1' }),
    wants('red', { traitCondition: red }),
    wants('elsewhere', { blockchain: 'polygon' }),
    wantsVirtual('stamp'),
  ])
  const matched = (candidate: ReturnType<typeof held>) =>
    slotsFitting(slots, candidate.token).map(({ tag }) => tag)
  expect(matched(held(1))).toEqual(['any', 'one'])
  expect(matched(held(2, { traits: { size: 2, color: 'RED' } }))).toEqual(['any', 'red'])
  expect(matched(held(2, { traits: undefined }))).toEqual(['any'])
  expect(matched(virtual(1))).toEqual(['stamp'])
})
