import { expect, test } from 'vitest'
import { askedOf, asksForCode, givenOf, slotsIn, stateOf, type Way } from './asked.ts'

const way = (tag: string, vitemId: string, group?: Way['group']): Way => ({
  slotId: `slot-${tag}`,
  tag,
  type: 'vnft',
  vitemId,
  ...(group && { group }),
})

test('CA-21 entries of a tag are ways to fill one slot, and a group is a choice of alternatives where its first slot is', () => {
  const either = (alternative: string) => ({ id: 'g', alternative })
  const asked = askedOf([
    way('a', '1'),
    way('b', '2', either('x')),
    way('c', '3', either('y')),
    way('a', '4'),
    way('d', '5', either('x')),
    way('e', '6'),
  ])
  const tags = asked.map((one) =>
    'slot' in one
      ? one.slot.tag
      : one.alternatives.map((slots) => slots.map(({ tag }) => tag).join('+')).join('|'),
  )
  expect(tags).toEqual(['a', 'b+d|c', 'e'])
  const slots = slotsIn(asked)
  expect(slots.find(({ tag }) => tag === 'a')?.ways.map(({ vitemId }) => vitemId)).toEqual(['1', '4'])
  expect(slots.map(({ tag, index }) => [tag, index])).toEqual([
    ['a', 0],
    ['b', 1],
    ['d', 3],
    ['c', 2],
    ['e', 4],
  ])
})

test('CA-10 ended is said before paused, and that before internal', () => {
  const open = {
    ended: false,
    archived: false,
    paused: false,
    internal: false,
    public: true,
    artifacts_version: 1,
  }
  expect(stateOf(open)).toBe('open')
  expect(stateOf({ ...open, artifacts_version: 0 })).toBe('draft')
  expect(stateOf({ ...open, public: false })).toBe('hidden')
  expect(stateOf({ ...open, public: false, internal: true })).toBe('internal')
  expect(stateOf({ ...open, internal: true, paused: true })).toBe('paused')
  expect(stateOf({ ...open, paused: true, ended: true })).toBe('ended')
  expect(stateOf({ ...open, archived: true })).toBe('ended')
})

test('CA-39 a code is asked for where the metadata name a pool or an item of coupons', () => {
  expect(asksForCode({ metadata: { coupon: { pool_name: 'noodles' } } })).toBe(true)
  expect(asksForCode({ metadata: { coupon: { nft_item_id: 'a' } } })).toBe(true)
  for (const coupon of [undefined, null, 'x', {}]) expect(asksForCode({ metadata: { coupon } })).toBe(false)
})

test('CA-16 several rewards of one item are so many of it', () => {
  const reward = (tag: string, nftItemId: string) => ({
    type: 'vnft' as const,
    tag,
    nftItemId,
    collectionId: 'c',
  })
  expect(givenOf([reward('1', 'a'), reward('2', 'b'), reward('3', 'a')])).toEqual([
    { itemId: 'a', collectionId: 'c', count: 2 },
    { itemId: 'b', collectionId: 'c', count: 1 },
  ])
})
