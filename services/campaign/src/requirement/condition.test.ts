import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failingLeaf, fold, holds, readCondition, type TraitValue, traitsOf } from './condition.ts'
import { compare, decimalOf } from './decimal.ts'

const read = (given: unknown) => {
  const found = readCondition(given, 'c')
  if ('errors' in found) throw new Error(JSON.stringify(found.errors))
  return found.condition
}
const errorsOf = (given: unknown) => {
  const found = readCondition(given, 'c')
  return 'errors' in found ? found.errors : []
}
const pathsOf = (given: unknown) => errorsOf(given).map(({ path }) => path)
/** Whether a leaf holds of values of one trait. */
const isTrue = (op: string, value: unknown, ...found: TraitValue[]) =>
  holds(read({ trait: 'Power', op, value }), traitsOf(found.map((one) => ['power', one])))

test('CA-26 text is compared trimmed and case-folded, names of traits too', () => {
  for (const [wanted, found] of [
    ['Gold', ' gOLD '],
    ['STRASSE', 'Straße'],
    ['GROẞ', 'groß'],
    ['\u212a', 'k'],
    ['ΟΔΟΣ', 'οδος'],
    ['café', 'cafe\u0301'],
    ['ทอง', ' ทอง'],
    ['แมวน้ำ', '\u0e40\u0e40มวน\u0e4d\u0e49\u0e32'],
    ['', '  '],
  ] as const) {
    expect(isTrue('eq', wanted, found)).toBe(true)
    expect(isTrue('neq', wanted, found)).toBe(false)
    expect(isTrue('in', ['other', wanted], found)).toBe(true)
    expect(isTrue('nin', ['other', wanted], found)).toBe(false)
  }
  expect(isTrue('eq', 'gold', 'golden')).toBe(false)
  expect(isTrue('neq', 'gold', 'golden')).toBe(true)
  expect(isTrue('contains', ' OLD', 'Golden')).toBe(true)
  expect(isTrue('contains', 'gold', 'old')).toBe(false)
  expect(isTrue('contains', '5', 152)).toBe(true)
  const leaf = read({ trait: '  POWER ', op: 'eq', value: 1 })
  expect(holds(leaf, traitsOf([['Power', 1]]))).toBe(true)
  expect(fold(' a ')).toBe('A')
})

test('CA-26 a wanted number is compared as a decimal, wanted text as text', () => {
  expect(isTrue('eq', 7, ' 07.0 ')).toBe(true)
  expect(isTrue('eq', 7, 7)).toBe(true)
  expect(isTrue('eq', '7', '07')).toBe(false)
  expect(isTrue('eq', '7', 7)).toBe(true)
  expect(isTrue('neq', 7, 8)).toBe(true)
  expect(isTrue('neq', 7, '7.0')).toBe(false)
  expect(isTrue('neq', 7, 'seven')).toBe(false)
  expect(isTrue('nin', [7, 'eight'], 'seven')).toBe(false)
  expect(isTrue('nin', [7, 'eight'], '9')).toBe(true)
  expect(isTrue('in', [7, 'eight'], 'EIGHT')).toBe(true)
})

test('CA-26 decimals are exact beyond what a float holds', () => {
  const long = '9007199254740993'
  expect(isTrue('gt', '9007199254740992', long)).toBe(true)
  expect(isTrue('lte', '9007199254740992', long)).toBe(false)
  expect(isTrue('gte', `${long}.0`, long)).toBe(true)
  expect(isTrue('lt', '0.30000000000000004', '0.3')).toBe(true)
  expect(isTrue('eq', 0.3, '0.3')).toBe(true)
  expect(isTrue('eq', 0.3, '0.30000000000000001')).toBe(false)
  expect(isTrue('eq', 1e-7, '0.0000001')).toBe(true)
  expect(isTrue('lt', -2, '-10')).toBe(true)
  expect(isTrue('gt', '-0.5', '+0.5')).toBe(true)
  expect(isTrue('between', ['-1', 1], '1.0')).toBe(true)
  expect(isTrue('between', [-1, 1], -1)).toBe(true)
  expect(isTrue('between', [-1, 1], '1.000000000000000000001')).toBe(false)
  expect(isTrue('between', [-1, 1], '-1.000000000000000000001')).toBe(false)
})

test('CA-26 what is no plain decimal number compares as nothing', () => {
  for (const found of [
    '',
    'ten',
    '1e3',
    '1e+3',
    '1e-3',
    '0x10',
    '1,000',
    '1.',
    '.5',
    '--1',
    '1 2',
    'Infinity',
    '๕',
    '9'.repeat(501),
  ])
    for (const [op, value] of [
      ['eq', 1],
      ['neq', 1],
      ['gt', -1],
      ['gte', -1],
      ['lt', 9e9],
      ['lte', 9e9],
      ['between', [-1, 9e9]],
    ] as const)
      expect([found, op, isTrue(op, value, found)]).toEqual([found, op, false])
})

