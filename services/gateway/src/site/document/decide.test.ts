import { Rejection } from '@talad/shared/rejection'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DocumentCommand, decideDocument } from './decide.ts'
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

/** A document on which commands are carried out, each a second after the one before it. */
function carriedOut(...commands: DocumentCommand<Page>[]) {
  let document: Document<Page> = emptyDocument
  const told: DocumentEvent<Page>[][] = []
  for (const command of commands) {
    const events = decideDocument(command, document, mergeSections)
    told.push([...events])
    for (const event of events) document = evolve(document, event)
  }
  return { document, told }
}
const page = (title: number): Page => ({ sections: [{ id: 'a', title }] })
const by = { by: 'mali', now }
const made = { by: 'mali', at: now }
const save = (version: number, title: number, base: Page | null = null) =>
  ({ type: 'Save', content: page(title), base, version, ...by }) as const
const publish = (version: number, at: Date | null = null) =>
  ({ type: 'Publish', at, version, ...by }) as const
const due = new Date(1_000)

test('AW-13 a draft is published, waits for its time, is let go, and what was shown before comes back', () => {
  const twice = [save(0, 1), publish(1), save(2, 2), publish(3)]
  const { told, document } = carriedOut(...twice, { type: 'RollBack', revision: 1, version: 4, ...by })
  expect(told).toEqual([
    [{ type: 'DraftSaved', data: { content: page(1), ...made } }],
    [{ type: 'Published', data: { content: page(1), revision: 1, from: 'draft', ...made } }],
    [{ type: 'DraftSaved', data: { content: page(2), ...made } }],
    [{ type: 'Published', data: { content: page(2), revision: 2, from: 'draft', ...made } }],
    [{ type: 'Published', data: { content: page(1), revision: 3, from: 'history', ...made } }],
  ])
  expect(document.published.map(({ revision }) => revision)).toEqual([3, 2, 1])

  const waits = [save(0, 1), publish(1, due)]
  const dropped = { type: 'Unschedule', version: 2, ...by } as const
  const ends: [DocumentCommand<Page>[], DocumentEvent<Page>[]][] = [
    [waits, [{ type: 'PublishScheduled', data: { content: page(1), due, ...made } }]],
    [[...waits, dropped], [{ type: 'ScheduleDropped', data: made }]],
    [[save(0, 1), { ...dropped, version: 1 }], []],
    [
      [...waits, save(2, 2), { type: 'PublishDue', scheduled: 2, ...by }],
      [{ type: 'Published', data: { content: page(1), revision: 1, from: 'schedule', ...made } }],
    ],
    [[...waits, { type: 'PublishDue', scheduled: 1, ...by }], []],
    [[...waits, dropped, { type: 'PublishDue', scheduled: 2, ...by }], []],
    [[save(0, 1), save(1, 1)], []],
  ]
  for (const [commands, last] of ends) expect(carriedOut(...commands).told.at(-1)).toEqual(last)
})

test('AW-4 AW-13 what can not be is refused by its field, and who is behind is told by whom', () => {
  const code = { version: 1, changed_by: 'mali', changed_at: now.toISOString() }
  const conflict = { code: 'VERSION_CONFLICT', field: 'version', details: code }
  const refused: [DocumentCommand<Page>[], object][] = [
    [[publish(0)], { code: 'NOTHING_TO_PUBLISH', field: 'document' }],
    [[save(0, 1), publish(1, now)], { code: 'NOT_AHEAD', field: 'at' }],
    [
      [save(0, 1), publish(1), { type: 'RollBack', revision: 1, version: 2, ...by }],
      { code: 'REVISION_NOT_FOUND', field: 'revision' },
    ],
    [[save(0, 1), publish(0)], conflict],
    [[save(0, 1), { type: 'Unschedule', version: 0, ...by }], conflict],
    [[save(0, 1), save(2, 2)], conflict],
    [[save(0, 1), save(0, 2)], conflict],
    [[save(0, 1), save(0, 2, page(0))], conflict],
    [[save(1, 1)], { code: 'VERSION_CONFLICT', details: { changed_by: null, changed_at: null } }],
  ]
  for (const [commands, reason] of refused) {
    const error = (() => {
      try {
        return carriedOut(...commands).told
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(Rejection)
    expect(error).toMatchObject(reason)
  }
  // whose draft is as it was read is behind in nothing
  expect(carriedOut(save(0, 1), publish(1), save(1, 2, page(1))).document.draft).toEqual(page(2))
})
