import { payload as stored } from '@talad/proto/http/campaign/payload/modules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPayload } from './validate.ts'

const whole = {
  version: '3.0',
  name: 'Lantern of 3 < 5',
  assets: { image: 'https://media.test/lantern.png' },
  attributes: { power: { value: 7 } },
}
const errorsOf = (given: unknown, inherited?: Parameters<typeof checkPayload>[1]) => {
  const checked = checkPayload(given, inherited)
  return 'errors' in checked ? checked.errors : []
}
const pathsOf = (given: unknown) => errorsOf(given).map(({ path }) => path)
const isSaved = (given: unknown) => 'payload' in checkPayload(given)

test('CA-57 3.0 is written, unknown modules of a later 3.x are carried along, other majors and unknown modules of 3.0 are refused', () => {
  expect(checkPayload(whole)).toEqual({ payload: whole, warnings: [] })
  const later = { ...whole, version: '3.7', sound: { loop: true } }
  expect(checkPayload(later)).toEqual({ payload: later, warnings: [] })
  expect(pathsOf({ ...whole, sound: 1 })).toEqual(['sound'])
  for (const version of [undefined, 3, '3', '2.9', '4.0', '03.0', '3.0.1', '30.0'])
    expect(pathsOf({ ...whole, version })).toContain('version')
})

test('CA-58 fields of the system are no modules, and no key begins with $ or _', () => {
  const names =
    '_id id owner holder token_id item_id collection_id project_id contract created updated minted cid $set _own'
  for (const version of ['3.0', '3.1'])
    for (const name of names.split(' ')) expect(pathsOf({ ...whole, version, [name]: 1 })).toEqual([name])
  expect(pathsOf({ ...whole, assets: { $where: 'x' }, attributes: { _own: { value: 1 } } })).toEqual([
    'assets.$where',
    'attributes._own',
  ])
})

test('CA-60 a name has 1 to 500 characters and no HTML', () => {
  for (const name of ['3 < 5', '<3', 'a <- b', 'x'.repeat(500)])
    expect(isSaved({ ...whole, name })).toBe(true)
  for (const name of ['', '  ', 'x'.repeat(501), '<b>', 'a</b', '<!--', '<ก', 7])
    expect(pathsOf({ ...whole, name })).toEqual(['name'])
})

test('CA-61 an unknown variable is a warning with its path, and at most 50 are written', () => {
  const description = '%%name%% %%attribute.power%% %%token_id%% %%attribute.speed%% %%nobody%% %%nobody%%'
  expect(checkPayload({ ...whole, description })).toMatchObject({
    warnings: [
      { path: 'description', message: '%%attribute.speed%% is no known variable' },
      { path: 'description', message: '%%nobody%% is no known variable' },
    ],
  })
  expect(pathsOf({ ...whole, description: '%%name%%'.repeat(51) })).toEqual(['description'])
})

test('CA-63 an attribute has a number, or text where it has no display type; a date is unix seconds; one bad one refuses all', () => {
  const fine = {
    text: { value: 'x'.repeat(500) },
    number: { value: 1.5, display: 'number' },
    boost: { value: -3, display: 'boost_number' },
    percent: { value: 10, display: 'boost_percentage' },
    day: { value: 1_800_000_000, display: 'date' },
  }
  expect(isSaved({ ...whole, attributes: fine })).toBe(true)
  const bad = {
    power: { value: '7', display: 'number' },
    day: { value: 1.5, display: 'date' },
    long: { value: 'x'.repeat(501) },
    odd: { value: 1, display: 'stars' },
    more: { value: 1, unit: 'kg' },
    none: {},
  }
  expect(pathsOf({ ...whole, attributes: { ...fine, ...bad } })).toEqual([
    'attributes.day.value',
    'attributes.power.value',
    'attributes.long.value',
    'attributes.odd.display',
    'attributes.more.unit',
    'attributes.none.value',
  ])
  expect(pathsOf({ ...whole, attributes: {} })).toEqual(['attributes'])
})

test('CA-64 a table has 1 to 20 headers, and at most 500 records of as many cells', () => {
  const headers = ['day', 'hour']
  expect(isSaved({ ...whole, table: { headers, records: Array(500).fill(['Monday', 9]) } })).toBe(true)
  expect(pathsOf({ ...whole, table: { headers, records: [['Monday', 9], ['Tuesday'], []] } })).toEqual([
    'table.records.1',
    'table.records.2',
  ])
  expect(pathsOf({ ...whole, table: { headers: [], records: [] } })).toEqual(['table.headers'])
  expect(pathsOf({ ...whole, table: { headers: Array(21).fill('x'), records: [] } })).toEqual([
    'table.headers',
  ])
  expect(pathsOf({ ...whole, table: { headers, records: Array(501).fill(['a', 1]) } })).toEqual([
    'table.records',
  ])
  expect(pathsOf({ ...whole, table: { headers } })).toEqual(['table.records'])
})

