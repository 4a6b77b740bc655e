import { expect, test } from 'vitest'
import { readVirtual, toVirtualDraft } from './draft.ts'

const said = { name: 'โคมทอง', slug: 'gold', description: '', tags: [], mint_limit: null, payload: null }
const maps = { attributes: { color: 'แดง', size: 3 }, texts: { story: 'x' } }

test('CA-8 CA-9 what a collection and an item say comes out of the fields as it went in, each with its own', () => {
  const collection = { ...said, ...maps, theme: { primaryColor: '#0b5d4a' } }
  const item = { ...said, ...maps, metadata: { a: [1] } }
  expect(readVirtual(toVirtualDraft(collection), 'collection', undefined)).toEqual({ terms: collection })
  expect(readVirtual(toVirtualDraft(item), 'item', undefined)).toEqual({ terms: item })
})

test('CA-15 what is typed wrong is told by its path: a name that is none, one that is there twice, no number, no JSON', () => {
  const draft = toVirtualDraft({ ...said, ...maps })
  const row = (name: string, value = '1', isNumber = false) => ({ key: name + value, name, value, isNumber })
  const attributes = [row('Color'), row('size', 'x', true)]
  const extras = { ...draft.extras, attributes, texts: [row('a'), row('a', '2')], metadata: '[]' }
  const read = readVirtual({ ...draft, extras }, 'item', undefined)
  expect('wrong' in read && [...read.wrong]).toEqual(
    expect.arrayContaining(['attributes.Color', 'attributes.size', 'texts.a', 'metadata']),
  )
})
