import { expect, test } from 'vitest'
import { changesOf, type Shown } from './changes.ts'

const shown = (texts: Record<string, string>, traits: string[] = [], more: Partial<Shown> = {}): Shown => ({
  texts: [
    ...Object.entries(texts).map(([field, text]) => ({ field, text })),
    ...traits.map((text) => ({ field: 'trait', text })),
  ],
  collection: 'Betta',
  owner: '0xa',
  ...more,
})
const says = (before: Shown, after: Shown) =>
  changesOf(before, after).map((one) => [one.field, one.before, one.after])

test('AW-6 what is the same is not told, in whatever order traits stand', () => {
  const is = shown({ name: 'One', image: 'a.png' }, ['Hat: red', 'Eyes: 2', 'Eyes: 2'])
  expect(says(is, shown({ image: 'a.png', name: 'One' }, ['Eyes: 2', 'Hat: red', 'Eyes: 2']))).toEqual([])
})

test('AW-6 each text that was changed, added or taken away is told with what it was', () => {
  const before = shown({ name: 'One', description: 'a fish', external_url: 'https://a.example' })
  const after = shown({ name: 'Two', description: 'a fish', image: 'b.png', metadata: 'ipfs://b' })
  expect(says(before, after)).toEqual([
    ['name', 'One', 'Two'],
    ['image', null, 'b.png'],
    ['external_url', 'https://a.example', null],
    ['metadata', null, 'ipfs://b'],
  ])
  expect(says(shown({ animation: 'a' }), shown({ animation: 'b' }))).toEqual([['animation', 'a', 'b']])
})

test('AW-6 a trait of another value is one change, and each of a kind is told by itself', () => {
  const before = shown({}, ['Hat: red', 'Eyes: 2', 'Eyes: 2', 'Tail: long', 'odd'])
  const after = shown({}, ['Eyes: 2', 'Hat: blue', 'Fin: gold', 'Eyes: 3', 'odd', 'even'])
  expect(says(before, after)).toEqual([
    ['trait', 'Hat: red', 'Hat: blue'],
    ['trait', 'Eyes: 2', 'Eyes: 3'],
    ['trait', 'Tail: long', null],
    ['trait', null, 'Fin: gold'],
    ['trait', null, 'even'],
  ])
  // another kind, however alike both are called
  expect(says(shown({}, ['Hat: red']), shown({}, ['Has: red']))).toEqual([
    ['trait', 'Hat: red', null],
    ['trait', null, 'Has: red'],
  ])
})

test('AW-6 another collection name and another owner are told, and nothing of what was not known', () => {
  const before = shown({ name: 'One' })
  expect(says(before, shown({ name: 'One' }, [], { collection: 'Koi', owner: '0xb' }))).toEqual([
    ['collection', 'Betta', 'Koi'],
    ['owner', '0xa', '0xb'],
  ])
  const unread = shown({}, [], { texts: null, owner: null, collection: '' })
  expect(says(unread, before)).toEqual([])
  expect(says(before, unread)).toEqual([])
  expect(says(before, shown({ name: 'Two' }, [], { owner: null }))).toEqual([['name', 'One', 'Two']])
})
