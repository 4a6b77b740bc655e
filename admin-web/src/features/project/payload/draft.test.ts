import { checkNames } from '@talad/proto/http/campaign/payload/check'
import { expect, test } from 'vitest'
import { differences } from './difference.ts'
import { fromPayloadDraft, toPayloadDraft } from './draft.ts'
import { faultText } from './fault-words.ts'
import { faultsOf } from './faults.ts'

const whole = {
  version: '3.0',
  name: 'โคมทอง',
  description: 'ดวงที่ %%token_id%%',
  assets: { image: 'ipfs://x/{id}.webp' },
  attributes: {
    color: { value: 'ทอง' },
    size: { value: 3 },
    power: { value: 1.5, display: 'boost_number' },
    share: { value: 20, display: 'boost_percentage' },
    born: { value: 1_764_208_805, display: 'date' },
  },
  table: { headers: ['a', 'b'], records: [['1', 2]] },
  'coupon-code': {
    codes: ['GOLD-1', 'GOLD-2'],
    active_start: '2026-12-01T00:00:00.000Z',
    active_end: '2026-12-31T16:59:59.000Z',
    limit: 1,
  },
}

test('CA-57 CA-63 what was saved comes out of the fields as it went in, each number as one and each text as one', () => {
  expect(fromPayloadDraft(toPayloadDraft(whole))).toEqual(whole)
  expect(fromPayloadDraft(toPayloadDraft(null))).toBeNull()
  const coupons = [
    { code: 'ABCD', public: true },
    { codegen: true, age: 60, cooldown: 5, description: 'x' },
    { codegen: { length: 8, prefix: 'A' } },
    { codepool: 'pool' },
  ]
  for (const coupon of coupons) {
    const payload = { version: '3.0', 'coupon-code': coupon }
    expect(fromPayloadDraft(toPayloadDraft(payload))).toEqual(payload)
  }
})

test('CA-57 what no field is for is kept as it is: other versions, later modules, other shapes', () => {
  const odd = {
    version: '3.4',
    name: 7,
    assets: { image: { url: 'x' } },
    attributes: { a: { value: 1, display: 'later' } },
    table: 'none',
    'coupon-code': { code: 'ABCD', codepool: 'pool' },
    hologram: { depth: 2 },
  }
  expect(fromPayloadDraft(toPayloadDraft(odd))).toEqual(odd)
})

test('CA-59 a level says only what is different, and its faults are found with what it inherits', () => {
  const item = toPayloadDraft({ version: '3.0', name: 'x' })
  expect([...faultsOf(item, undefined).keys()]).toEqual(['assets', 'attributes'])
  expect(
    faultsOf(item, { version: '3.0', assets: { image: 'x' }, attributes: { a: { value: 1 } } }).size,
  ).toBe(0)
})

test('CA-62 CA-63 of two rows with one name, one is not lost unseen', () => {
  const draft = toPayloadDraft(whole)
  const twice = { ...draft, assets: [...(draft.assets ?? []), { key: 'k', name: 'image', value: 'y' }] }
  expect(faultsOf(twice, undefined).get('assets.image')).toBe('must not be named twice')
})

test('CA-57 each fault that the modules find has words of its own', () => {
  const long = 'x'.repeat(5_001)
  const many = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value]))
  const bad: Record<string, unknown>[] = [
    { version: '4.0', id: 1, hologram: 1, name: ' ', description: long },
    { version: 'x', name: '<b>', assets: {}, attributes: {} },
    { version: '3.0', name: long, description: '%%name%%'.repeat(51), assets: many(51, 'x') },
    { version: '3.0', assets: { _x: 'y', '': 'z', ok: long }, attributes: many(101, { value: 1 }) },
    {
      version: '3.0',
      attributes: { a: { value: 'x', display: 'number' }, b: { value: 1.5, display: 'date' } },
    },
    {
      version: '3.0',
      attributes: { a: { value: null }, b: { value: 1, display: 'x' }, c: { value: 1, d: 1 } },
    },
    { version: '3.0', table: { headers: [], records: [['x']] } },
    { version: '3.0', table: { headers: ['a', 'b'], records: [['x'], [null, 1]] } },
    { version: '3.0', 'coupon-code': { codes: ['ABCD', 'ABCD'], code: 'x' } },
    { version: '3.0', 'coupon-code': { codegen: { length: 1 }, limit: 0, age: 1.5, public: true } },
    { version: '3.0', 'coupon-code': { codepool: '', public: true } },
    {
      version: '3.0',
      'coupon-code': {
        code: 'ABCD',
        active_start: '2026-12-02T00:00:00Z',
        active_end: '2026-12-01T00:00:00Z',
      },
    },
  ]
  const found = bad.flatMap((payload) => checkNames(payload, undefined).errors)
  expect(found.length).toBeGreaterThan(25)
  expect(found.filter(({ message }) => faultText(message).key === 'fault.other')).toEqual([])
})

test('what is different is told by its path, with what was there and what is', () => {
  expect(differences(whole, whole)).toEqual([])
  const { table: _table, ...rest } = whole
  expect(differences({ a: { b: 1 }, c: ['x'] }, { a: { b: 2 }, d: 'y' })).toEqual([
    { path: 'a.b', before: '1', after: '2' },
    { path: 'c.0', before: 'x', after: undefined },
    { path: 'd', before: undefined, after: 'y' },
  ])
  expect(differences(whole, rest).map(({ path }) => path)).toContain('table.headers.0')
})
