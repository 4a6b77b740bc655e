import { expect, test } from 'vitest'
import { differences } from '../../payload/difference.ts'
import { fromModelDraft, type ModelDraft, newSlot, rangesOf, toModelDraft } from './draft.ts'
import { placeOf, standing, typedFaults } from './faults.ts'
import { sidesOf } from './sides.ts'
import { begin, redo, step, undo } from './steps.ts'

const whole = {
  requirements: [
    {
      slotId: 's1',
      tag: 'ticket',
      type: 'nft',
      blockchain: 'chain',
      contractAddress: `0x${'1'.repeat(40)}`,
      nftType: 'ERC721',
      tokenRanges: [
        ['1', '10'],
        ['15', '15'],
      ],
      traitCondition: {
        all: [
          { trait: 'color', op: 'in', value: ['แดง', 3] },
          { not: { trait: 'power', op: 'between', value: [1, 2.5] } },
          { any: [{ trait: 'a', op: 'exists', value: false }] },
        ],
      },
    },
    { slotId: 's1', tag: 'ticket', type: 'vnft', vitemId: 'i', tokenId: '7', displayName: 'ตั๋ว' },
    { slotId: 's2', tag: 'lamp', group: { id: 'g', alternative: 'a' }, type: 'vnft', vcollectionId: 'c' },
  ],
  rewards: [{ type: 'vnft', tag: 'prize', nftItemId: 'i', tokenId: '1' }],
  graph: { zoom: 2 },
}
const drafted = (model: object): ModelDraft => {
  const draft = toModelDraft({ ...model })
  if (!draft) throw new Error('no fields for it')
  return draft
}

test('CA-16 CA-26 what was saved comes out of the fields as it went in, with all that no field is for', () => {
  expect(fromModelDraft(drafted(whole))).toEqual(whole)
  const odd = [
    { trait: 'a', op: 'eq', value: '3' }, // text that looks like a number
    { trait: 'a', op: 'in', value: ['x, y'] },
    { trait: 'a', op: 'later', value: 1 },
    { all: [], any: [] },
    7,
  ]
  for (const traitCondition of odd) {
    const requirements = [{ slotId: 's', tag: 't', type: 'vnft', vitemId: 'i', traitCondition }]
    expect(fromModelDraft(drafted({ requirements }))).toEqual({ requirements, rewards: [] })
  }
  expect(toModelDraft({ requirements: [{ type: 'later' }] })).toBeUndefined()
})

test('CA-25 ranges are typed as people write them, and what is none is told', () => {
  expect(rangesOf('1-10, 15\n20 – 30,')).toEqual([
    ['1', '10'],
    ['15', '15'],
    ['20', '30'],
  ])
  expect(rangesOf('1-')).toBeUndefined()
})

test('CA-24 what the server finds is said at the slot, the entry or the reward that it is about, until that is changed', () => {
  const draft = drafted(whole)
  const [, second] = draft.slots[0]?.entries ?? []
  expect(placeOf(draft, 'model.requirements.1.vitemId')).toBe(`${second?.key}.vitemId`)
  expect(placeOf(draft, 'requirements.2.tag')).toBe('s2.tag')
  expect(placeOf(draft, 'rewards.0.nftItemId')).toBe(`${draft.rewards[0]?.key}.nftItemId`)
  expect(placeOf(draft, 'requirements')).toBe('')
  const faults = new Map([
    [`${second?.key}.vitemId`, 'a'],
    ['s2.tag', 'b'],
  ])
  const changed = { ...draft, slots: draft.slots.map((slot) => (slot.id === 's2' ? { ...slot } : slot)) }
  expect([...standing(faults, draft, changed).values()]).toEqual(['a'])
})

test('CA-21 two slots of one name, ranges and JSON that are none are found before anything is sent', () => {
  const draft = drafted(whole)
  const [slot] = draft.slots
  const entries = newSlot(draft).entries.map((entry) => ({ ...entry, key: 'e', tokenRanges: 'x' }))
  const wrong = { ...draft, slots: [...draft.slots, { ...newSlot(draft), id: 'n', tag: 'lamp', entries }] }
  expect([...typedFaults(wrong).keys()]).toEqual(['s2.tag', 'n.tag', 'e.tokenRanges'])
  expect(typedFaults({ ...draft, slots: slot ? [slot] : [] }).size).toBe(0)
  expect(newSlot({ ...draft, slots: [{ ...newSlot(draft), tag: 'slot_1' }] }).tag).toBe('slot_2')
})

test('AW-8 what is typed into one field is undone in one step, and can be done again', () => {
  let steps = begin('')
  for (const text of ['a', 'ab', 'abc']) steps = step(steps, text, 'name')
  steps = step(steps, 'other', undefined)
  expect(undo(steps).now).toBe('abc')
  expect(undo(undo(steps)).now).toBe('')
  expect(redo(redo(undo(undo(steps)))).now).toBe('other')
  expect(undo(begin(1)).now).toBe(1)
  expect(redo(step(undo(steps), 'new', undefined)).now).toBe('new')
})

test('CA-16 what publishing changes is told slot by slot under the newest name, without ids that say nothing', () => {
  const entry = { slotId: 's', tag: 'old', type: 'vnft' as const, vitemId: 'i' }
  const reward = { type: 'vnft' as const, tag: 'prize', nftItemId: 'i' }
  const slots = [{ slotId: 's', live: [entry], draft: [{ ...entry, tag: 'new' }] }]
  const sides = sidesOf({ slots, rewards: [{ tag: 'prize', live: null, draft: reward }] })
  expect(differences(sides.before, sides.after)).toEqual([
    { path: 'new.0.tag', before: 'old', after: 'new' },
    { path: '→ prize.type', before: undefined, after: 'vnft' },
    { path: '→ prize.tag', before: undefined, after: 'prize' },
    { path: '→ prize.nftItemId', before: undefined, after: 'i' },
  ])
})
