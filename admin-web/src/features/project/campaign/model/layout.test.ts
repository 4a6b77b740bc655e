import { expect, test } from 'vitest'
import { toModelDraft } from './draft.ts'
import { type Box, layoutOf } from './layout.ts'

const way = (tag: string, group?: { id: string; alternative: string }) => ({
  slotId: tag,
  tag,
  type: 'vnft',
  vitemId: 'i',
  ...(group && { group }),
})
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
const within = (a: Box, b: { x: number; y: number; width: number; height: number }) =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height

test('AW-8 in the drawing nothing covers anything else, alternatives stand in their frames, and each part has its line', () => {
  const draft = toModelDraft({
    requirements: [
      way('ticket'),
      way('red', { id: 'lamp', alternative: 'one' }),
      way('blue', { id: 'lamp', alternative: 'one' }),
      way('gold', { id: 'lamp', alternative: 'two' }),
      way('seat'),
    ],
    rewards: ['a', 'b', 'c'].map((tag) => ({ type: 'vnft', tag, nftItemId: 'i' })),
  })
  if (!draft) throw new Error('it can not be read')
  const { slots, rewards, frames, lines, ...size } = layoutOf(draft)
  const boxes = [...slots, ...rewards]
  expect(boxes.map(({ text }) => text)).toEqual(['ticket', 'seat', 'red', 'blue', 'gold', 'a', 'b', 'c'])
  expect(boxes.filter((one) => boxes.some((other) => other !== one && overlap(one, other)))).toEqual([])
  expect(boxes.filter((one) => !within(one, { x: 0, y: 0, ...size }))).toEqual([])
  const inFrame = (text: string) =>
    slots.filter((slot) => frames.some((frame) => frame.text === text && within(slot, frame)))
  const names = (all: readonly Box[]) => all.map(({ text }) => text)
  expect(names(inFrame('lamp'))).toEqual(['red', 'blue', 'gold'])
  expect([names(inFrame('one')), names(inFrame('two'))]).toEqual([['red', 'blue'], ['gold']])
  expect(lines).toHaveLength(3 + 3) // two slots and a group; three rewards
})
