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

test('AI-1 numbers keep all the digits that were written, without an exponent', () => {
  const numbers = [
    '12345678901234567890',
    '-1e30',
    '7.50',
    '2.5E-7',
    '1E5',
    '0.12345678901234567890123',
    '1e400',
  ]
  const json = `{"name":98765432109876543210,"properties":{"many":{"value":[${numbers.join()}]}},
    "attributes":[${numbers.map((value) => `{"trait_type":"n","value":${value}}`).join()}]}`
  const found = readMetadata(Buffer.from(json))
  const digits = [
    '12345678901234567890',
    `-1${'0'.repeat(30)}`,
    '7.5',
    '0.00000025',
    '100000',
    '0.12345678901234567890123',
    '1e400',
  ]
  expect([found?.name, found?.attributes.map(({ value }) => value)]).toEqual(['98765432109876543210', digits])
  expect(found?.attributes.map(({ number }) => number)).toEqual([
    digits[0],
    null, // more than 30 digits
    ...digits.slice(2, 5),
    null,
    null,
  ])
  const listed = readMetadata(Buffer.from(json.replace('attributes', 'other')))
  expect(listed?.attributes).toMatchObject([{ key: 'many', value: digits.join(', ') }])
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

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%"/></svg>'
const drawn = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

test.each([
  [{ image_data: svg }, drawn],
  [{ image: svg }, drawn],
  [{ image: '', image_data: 'data:image/svg+xml;utf8,<svg/>' }, 'data:image/svg+xml;utf8,<svg/>'],
  [{ imageUrl: 'https://a/1.png' }, 'https://a/1.png'],
  [{ image: { src: 'x' }, image_url: 'https://a/2.png' }, 'https://a/2.png'],
])('AI-1 the picture of %j is read', (json, image) => {
  expect(read(json)?.image).toBe(image)
})

test('AI-1 the id of an ERC-1155 token stands in every address of its metadata, and is no template elsewhere', () => {
  const json = { image: 'ipfs://c/{id}.png', animation_url: 'ar://{id}', external_url: 'https://a/{id}' }
  const body = Buffer.from(JSON.stringify(json))
  const id = `${'0'.repeat(62)}1f`
  expect(readMetadata(body, 31n)).toMatchObject({
    image: `ipfs://c/${id}.png`,
    animation: `ar://${id}`,
    externalUrl: `https://a/${id}`,
  })
  expect(readMetadata(body)?.image).toBe('ipfs://c/{id}.png')
})

const shown = (json: unknown) => read(json)?.attributes.map(({ key, value }) => `${key}=${value}`)

test('AI-1 values of properties that no text can be made of are left out, and nothing throws', () => {
  const deep = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`
  const json = `{"properties":{"odd":{"value":["red",{"toString":null},${deep},7]}}}`
  expect(readMetadata(Buffer.from(json))?.attributes).toMatchObject([{ value: 'red, 7' }])
})

test('AI-1 traits are read as makers write them: a list, an object, properties of ERC-1155', () => {
  const list = [{ trait_type: 'Hat', value: 'red' }]
  expect(shown({ attributes: { area: 459, suburb: 'Music District', sea: true } })).toEqual([
    'area=459',
    'suburb=Music District',
    'sea=true',
  ])
  expect(shown({ traits: list })).toEqual(['Hat=red'])
  expect(shown({ attributes: [], traits: { Hat: 'red' } })).toEqual(['Hat=red'])
  expect(
    shown({
      properties: {
        simple: 'a value',
        rich: { name: 'Name', value: '123', display_value: '123 exactly', class: 'emphasis' },
        many: { name: 'Numbers', value: [1, 2, 3] },
        files: [{ uri: 'x' }],
        deep: { a: 1 },
      },
    }),
  ).toEqual(['simple=a value', 'Name=123 exactly', 'Numbers=1, 2, 3'])
  expect(shown({ attributes: list, properties: { other: 1 } })).toEqual(['Hat=red'])
})

test.each([
  ['a byte order mark', Buffer.from('\ufeff{"name":"ปลา"}')],
  ['UTF-16, the lower byte first', Buffer.from('\ufeff{"name":"ปลา"}', 'utf16le')],
  ['UTF-16, the upper byte first', Buffer.from('\ufeff{"name":"ปลา"}', 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from('{"name":"ปลา"}', 'utf16le')],
])('AI-1 metadata in %s is read', (_what, body) => {
  expect(readMetadata(body)?.name).toBe('ปลา')
})
