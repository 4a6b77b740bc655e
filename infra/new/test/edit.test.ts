import { expect, test } from 'vitest'
import { addImport, addItem, addMember, addStatements, addToList } from '../src/edit.ts'
import type { Tree } from '../src/tree.ts'

/** A tree with one file in memory, and what an edit makes of it, without white space at the ends of lines. */
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

const declared = (inner: string) => `export const service = defineService({ ${inner} })`
const withJob = (inner: string) =>
  edited(declared(inner), (tree) => addToList(tree, 'service.ts', 'defineService({', 'jobs', 'b'))

test('an item is added to a list that is there, with a comma or without', () => {
  expect(withJob('jobs: [a], at')).toBe(declared('jobs: [a, b, ], at'))
  expect(withJob('jobs: [a,], at')).toBe(declared('jobs: [a, b, ], at'))
  expect(withJob('jobs: [], at')).toBe(declared('jobs: [ b, ], at'))
})

test('a list that is missing is added with its item', () => {
  expect(withJob('at,')).toBe(declared('at, jobs: [b],'))
})

test('a list of the same name deeper inside, in a string or in a comment is another one', () => {
  const others = "inner: { jobs: [x] }, says: 'jobs: [', /* jobs: [ */"
  expect(withJob(others)).toBe(declared("inner: { jobs: [x] }, says: 'jobs: [', /* jobs: [ */ jobs: [b],"))
})

test('a comment behind the last item stays behind it', () => {
  const text = 'const list = [\n  a, // why ]\n]\n'
  expect(edited(text, (tree) => addItem(tree, 'list.ts', 'const list = [', 'b'))).toBe(
    'const list = [ a, // why ] b, ]',
  )
})

test('brackets in regular expressions and templates close nothing', () => {
  const text = 'f({ a: /[}\\]]/, b: `}` })'
  expect(edited(text, (tree) => addItem(tree, 'f.ts', 'f({', 'c'))).toBe('f({ a: /[}\\]]/, b: `}`, c, })')
})

test('a list that is computed is refused, and the file, the anchor and the item are named', () => {
  expect(() => withJob('jobs: jobsOf(deps),')).toThrow('service.ts has no "jobs: ["')
  expect(() =>
    edited('export const other = 1', (tree) => addToList(tree, 'service.ts', 'defineService({', 'jobs', 'b')),
  ).toThrow('service.ts has no "defineService({", to which this was to be added: b')
})

test('statements are added at the end of a block, or before its return', () => {
  const text = 'function f() { g({ return: 1 })\n  return app\n}\nfunction h() {\n  return app\n}'
  const added = edited(text, (tree) => addStatements(tree, 'f.ts', 'function f() {', '  x()', '  return app'))
  expect(added).toBe('function f() { g({ return: 1 }) x() return app } function h() { return app }')
})

test('a name is imported once', () => {
  const text = "import { a } from './a.ts'\nimport { b } from './b.ts'\n\nb(a)\n"
  const known = edited(text, (tree) => addImport(tree, 'c.ts', ['a'], './a.ts'))
  expect(known).toBe(text.replace(/\s+/g, ' ').trim())
  const added = edited(text, (tree) => addImport(tree, 'c.ts', ['a', 'c'], './a.ts'))
  expect(added).toBe("import { a } from './a.ts' import { b } from './b.ts' import { c } from './a.ts' b(a)")
})

test('a name that comes from elsewhere is refused', () => {
  const text = "import { a, type b } from './a.ts'\n"
  expect(() => edited(text, (tree) => addImport(tree, 'c.ts', ['a'], './c.ts'))).toThrow(
    'c.ts has another a already, from ./a.ts',
  )
})

test('a union gets one more member, laid out over lines or not', () => {
  const add = (text: string) => edited(text, (tree) => addMember(tree, 'c.ts', 'type C =', '{ b: 1 }'))
  expect(add('type C = { a: 1 }\n')).toBe('type C = | { b: 1 } | { a: 1 }')
  expect(add('type C =\n  | { a: 1 }\n  | { c: 1 }\n')).toBe('type C = | { b: 1 } | { a: 1 } | { c: 1 }')
})
