import type { Finding } from '@talad/proto/http/campaign/payload/check'
import { thaiForm } from '@talad/shared/text'
import { compare, type Decimal, decimalOf } from './decimal.ts'

/** A value of a trait: text, or a number of a payload. */
export type TraitValue = string | number
/** By folded key; several values of a trait are all there. */
export type Traits = ReadonlyMap<string, readonly TraitValue[]>

type Leaf = {
  kind: 'leaf'
  path: string
  trait: string
  /** as it was written: for people who look why a token doesn't fit */
  wanted: { op: string; value: unknown }
  holds: (values: readonly TraitValue[]) => boolean
}
/** CA-26: a condition on traits, checked. */
export type Condition =
  | Leaf
  | { kind: 'all' | 'any'; path: string; of: readonly Condition[] }
  | { kind: 'not'; path: string; of: readonly [Condition] }

const DEEPEST = 8
const MOST_LEAVES = 64
const MOST_FINDINGS = 100
const MOST_VALUES = 100
const LONGEST_TEXT = 500
const LONGEST_TRAIT = 100

/** CA-26: trimmed and case-folded, Thai in one form. Upper case has one form where lower case has several: of sigma, of sharp s. */
export const fold = (text: string) => thaiForm(text.normalize('NFC')).trim().toLowerCase().toUpperCase()

/** Traits as the metadata has them, ready to be asked. */
export function traitsOf(pairs: Iterable<readonly [string, TraitValue]>): Traits {
  const traits = new Map<string, TraitValue[]>()
  for (const [key, value] of pairs) traits.set(fold(key), [...(traits.get(fold(key)) ?? []), value])
  return traits
}

type Test = (value: TraitValue) => boolean
/** Makes the test of one value, or says what is wrong with what is wanted. */
type Operator = (wanted: unknown) => Test | string

const isText = (given: unknown): given is string =>
  typeof given === 'string' && given.length <= LONGEST_TEXT && given.isWellFormed() && !given.includes('\0')
/** Larger numbers have lost digits before they come here; they are written as text. */
const isNumber = (given: unknown): given is number =>
  typeof given === 'number' && Math.abs(given) <= Number.MAX_SAFE_INTEGER
const isValue = (given: unknown): given is TraitValue => isText(given) || isNumber(given)
const isList = (given: unknown): given is readonly TraitValue[] =>
  Array.isArray(given) && given.length >= 1 && given.length <= MOST_VALUES && given.every(isValue)

const NO_VALUE = `must be a number of at most 2^53 - 1, or text of at most ${LONGEST_TEXT} characters`

/** CA-26: what is no number compares as nothing. */
const numeric =
  (to: Decimal, is: (sign: number) => boolean): Test =>
  (value) => {
    const found = decimalOf(value)
    return found !== undefined && is(compare(found, to))
  }

/** CA-26: a number is compared as a number, text as text. */
function equal(wanted: TraitValue, isEqual: boolean): Test {
  const to = typeof wanted === 'number' ? decimalOf(wanted) : undefined
  if (to) return numeric(to, (sign) => (sign === 0) === isEqual)
  const text = fold(String(wanted))
  return (value) => (fold(String(value)) === text) === isEqual
}

const ordered =
  (is: (sign: number) => boolean): Operator =>
  (wanted) => {
    const to = isValue(wanted) ? decimalOf(wanted) : undefined
    return to ? numeric(to, is) : 'must be a number, or a decimal number as text'
  }

const listed =
  (isIn: boolean): Operator =>
  (wanted) => {
    if (!isList(wanted)) return `must be 1 to ${MOST_VALUES} numbers or texts`
    const tests = wanted.map((one) => equal(one, isIn))
    return isIn ? (value) => tests.some((test) => test(value)) : (value) => tests.every((test) => test(value))
  }

const single =
  (isEqual: boolean): Operator =>
  (wanted) =>
    isValue(wanted) ? equal(wanted, isEqual) : NO_VALUE

function between(wanted: unknown): Test | string {
  if (!isList(wanted) || wanted.length !== 2) return 'must be two numbers, the lower first'
  const [from, to] = wanted.map(decimalOf)
  if (!from || !to || compare(from, to) > 0) return 'must be two numbers, the lower first'
  return (value) => {
    const found = decimalOf(value)
    return found !== undefined && compare(from, found) <= 0 && compare(found, to) <= 0
  }
}

function containing(wanted: unknown): Test | string {
  const part = isText(wanted) ? fold(wanted) : ''
  if (part === '') return `must be text of 1 to ${LONGEST_TEXT} characters`
  return (value) => fold(String(value)).includes(part)
}