test('CA-26 decimals are in one order, the same as that of whole numbers scaled', () => {
  const scaled = fc.tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 0, max: 30 }))
  const written = ([digits, scale]: [bigint, number]) => {
    const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
    const at = text.length - scale
    return `${digits < 0n ? '-' : ''}${text.slice(0, at)}${scale > 0 ? `.${text.slice(at)}` : ''}`
  }
  fc.assert(
    fc.property(scaled, scaled, (a, b) => {
      const [one, other] = [decimalOf(written(a)), decimalOf(written(b))]
      const difference = a[0] * 10n ** BigInt(30 - a[1]) - b[0] * 10n ** BigInt(30 - b[1])
      expect(one && other && compare(one, other)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
    }),
  )
  expect(decimalOf(1.5e-300)).toEqual({ digits: 15n, scale: 301 })
  expect(decimalOf(1e21)).toEqual({ digits: 10n ** 21n, scale: 0 })
  expect(decimalOf(Number.NaN)).toBeUndefined()
})

test('CA-26 each comparison is true of what is below, equal or above as it says', () => {
  const of = (op: string, value: unknown) => [1, 2, 3].filter((found) => isTrue(op, value, found))
  expect(of('gt', 2)).toEqual([3])
  expect(of('gte', 2)).toEqual([2, 3])
  expect(of('lt', 2)).toEqual([1])
  expect(of('lte', 2)).toEqual([1, 2])
  expect(of('eq', 2)).toEqual([2])
  expect(of('neq', 2)).toEqual([1, 3])
  expect(of('between', [2, 3])).toEqual([2, 3])
  expect(of('between', [1, 2])).toEqual([1, 2])
})

test('CA-26 of several values any matches', () => {
  expect(isTrue('eq', 'red', 'blue', 'red')).toBe(true)
  expect(isTrue('neq', 'red', 'blue', 'red')).toBe(true)
  expect(isTrue('nin', ['red', 'blue'], 'blue', 'red')).toBe(false)
  expect(isTrue('gt', 5, 'none', 3, 6)).toBe(true)
})

test('CA-26 a missing trait is false, except for exists=false and within not', () => {
  for (const [op, value] of [
    ['eq', ''],
    ['neq', 'x'],
    ['in', ['x']],
    ['nin', ['x']],
    ['gt', 0],
    ['gte', 0],
    ['lt', 0],
    ['lte', 0],
    ['between', [0, 1]],
    ['contains', 'x'],
    ['exists', true],
  ] as const) {
    const leaf = { trait: 'power', op, value }
    expect([op, holds(read(leaf), traitsOf([]))]).toEqual([op, false])
    expect([op, holds(read({ not: leaf }), traitsOf([]))]).toEqual([op, true])
  }
  expect(isTrue('exists', false)).toBe(true)
  expect(isTrue('exists', false, '')).toBe(false)
  expect(isTrue('exists', true, '')).toBe(true)
})

test('CA-26 all, any and not are what they say, and why one fails is its first failing leaf', () => {
  const red = { trait: 'color', op: 'eq', value: 'red' }
  const big = { trait: 'size', op: 'gte', value: 5 }
  const rare = { trait: 'rare', op: 'exists', value: true }
  const traits = traitsOf([
    ['color', 'red'],
    ['size', 3],
  ])
  const told = (given: unknown) => {
    const condition = read(given)
    return holds(condition, traits) || failingLeaf(condition, traits).path
  }
  expect(told({ all: [red, { not: big }] })).toBe(true)
  expect(told({ any: [big, red] })).toBe(true)
  expect(told({ not: { all: [red, big] } })).toBe(true)
  expect(told({ not: { any: [big, rare] } })).toBe(true)
  expect(told(big)).toBe('c')
  expect(told({ all: [red, { any: [big, rare] }] })).toBe('c.all.1.any.0')
  expect(told({ all: [red, big, rare] })).toBe('c.all.1')
  expect(told({ not: red })).toBe('c.not')
  expect(told({ not: { any: [big, red] } })).toBe('c.not.any.1')
  expect(told({ not: { all: [red, { not: big }] } })).toBe('c.not.all.0')
  expect(told({ not: { not: { all: [red, rare] } } })).toBe('c.not.not.all.1')
  expect(failingLeaf(read({ all: [red, big] }), traits)).toMatchObject({
    trait: 'SIZE',
    wanted: { op: 'gte', value: 5 },
  })
  expect(() => failingLeaf(read({ all: [red] }), traits)).toThrow('fails by one of its parts')
})

