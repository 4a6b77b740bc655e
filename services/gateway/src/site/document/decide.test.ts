import type { Rejection } from '@talad/shared/rejection'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideDocument } from './decide.ts'
import { type Document, type DocumentEvent, emptyDocument, evolve } from './events.ts'
import { mergeSections } from './merge.ts'

type Section = { id: string; title: number }
type Page = { sections: Section[] }
type Editor = { version: number; base: Page; mine: Page }

const SITES = 20
const EDITS = 100
const now = new Date(0)
const begin: Page = { sections: ['a', 'b', 'c', 'd'].map((id) => ({ id, title: 0 })) }
const edit = fc.record({
  who: fc.nat(1),
  what: fc.constantFrom('change', 'change', 'change', 'remove', 'add', 'move'),
  at: fc.nat(9),
  /** others may come first */
  saves: fc.boolean(),
})
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

function edited({ sections }: Page, { what, at, who }: Edit, count: number): Page {
  const place = at % Math.max(1, sections.length)
  const found = sections[place]
  const rest = sections.toSpliced(place, 1)
  if (what === 'add' || !found) return { sections: [...sections, { id: `${who}-${count}`, title: count }] }
  if (what === 'remove') return { sections: rest }
  if (what === 'move') return { sections: [found, ...rest] }
  return { sections: sections.with(place, { ...found, title: count }) }
}

const titleOf = ({ sections }: Page, id: string) => sections.find((one) => one.id === id)?.title

/** A document with its events, saved to as the route does. */
function opened() {
  let document: Document<Page> = emptyDocument
  const drafts = new Map<number, Page>()
  return {
    get: () => document,
    save(content: Page, version: number) {
      const past = [...drafts].filter(([of]) => of <= version)
      const base = past.at(-1)?.[1] ?? null
      const command = { type: 'Save' as const, content, base, version, by: 'editor', now }
      const events: readonly DocumentEvent<Page>[] = decideDocument(command, document, mergeSections)
      for (const event of events) document = evolve(document, event)
      drafts.set(document.version, document.draft ?? content)
    },
  }
}

test('AW-13 of 20 sites, each edited 100 times by two people, nothing is lost unless its editor is told', () => {
  let [merged, told] = [0, 0]
  const edits = fc.array(edit, { minLength: EDITS, maxLength: EDITS })
  const site = fc.property(edits, (all) => {
    const document = opened()
    document.save(begin, 0)
    const fresh = (): Editor => {
      const { version, draft } = document.get()
      return { version, base: draft ?? begin, mine: draft ?? begin }
    }
    const editors = [fresh(), fresh()]
    for (const [count, one] of all.entries()) {
      const editor = editors[one.who] ?? fresh()
      editor.mine = edited(editor.mine, one, count + 1)
      if (!one.saves) continue
      const before = document.get()
      try {
        document.save(editor.mine, editor.version)
        merged += before.version > editor.version ? 1 : 0
      } catch (error) {
        expect(error).toMatchObject({ code: 'VERSION_CONFLICT' } satisfies Partial<Rejection>)
        expect(document.get()).toBe(before)
        told += 1
        editors[one.who] = fresh()
        continue
      }
      const [was, is] = [before.draft ?? begin, document.get().draft ?? begin]
      const ids = [was, is, editor.base, editor.mine].flatMap(({ sections }) => sections.map(({ id }) => id))
      for (const id of new Set(ids)) {
        const [base, mine, theirs] = [editor.base, editor.mine, was].map((page) => titleOf(page, id))
        const isMine = mine !== base
        expect(titleOf(is, id)).toBe(isMine ? mine : theirs)
        if (isMine && theirs !== mine) expect(theirs).toBe(base) // nobody's newer words lay under mine
      }
      editors[one.who] = fresh()
    }
  })
  fc.assert(site, { numRuns: SITES, seed: 35 })
  expect(Math.min(merged, told)).toBeGreaterThan(SITES)
})