test('CA-65 name, assets and attributes are required of what holds in the end; an item need not say what its collection says', () => {
  expect(pathsOf({ version: '3.0' })).toEqual(['name', 'assets', 'attributes'])
  const inherited = stored.parse(whole)
  expect(checkPayload({ version: '3.0', attributes: { speed: { value: 1 } } }, inherited)).toMatchObject({
    warnings: [],
  })
  expect(
    errorsOf({ version: '3.0' }, stored.parse({ version: '3.0', name: 'x' })).map(({ path }) => path),
  ).toEqual(['assets', 'attributes'])
  expect(pathsOf({ ...whole, assets: {} })).toEqual(['assets'])
  expect(pathsOf({ ...whole, assets: { image: 1 } })).toEqual(['assets.image'])
})

test('CA-66 CA-67 CA-69 a coupon has exactly one source, codes a window, and times that can be', () => {
  const window = { active_start: '2026-12-01T00:00:00Z', active_end: '2026-12-31T00:00:00Z' }
  const refused = (coupon: object) =>
    pathsOf({ ...whole, 'coupon-code': coupon }).map((path) => path.replace(/^coupon-code\.?/, ''))
  for (const coupon of [
    { code: ' fair2026 ', public: true, limit: 1, age: 60, cooldown: 1, description: 'a lantern' },
    { codes: ['ABCD', 'EFGH'], ...window },
    { codegen: true },
    { codegen: { length: 6, charset: 'abc', prefix: 'L-' } },
    { codepool: 'lanterns' },
  ])
    expect(refused(coupon)).toEqual([])
  expect(checkPayload({ ...whole, 'coupon-code': { code: ' fair2026 ' } })).toMatchObject({
    payload: { 'coupon-code': { code: 'FAIR2026' } },
  })
  expect(refused({})).toEqual([''])
  expect(refused({ code: 'ABCD', codepool: 'x' })).toEqual([''])
  expect(refused({ code: 'ABCD', codes: ['EFGH'], ...window })).toEqual([''])
  expect(refused({ codes: ['ABCD'] })).toEqual(['active_start', 'active_end'])
  expect(refused({ codes: [], ...window })).toEqual(['codes'])
  expect(refused({ codes: ['ABCD', ' abcd'], ...window })).toEqual(['codes'])
  expect(refused({ codepool: 'x', public: true })).toEqual(['public'])
  expect(refused({ code: 'ABCD', public: false })).toEqual(['public'])
  expect(refused({ code: 'ABC' })).toEqual(['code'])
  expect(refused({ codegen: { length: 5, charset: 'aA' } })).toEqual(['codegen.length', 'codegen.charset'])
  for (const field of ['limit', 'age', 'cooldown'])
    for (const value of [0, -1, 1.5, '1']) expect(refused({ code: 'ABCD', [field]: value })).toEqual([field])
  expect(refused({ code: 'ABCD', active_start: 'soon' })).toEqual(['active_start'])
  expect(refused({ code: 'ABCD', active_start: window.active_end, active_end: window.active_start })).toEqual(
    ['active_end'],
  )
})

test('CA-57 a payload has at most 64 kB, lies at most 8 deep and is text that others can read; all that is wrong is said, up to 100', () => {
  expect(
    errorsOf({
      ...whole,
      assets: Object.fromEntries([...Array(40).keys()].map((n) => [n, 'x'.repeat(2_000)])),
    }),
  ).toEqual([{ path: '', message: 'must have at most 64 kB' }])
  let deep: unknown = 1
  for (let level = 0; level < 100_000; level++) deep = [deep]
  expect(errorsOf({ ...whole, version: '3.1', deep })).toMatchObject([
    { message: 'must not lie deeper than 8' },
  ])
  expect(
    pathsOf({
      ...whole,
      name: 'half \ud800',
      description: 'nul \0',
      attributes: { n: { value: 2 ** 53 } },
    }).toSorted(),
  ).toEqual(['attributes.n.value', 'description', 'name'])
  const many = Object.fromEntries([...Array(300).keys()].map((n) => [`module${n}`, 1]))
  expect(errorsOf({ ...whole, ...many })).toHaveLength(100)
  for (const given of [null, undefined, 7, 'text', [], [whole]]) expect(pathsOf(given)).toEqual([''])
})

test('CA-57 whatever is sent, a payload is saved or refused with paths, and what is saved is read back as it is', () => {
  const names = [
    'version',
    'name',
    'description',
    'assets',
    'attributes',
    'table',
    'coupon-code',
    '__proto__',
    'toString',
  ]
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('3.0', '3.1', 'A <b', 'ABCDE'))
  const almost = fc
    .dictionary(fc.constantFrom(...names), anything)
    .map((more) => ({ ...whole, ...more }) as unknown)
  fc.assert(
    fc.property(fc.oneof(anything, almost), (given) => {
      const checked = checkPayload(given)
      if ('errors' in checked) expect(checked.errors.length).toBeGreaterThan(0)
      else expect(stored.parse(JSON.parse(JSON.stringify(checked.payload)))).toEqual(checked.payload)
    }),
    { numRuns: 1_000 },
  )
})