test('CA-26 what is unknown, empty or too much is refused with its path', () => {
  const leaf = { trait: 'a', op: 'eq', value: 1 }
  for (const given of [null, 1, 'eq', [], [leaf]]) expect(pathsOf(given)).toEqual(['c'])
  expect(pathsOf({})).toEqual(['c.trait'])
  expect(pathsOf({ ...leaf, op: 'like' })).toEqual(['c.op'])
  expect(pathsOf({ ...leaf, op: 1 })).toEqual(['c.op'])
  expect(pathsOf({ ...leaf, op: 'toString' })).toEqual(['c.op'])
  expect(pathsOf({ ...leaf, unit: 'kg' })).toEqual(['c.unit'])
  expect(pathsOf(JSON.parse('{"trait":"a","op":"eq","value":1,"__proto__":1}'))).toEqual(['c.__proto__'])
  expect(pathsOf({ all: [leaf], any: [leaf] })).toEqual(['c.any'])
  expect(pathsOf({ not: leaf, trait: 'a' })).toEqual(['c.trait'])
  for (const all of [[], {}, null, 'x', leaf]) expect(pathsOf({ all })).toEqual(['c.all'])
  expect(pathsOf({ not: [leaf] })).toEqual(['c.not'])
  expect(pathsOf({ any: [leaf, { ...leaf, op: 'x' }, { not: { ...leaf, value: null } }] })).toEqual([
    'c.any.1.op',
    'c.any.2.not.value',
  ])
  for (const trait of [undefined, 1, '', ' ', 'x'.repeat(101), 'half \ud800'])
    expect(pathsOf({ ...leaf, trait })).toEqual(['c.trait'])
  expect(pathsOf({ ...leaf, trait: 'x'.repeat(100) })).toEqual([])
})

test('CA-26 each operator wants a value of its own kind', () => {
  const refused = (op: string, value: unknown) => pathsOf({ trait: 'a', op, value })
  const bad: Record<string, unknown[]> = {
    eq: [null, undefined, true, [], {}, 2 ** 53, -(2 ** 53), Number.NaN, 'x'.repeat(501), 'nul \0', '\ud800'],
    neq: [null, [1]],
    in: [1, 'x', [], [null], [[1]], Array(101).fill(1)],
    nin: [{}, []],
    gt: ['ten', null, [1], '', '1e3'],
    gte: [true, 'x'],
    lt: ['x'],
    lte: [{}],
    between: [1, [1], [1, 2, 3], [2, 1], ['a', 2], [1, 'b'], [null, 1]],
    contains: [1, '', '  ', null, 'x'.repeat(501)],
    exists: [1, 'true', null, undefined],
  }
  for (const [op, values] of Object.entries(bad))
    for (const value of values) expect([op, value, refused(op, value)]).toEqual([op, value, ['c.value']])
  for (const [op, value] of [
    ['eq', 2 ** 53 - 1],
    ['eq', 'x'.repeat(500)],
    ['in', Array(100).fill('x')],
    ['gt', '12345678901234567890.5'],
    ['between', ['1', 1]],
    ['exists', false],
  ] as const)
    expect(refused(op, value)).toEqual([])
})

test('CA-26 it is at most 8 deep with at most 64 leaves, however much is sent', () => {
  const leaf = { trait: 'a', op: 'exists', value: true }
  const nested = (depth: number): unknown => (depth === 1 ? leaf : { not: nested(depth - 1) })
  expect(pathsOf(nested(8))).toEqual([])
  expect(pathsOf(nested(9))).toEqual([`c${'.not'.repeat(8)}`])
  let deep: unknown = leaf
  for (let level = 0; level < 100_000; level++) deep = { all: [deep] }
  expect(pathsOf(deep)).toHaveLength(1)
  expect(errorsOf({ any: Array(64).fill(leaf) })).toEqual([])
  expect(errorsOf({ any: Array(65).fill(leaf) })).toEqual([
    { path: 'c', message: 'must have at most 64 leaves' },
  ])
  expect(pathsOf({ any: [{ all: Array(40).fill(leaf) }, { all: Array(40).fill(leaf) }] })).toEqual(['c'])
  expect(pathsOf({ any: Array(1_000_000).fill(leaf) })).toEqual(['c'])
  expect(pathsOf({ any: Array(1_000_000).fill({ all: [] }) })).toHaveLength(100)
})

test('CA-26 messages say what is wanted', () => {
  const told = (given: unknown) => errorsOf(given).map(({ message }) => message)
  const leaf = { trait: 'a', op: 'eq', value: 1 }
  expect(told(1)).toEqual(['must be {all}, {any}, {not} or {trait, op, value}'])
  expect(told({ all: 1 })).toEqual(['must be a list of conditions'])
  expect(told({ ...leaf, x: 1 })).toEqual(['is no known field'])
  expect(told({ all: [leaf], x: 1 })).toEqual(['is no known field'])
  expect(told({ ...leaf, trait: '' })).toEqual(['must be text of 1 to 100 characters'])
  expect(told({ ...leaf, op: 'x' })).toEqual([
    'must be one of eq, neq, in, nin, gt, gte, lt, lte, between, contains, exists',
  ])
  for (const [op, message] of [
    ['eq', 'must be a number of at most 2^53 - 1, or text of at most 500 characters'],
    ['in', 'must be 1 to 100 numbers or texts'],
    ['gt', 'must be a number, or a decimal number as text'],
    ['between', 'must be two numbers, the lower first'],
    ['contains', 'must be text of 1 to 500 characters'],
    ['exists', 'must be true or false'],
  ])
    expect(told({ trait: 'a', op, value: null })).toEqual([message])
  let deep: unknown = leaf
  for (let level = 0; level < 8; level++) deep = { not: deep }
  expect(told(deep)).toEqual(['must not lie deeper than 8'])
})
