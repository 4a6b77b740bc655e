import { expect, test } from 'vitest'
import { addImport, addMember, addToList } from '../src/edit.ts'
import type { Tree } from '../src/tree.ts'

/** What an edit makes of the one file of a tree, without white space at the ends of lines. */
function edited(text: string, edit: (tree: Tree) => void): string {
  let now = text
  const unused = () => {
    throw new Error('not used by edits')
  }
  const tree = { root: '', has: () => true, read: () => now, create: unused, save: unused }
  edit({
    ...tree,
    edit(_path, change) {
      now = change(now)
    },
  })
  return now.replace(/\s+/g, ' ').trim()
}

const withStream = (inner: string) =>
  edited(`defineService({\n${inner}\n})`, (tree) =>
    addToList(tree, 'service.ts', 'defineService({', 'streams', 'b'),
  )

test('an item is added to a list that is there, empty or not, and a list that is missing with its item', () => {
  expect(withStream('  streams: [a], // why\n  at,')).toBe('defineService({ streams: [ b,a], // why at, })')
  expect(withStream('  streams: [],')).toBe('defineService({ streams: [ b,], })')
  expect(withStream('  inner: {\n    streams: [x],\n  },')).toBe(
    'defineService({ streams: [b], inner: { streams: [x], }, })',
  )
})

test('a list that is computed is refused, and the file, the anchor and the item are named', () => {
  expect(() => withStream('  streams: streamsOf(deps),')).toThrow('service.ts has no "streams: ["')
  expect(() =>
    edited('const other = 1', (tree) => addToList(tree, 'service.ts', 'defineService({', 'streams', 'b')),
  ).toThrow('service.ts has no "defineService({", to which this was to be added: streams: [b]')
})

test('a name is imported once, and refused where it comes from elsewhere', () => {
  const text = "import { a } from './a.ts'\nimport { type b } from './b.ts'\n\nb(a)\n"
  const add = (name: string, from: string) => edited(text, (tree) => addImport(tree, 'c.ts', name, from))
  expect(add('a', './a.ts')).toBe(text.replace(/\s+/g, ' ').trim())
  expect(add('c', './a.ts')).toBe(
    "import { a } from './a.ts' import { type b } from './b.ts' import { c } from './a.ts' b(a)",
  )
  expect(() => add('a', './c.ts')).toThrow('c.ts has another a already, from ./a.ts')
})

test('a union gets one more member, laid out over lines or not', () => {
  const add = (text: string) => edited(text, (tree) => addMember(tree, 'c.ts', 'type C =', '{ b: 1 }'))
  expect(add('type C = { a: 1 }\n')).toBe('type C = | { b: 1 } | { a: 1 }')
  expect(add('type C =\n  | { a: 1 }\n  | { c: 1 }\n')).toBe('type C = | { b: 1 } | { a: 1 } | { c: 1 }')
})
