import { expect, test } from 'vitest'
import { readMetadata, sourceOf } from './metadata.ts'

const read = (json: unknown) => readMetadata(Buffer.from(JSON.stringify(json)))

test('AI-1 metadata that is no JSON object is refused', () => {
  expect(readMetadata(Buffer.from('<html>'))).toBeUndefined()
  expect(read([])).toBeUndefined()
  expect(read('text')).toBeUndefined()
})

test('names are cut at 500 and descriptions at 5000 characters, and both stay text', () => {
  const metadata = read({ name: `<b>${'n'.repeat(600)}`, description: 'd'.repeat(6_000) })
  expect(metadata?.name).toHaveLength(500)
  expect(metadata?.name.startsWith('<b>')).toBe(true)
  expect(metadata?.description).toHaveLength(5_000)
})

test('control characters and broken surrogates are taken out, which Postgres would refuse', () => {
  expect(read({ name: 'a\u0000b\u001fc' })?.name).toBe('abc')
  expect(read({ name: `${'x'.repeat(499)}😀` })?.name.isWellFormed()).toBe(true)
})

test('everything of the wrong type is left out', () => {
  const metadata = read({ name: { a: 1 }, image: 7, external_url: 'javascript:alert(1)', attributes: 'none' })
  expect(metadata).toEqual({
    name: '',
    description: '',
    image: null,
    animation: null,
    externalUrl: null,
    attributes: [],
  })
})

test('attributes are numbers by type or by display type, and text otherwise', () => {
  const metadata = read({
    attributes: [
      { trait_type: 'Level', value: 7, display_type: 'number' },
      { trait_type: 'Age', value: '12.5', display_type: 'date' },
      { trait_type: 'Name', value: '7' },
      { value: true },
      { trait_type: 'Empty', value: '' },
      { trait_type: 'Deep', value: { a: 1 } },
    ],
  })
  expect(metadata?.attributes).toEqual([
    { key: 'Level', value: '7', number: '7', displayType: 'number' },
    { key: 'Age', value: '12.5', number: '12.5', displayType: 'date' },
    { key: 'Name', value: '7', number: null, displayType: null },
    { key: 'Property', value: 'true', number: null, displayType: null },
  ])
})

test('at most 100 attributes are kept', () => {
  const attributes = Array.from({ length: 500 }, (_, n) => ({ trait_type: 'n', value: n }))
  expect(read({ attributes })?.attributes).toHaveLength(100)
})

test('the id template of ERC-1155 is 64 lower-case hex digits', () => {
  expect(sourceOf('https://a/{id}.json', 314592n)).toBe(
    'https://a/000000000000000000000000000000000000000000000000000000000004cce0.json',
  )
})