const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['eq', single(true)],
  ['neq', single(false)],
  ['in', listed(true)],
  ['nin', listed(false)],
  ['gt', ordered((sign) => sign > 0)],
  ['gte', ordered((sign) => sign >= 0)],
  ['lt', ordered((sign) => sign < 0)],
  ['lte', ordered((sign) => sign <= 0)],
  ['between', between],
  ['contains', containing],
])

type Reading = { leaves: number; errors: Finding[] }

function readLeaf(given: Record<string, unknown>, path: string, reading: Reading): Leaf | undefined {
  const { trait, op, value } = given
  const refuse = (field: string, message: string) =>
    void reading.errors.push({ path: `${path}.${field}`, message })
  reading.leaves += 1
  for (const key of Object.keys(given))
    if (!['trait', 'op', 'value'].includes(key)) refuse(key, 'is no known field')
  if (!isText(trait) || trait.length > LONGEST_TRAIT || fold(trait) === '')
    return refuse('trait', `must be text of 1 to ${LONGEST_TRAIT} characters`)
  const leaf = { kind: 'leaf' as const, path, trait: fold(trait), wanted: { op: String(op), value } }
  if (op === 'exists') {
    if (typeof value !== 'boolean') return refuse('value', 'must be true or false')
    return { ...leaf, holds: (values) => values.length > 0 === value }
  }
  const operator = typeof op === 'string' ? operators.get(op) : undefined
  if (!operator) return refuse('op', `must be one of ${[...operators.keys(), 'exists'].join(', ')}`)
  const test = operator(value)
  if (typeof test === 'string') return refuse('value', test)
  return { ...leaf, holds: (values) => values.some(test) } // CA-26: any matches, a missing trait never
}

const JOINTS = ['all', 'any', 'not'] as const

function readNode(given: unknown, path: string, depth: number, reading: Reading): Condition | undefined {
  const refuse = (at: string, message: string) => void reading.errors.push({ path: at, message })
  if (depth > DEEPEST) return refuse(path, `must not lie deeper than ${DEEPEST}`)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return refuse(path, 'must be {all}, {any}, {not} or {trait, op, value}')
  const node = given as Record<string, unknown>
  const kind = JOINTS.find((joint) => Object.hasOwn(node, joint))
  if (kind === undefined) return readLeaf(node, path, reading)
  for (const key of Object.keys(node)) if (key !== kind) refuse(`${path}.${key}`, 'is no known field')
  const at = `${path}.${kind}`
  if (kind === 'not') {
    const of = readNode(node.not, at, depth + 1, reading)
    return of && { kind, path: at, of: [of] }
  }
  const list: unknown = node[kind]
  if (!Array.isArray(list) || list.length === 0) return refuse(at, 'must be a list of conditions')
  const of: (Condition | undefined)[] = []
  for (const [index, one] of list.entries()) {
    if (reading.leaves > MOST_LEAVES || reading.errors.length >= MOST_FINDINGS) break
    of.push(readNode(one, `${at}.${index}`, depth + 1, reading))
  }
  return { kind, path: at, of: of.filter((one) => one !== undefined) }
}

/**
 * Reads a condition that somebody wants to save, or that was saved.
 * @param path where it is, which findings and leaves continue
 * @returns all that is wrong with it, or its checked form
 */
export function readCondition(
  given: unknown,
  path: string,
): { condition: Condition } | { errors: Finding[] } {
  const reading: Reading = { leaves: 0, errors: [] }
  const condition = readNode(given, path, 1, reading)
  if (reading.leaves > MOST_LEAVES)
    reading.errors.push({ path, message: `must have at most ${MOST_LEAVES} leaves` })
  return condition && reading.errors.length === 0 ? { condition } : { errors: reading.errors }
}

/** Whether traits are as a condition wants them (CA-26). */
export function holds(condition: Condition, traits: Traits): boolean {
  switch (condition.kind) {
    case 'leaf':
      return condition.holds(traits.get(condition.trait) ?? [])
    case 'all':
      return condition.of.every((one) => holds(one, traits))
    case 'any':
      return condition.of.some((one) => holds(one, traits))
    case 'not':
      return !holds(condition.of[0], traits)
  }
}

/** The leaf by which a condition is not what it should be; inside of `not` that is one that holds. */
export function failingLeaf(condition: Condition, traits: Traits, wanted = true): Leaf {
  if (condition.kind === 'leaf') return condition
  const below = condition.kind === 'not' ? !wanted : wanted
  const failing = condition.of.find((one) => holds(one, traits) !== below)
  if (!failing) throw new Error('a condition fails by one of its parts')
  return failingLeaf(failing, traits, below)
}
