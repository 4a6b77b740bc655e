import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeFields, mergeSections } from './merge.ts'

type Section = { id: string; title: number }
type Edit = { kind: 'change' | 'remove' | 'add' | 'move'; at: number; to: number }

const edit = fc.record({
  kind: fc.constantFrom<Edit['kind']>('change', 'remove', 'add', 'move'),
  at: fc.nat(7),
  to: fc.nat(7),
})
const edits = fc.array(edit, { maxLength: 4 })
const base: Section[] = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: 0 }))

/** @param who by which what is added is known: two editors never make up the same id */
function edited(list: readonly Section[], all: readonly Edit[], who: string): Section[] {
  const result = [...list]
  for (const [n, { kind, at, to }] of all.entries()) {
    const place = at % Math.max(1, result.length)
    const found = result[place]
    if (kind === 'add') result.splice(place, 0, { id: `${who}${n}`, title: to })
    else if (found && kind === 'change') result[place] = { ...found, title: to + 1 }
    else if (found) {
      result.splice(place, 1)
      if (kind === 'move') result.splice(to % (result.length + 1), 0, found)
    }
  }
  return result
}

const titleIn = (list: readonly Section[], id: string) => list.find((one) => one.id === id)?.title
const orderIn = (list: readonly Section[], ids: readonly string[]) =>
  list.flatMap(({ id }) => (ids.includes(id) ? [id] : []))

test('AW-13 what two editors have changed is all there, or they are told that they changed the same', () => {
  const twoEditors = fc.property(edits, edits, (first, second) => {
    const [mine, theirs] = [edited(base, first, 'm'), edited(base, second, 't')]
    const merged = mergeSections({ sections: base }, { sections: mine }, { sections: theirs })?.sections
    const ids = [...new Set([...base, ...mine, ...theirs].map(({ id }) => id))]
    const touches = (list: readonly Section[], id: string) => titleIn(list, id) !== titleIn(base, id)
    const both = ids.filter(
      (id) => touches(mine, id) && touches(theirs, id) && titleIn(mine, id) !== titleIn(theirs, id),
    )
    if (!merged) {
      const left = base
        .map(({ id }) => id)
        .filter((id) => titleIn(mine, id) !== undefined && titleIn(theirs, id) !== undefined)
      const orders = [base, mine, theirs].map((list) => orderIn(list, left).join())
      expect(both.length > 0 || new Set(orders).size === 3).toBe(true)
      return
    }
    expect(both).toEqual([])
    for (const id of ids) expect(titleIn(merged, id)).toBe(titleIn(touches(mine, id) ? mine : theirs, id))
    expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length)
  })
  fc.assert(twoEditors, { numRuns: 2_000, seed: 35 })
})

test('AW-13 different fields are both kept, the same one is told', () => {
  const was = { title: 'a', support: 1 }
  expect(mergeFields(was, { ...was, title: 'b' }, { ...was, support: 2 })).toEqual({ title: 'b', support: 2 })
  expect(mergeFields(was, { ...was, title: 'b' }, { ...was, title: 'c' })).toBeUndefined()
})
