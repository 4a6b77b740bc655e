import { htmlTree } from '@talad/proto/site/html'
import { type Section, section } from '@talad/proto/site/sections'
import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'
import { readMarkup, writeMarkup } from './markup.ts'
import { rebase } from './rebase.ts'
import { begin, moved, redo, step, undo } from './steps.ts'

const row = (id: string, title = id): Section =>
  section.parse({
    id,
    kind: 'preview-slider',
    content: { title: { th: title, en: '' } },
    source: null,
    collection_ids: [],
  })
const shown = (list: readonly Section[]) =>
  list.map((one) => ('title' in one.content ? `${one.id}:${one.content.title.th}` : one.id)).join(' ')
const [a, b, c] = [row('a'), row('b'), row('c')]

test('AW-13 typing on in one field is one step, which one undo takes back and one redo brings again', () => {
  let steps = begin([a])
  for (const [at, text] of ['x', 'xy', 'xyz'].entries())
    steps = step(steps, [row('a', text)], { what: 'a.title', at: at * 100 })
  steps = step(steps, [row('a', 'xyz'), b], { what: 'add', at: 400 })
  expect(shown(undo(steps).now)).toBe('a:xyz')
  expect(shown(undo(undo(steps)).now)).toBe('a:a')
  expect(shown(undo(undo(undo(steps))).now)).toBe('a:a')
  expect(shown(redo(undo(steps)).now)).toBe('a:xyz b:b')
})

test('AW-13 a section goes a place up or down, and no further than the ends', () => {
  expect(shown(moved([a, b, c], 'c', -1))).toBe('a:a c:c b:b')
  expect(shown(moved([a, b, c], 'a', 1))).toBe('b:b a:a c:c')
  expect(shown(moved([a, b, c], 'a', -1))).toBe('a:a b:b c:c')
})

test('AW-13 what was typed while a draft was being saved stays, on top of what others have saved', () => {
  const sent = [a, b, c]
  const theirs = [row('a', 'theirs'), row('new'), c] // b was taken out
  expect(shown(rebase(sent, sent, theirs))).toBe('a:theirs new:new c:c')
  expect(shown(rebase(sent, [a, b, row('c', 'mine')], theirs))).toBe('a:theirs new:new c:mine')
  expect(shown(rebase(sent, [a, row('b', 'mine'), c], theirs))).toBe('a:theirs b:mine new:new c:c')
  expect(shown(rebase(sent, [c, a, b, row('my')], theirs))).toContain('c:c a:theirs')
  expect(shown(rebase(sent, [a, c], theirs))).toBe('a:theirs new:new c:c')
})

test('AW-13 tells what publishing adds, takes out, changes and moves', () => {
  const found = changesOf([a, b, c], [c, row('a', 'x'), row('d')])
  expect(found.map(({ what, section: { id } }) => `${what} ${id}`)).toEqual([
    'moved c',
    'changed a',
    'added d',
    'removed b',
  ])
  expect(found[1]?.fields).toEqual([{ path: 'content.title.th', before: 'a', after: 'x' }])
  expect(changesOf([a, b], [a, b])).toEqual([])
})

const typed = [
  '# หัวข้อ',
  '## รอง **หนา**',
  'ย่อหน้า _เอียง_ และ [ลิงก์](/explore)\nบรรทัดใหม่ ~~ผิด~~ `code`',
  '- หนึ่ง\n- **สอง _ใน_**',
  '1. แรก\n2. หลัง',
  '> คำพูด\n> ต่อ',
  '---',
  '![รูป](/media/a.webp)',
].join('\n\n')

test('GW-33 what is typed for free words becomes the tree, and is typed the same for it again', () => {
  const tree = readMarkup(typed)
  expect(htmlTree.safeParse(tree).error).toBeUndefined()
  expect(tree.map(({ tag }) => tag)).toEqual(['h2', 'h3', 'p', 'ul', 'ol', 'blockquote', 'hr', 'img'])
  expect(writeMarkup(tree)).toBe(typed)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '![x](https://evil.example/x.png)',
])('GW-33 %s is no part of a page', (text) =>
  expect(htmlTree.safeParse(readMarkup(text)).success).toBe(false),
)
