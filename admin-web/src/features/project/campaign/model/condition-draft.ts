export const joints = ['all', 'any', 'not'] as const
export type Joint = (typeof joints)[number]
export const operators = [
  'eq',
  'neq',
  'in',
  'nin',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'contains',
  'exists',
] as const
export type Operator = (typeof operators)[number]

export type LeafDraft = { kind: 'leaf'; key: string; trait: string; op: Operator; value: string }
/** `not` has one part. */
export type JointDraft = { kind: Joint; key: string; of: readonly ConditionDraft[] }
/** What no field is for, as JSON. */
export type RawDraft = { kind: 'raw'; key: string; text: string }
/** What the traits of a token must be (CA-26), as it stands in the fields. */
export type ConditionDraft = LeafDraft | JointDraft | RawDraft

const newKey = () => crypto.randomUUID()
const LISTS: readonly Operator[] = ['in', 'nin', 'between']

/** A number where it is written as JSON writes one, and is told exactly. */
const oneOf = (text: string) =>
  /^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(text) && String(Number(text)) === text ? Number(text) : text

/** What is wanted, as it is sent. */
function wantedOf(op: Operator, text: string): unknown {
  if (op === 'exists') return text === 'true'
  if (op === 'contains') return text
  if (!LISTS.includes(op)) return oneOf(text.trim())
  return text.split(',').map((part) => oneOf(part.trim()))
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value))

export const newLeaf = (): LeafDraft => ({ kind: 'leaf', key: newKey(), trait: '', op: 'eq', value: '' })
export const newJoint = (kind: Joint, of: readonly ConditionDraft[]): JointDraft => ({
  kind,
  key: newKey(),
  of,
})
export const toRaw = (draft: ConditionDraft): RawDraft => ({
  kind: 'raw',
  key: newKey(),
  text: JSON.stringify(fromCondition(draft), null, 2),
})

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

function toLeaf({ trait, op, value, ...rest }: Record<string, unknown>): LeafDraft | undefined {
  const known = operators.find((one) => one === op)
  if (!known || typeof trait !== 'string' || Object.keys(rest).length > 0) return undefined
  const text = textOf(value)
  // text that looks like a number, and lists of texts with commas, would come out as something else
  if (JSON.stringify(wantedOf(known, text)) !== JSON.stringify(value)) return undefined
  return { kind: 'leaf', key: newKey(), trait, op: known, value: text }
}

/** What was saved, to be changed; what no field is for stays as JSON. */
export function toCondition(given: unknown): ConditionDraft {
  const raw = (): RawDraft => ({ kind: 'raw', key: newKey(), text: JSON.stringify(given, null, 2) })
  if (!isObject(given)) return raw()
  const [kind, more] = joints.filter((joint) => Object.hasOwn(given, joint))
  if (kind === undefined) return toLeaf(given) ?? raw()
  if (more !== undefined || Object.keys(given).length > 1) return raw()
  if (kind === 'not') return newJoint(kind, [toCondition(given.not)])
  const of = given[kind]
  return Array.isArray(of) ? newJoint(kind, of.map(toCondition)) : raw()
}

/** What is typed as JSON; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What would be saved. */
export function fromCondition(draft: ConditionDraft): unknown {
  switch (draft.kind) {
    case 'raw':
      return jsonOf(draft.text) ?? null
    case 'leaf':
      return { trait: draft.trait, op: draft.op, value: wantedOf(draft.op, draft.value) }
    case 'not':
      return { not: draft.of[0] ? fromCondition(draft.of[0]) : null }
    case 'all':
    case 'any':
      return { [draft.kind]: draft.of.map(fromCondition) }
  }
}

/** What is written as JSON and is none. */
export function unreadable(draft: ConditionDraft): RawDraft[] {
  if (draft.kind === 'leaf') return []
  if (draft.kind === 'raw') return jsonOf(draft.text) === undefined ? [draft] : []
  return draft.of.flatMap(unreadable)
}
