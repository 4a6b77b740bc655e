import { type Payload, payload as stored } from '@talad/proto/http/campaign/payload/modules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectivePayload } from './effective.ts'

const collection: Payload = {
  version: '3.0',
  name: 'Temple fair',
  description:
    '%%name%% of %%collection_name%%, %%project_name%%: %%attribute.power%%, %%nobody%%, no. %%token_id%%',
  assets: { image: 'ipfs://a/{id}.png', cover: 'https://media.test/cover' },
  attributes: { power: { value: 1 }, colour: { value: 'red' } },
  table: { headers: ['day'], records: [['Monday']] },
}
const item: Payload = {
  version: '3.0',
  name: 'Lantern',
  assets: { image: 'ipfs://b/{id}/{id}' },
  attributes: { power: { value: 2, display: 'number' } },
  table: { headers: ['hour'], records: [] },
}

test('CA-59 collection < item < token: maps merge by key, other modules are replaced', () => {
  const token: Payload = { version: '3.4', attributes: { colour: { value: 'blue' } }, unknown: 1 }
  expect(effectivePayload([collection, item, token], {})).toMatchObject({
    version: '3.0',
    name: 'Lantern',
    assets: { image: 'ipfs://b/{id}/{id}', cover: 'https://media.test/cover' },
    attributes: { power: { value: 2, display: 'number' }, colour: { value: 'blue' } },
    table: { headers: ['hour'], records: [] },
  })
  expect(effectivePayload([token], {})).not.toHaveProperty('unknown')
})

test('CA-61 variables are filled in once, escaped; what is not known stays as it is written', () => {
  const names = { collection_name: '<b>"%%name%%"</b>', project_name: "Tom & Jerry's", item_name: 'x' }
  expect(effectivePayload([collection, item], names).description).toBe(
    'Lantern of &lt;b&gt;&quot;%%name%%&quot;&lt;/b&gt;, Tom &amp; Jerry&#39;s: 2, %%nobody%%, no. %%token_id%%',
  )
  const [odd] = [{ ...collection, description: '5%% of %%name%%, %%item_name%% %%attribute.toString%%' }]
  expect(effectivePayload([odd], names).description).toBe('5%% of Temple fair, x %%attribute.toString%%')
})

test('CA-62 {id} in assets is 64 hex digits of an ERC-1155 token, decimal of others, and stays where there is no token', () => {
  const imageOf = (standard: 'erc721' | 'erc1155' | 'virtual') =>
    effectivePayload([collection, item], {}, { id: (3n << 32n) + 10n, standard }).assets?.image
  const hex = '30000000a'.padStart(64, '0')
  expect(imageOf('erc1155')).toBe(`ipfs://b/${hex}/${hex}`)
  for (const standard of ['erc721', 'virtual'] as const)
    expect(imageOf(standard)).toBe('ipfs://b/12884901898/12884901898')
  expect(effectivePayload([collection], {}).assets?.image).toBe('ipfs://a/{id}.png')
})

test('CA-66 CA-82 a coupon is in what everybody may read only where it is public', () => {
  const coupon = { code: 'FAIR2026' }
  const hidden = effectivePayload(
    [
      { ...collection, 'coupon-code': { ...coupon, public: true } },
      { ...item, 'coupon-code': coupon },
    ],
    {},
  )
  expect(JSON.stringify(hidden)).not.toContain('FAIR2026')
  const shown = { ...coupon, public: true as const }
  expect(effectivePayload([{ ...collection, 'coupon-code': shown }, item], {})['coupon-code']).toEqual(shown)
})

/** Inheritance and substitution as somebody would do it by hand: last level that says something, cut at the percent signs. */
function naive(levels: readonly Payload[], names: Record<string, string>) {
  const out: Record<string, unknown> = { version: '3.0' }
  for (const level of levels) {
    for (const part of ['name', 'description', 'table'] as const)
      if (level[part] !== undefined) out[part] = level[part]
    for (const map of ['assets', 'attributes'] as const)
      for (const [key, value] of Object.entries(level[map] ?? {}))
        out[map] = { ...(out[map] as object | undefined), [key]: value }
  }
  const values: Record<string, unknown> = { ...names, name: out.name }
  for (const [key, { value }] of Object.entries((out.attributes as Payload['attributes']) ?? {}))
    values[`attribute.${key}`] = value
  const parts = typeof out.description === 'string' ? out.description.split('%%') : []
  for (let at = 1; at + 1 < parts.length; at += 2) {
    const value = values[parts[at] ?? '']
    const safe =
      value === undefined
        ? undefined
        : String(value)
            .split('')
            .map((c) =>
              '&<>"\''.includes(c)
                ? `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }[c]};`
                : c,
            )
            .join('')
    parts[at] = safe ?? `%%${parts[at]}%%`
  }
  if (parts.length > 0) out.description = parts.join('')
  return out
}

test('CA-59 CA-61 inheritance and substitution are what a naive model makes of them', () => {
  const key = fc.constantFrom('a', 'b', 'c')
  const words = fc.string({ unit: fc.constantFrom('a', '<', '&', '"', "'", ' ', 'ก'), maxLength: 6 })
  const variable = fc.constantFrom('name', 'item_name', 'token_id', 'attribute.a', 'attribute.b', 'nobody')
  const description = fc
    .array(fc.tuple(words, variable), { maxLength: 4 })
    .map((parts) => parts.map(([text, name]) => `${text}%%${name}%%`).join(''))
  const value = fc.oneof(fc.integer(), words)
  const level = fc.record(
    {
      version: fc.constantFrom('3.0', '3.2'),
      name: words,
      description,
      assets: fc.dictionary(key, words, { minKeys: 1 }),
      attributes: fc.dictionary(key, fc.record({ value }), { minKeys: 1 }),
      table: fc.constantFrom({ headers: ['x'], records: [] }, { headers: ['y'], records: [['z']] }),
    },
    { requiredKeys: ['version'] },
  ) as fc.Arbitrary<Payload>
  const levels = fc.array(level, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(levels, words, (given, item_name) => {
      expect(effectivePayload(given, { item_name })).toEqual(naive(given, { item_name }))
    }),
    { numRuns: 10_000 },
  )
})

test('CA-59 what was saved at every level can be saved whole', () => {
  expect(stored.safeParse(effectivePayload([collection, item], {})).success).toBe(true)
})
