import type { Random } from '@talad/demo/random'
import { callbackCheckSum, callbackFields as FIELDS } from '@talad/sandbox/chillpay-format'
import { callbackFields, type Fields, type Purchase, SECRET } from './card-payments.ts'

type Pairs = [name: string, value: string][]

/** A message that claims what isn't so, or says the truth in a way that isn't to be believed. */
export type Forgery = {
  /** what was done to it, for people */
  kinds: readonly string[]
  form: 'callback' | 'callback by GET' | 'callback as JSON' | 'redirect' | 'redirect by GET'
  pairs: Pairs
  /** its check sum is the provider's, over exactly these fields, each given once */
  genuine: boolean
}

const pick = <T>(random: Random, from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** Values that somebody might try; a field that isn't here keeps to the last list. */
const VALUES: Partial<Record<string, readonly string[]>> = {
  Amount: ['0', '1', '124999', '125001', '12500000', '-125000', '1250.00', '0125000', '1e9', '9'.repeat(15)],
  Currency: ['840', '', 'THB', '764 ', '7640', '0764'],
  PaymentStatus: ['1', '2', '3', '9', '00', '-0', '0 ', '', 'success', '999'],
  PaymentDate: ['20200101000000', '20991231235959', ''],
  CurrentDate: ['20200101', '20991231', ''],
  CurrentTime: ['000000', '999999'],
  TransactionId: ['1', '999999999', '0', '-1', '1000001 ', '9'.repeat(18), 'x'],
  OrderNo: ['NOBODYSORDER', '', '0'.repeat(20), '\u0000', 'a b', 'ก', "' or 1=1 --", 'X'.repeat(5_000)],
  CustomerId: ['join-somebody', '', 'join-', 'platform:escrow', '\u0000'],
  CheckSum: ['', '0'.repeat(32), 'f'.repeat(31), 'g'.repeat(32), 'F'.repeat(64)],
}
const ANYTHING = ['', '0', 'null', '[object Object]', '\u202e', 'x'.repeat(300)]

type Change = (fields: Fields, others: readonly Purchase[], random: Random) => Fields

const SHIFTABLE = FIELDS.slice(0, -1)

/** The same bytes in the same order, and so the same check sum, cut elsewhere into fields. */
const shift: Change = (fields, _others, random) => {
  const at = Math.floor(random() * SHIFTABLE.length)
  const [left, right] = [FIELDS[at] ?? '', FIELDS[at + 1] ?? '']
  const joined = (fields[left] ?? '') + (fields[right] ?? '')
  const cut = Math.floor(random() * (joined.length + 1))
  return { ...fields, [left]: joined.slice(0, cut), [right]: joined.slice(cut) }
}

const setTo = (field: string): Change => {
  return (fields, _others, random) => ({ ...fields, [field]: pick(random, VALUES[field] ?? ANYTHING) })
}

const CHANGES: Record<string, Change> = {
  amount: setTo('Amount'),
  currency: setTo('Currency'),
  status: setTo('PaymentStatus'),
  transaction: setTo('TransactionId'),
  order: setTo('OrderNo'),
  customer: setTo('CustomerId'),
  age: (fields, others, random) =>
    setTo('CurrentDate')(setTo('PaymentDate')(fields, others, random), others, random),
  'shifted boundary': shift,
  "somebody else's order": (fields, others, random) => ({ ...fields, OrderNo: pick(random, others).orderNo }),
  "somebody else's transaction": (fields, others, random) => ({
    ...fields,
    TransactionId: pick(random, others).transactionId,
  }),
  'replayed for another': (_fields, others, random) => {
    const { orderNo, customerId } = pick(random, others)
    return { ...callbackFields(pick(random, others), 0), OrderNo: orderNo, CustomerId: customerId }
  },
  'any field': (fields, others, random) => setTo(pick(random, FIELDS))(fields, others, random),
  'left out': (fields, _others, random) => {
    const { [pick(random, FIELDS)]: _gone, ...rest } = fields
    return rest
  },
  untouched: (fields) => fields,
}

/** How the check sum comes about. */
const SUMS: Record<string, (before: Fields, after: Fields, random: Random) => string> = {
  'sum of the original': (before) => callbackCheckSum(before, SECRET),
  'sum made with the secret': (_before, after) => callbackCheckSum(after, SECRET),
  'sum in capitals': (_before, after) => callbackCheckSum(after, SECRET).toUpperCase(),
  'sum without the secret': (_before, after) => callbackCheckSum(after, ''),
  'sum with another secret': (_before, after) => callbackCheckSum(after, 'guessed'),
  'no right sum': (_before, _after, random) => pick(random, VALUES.CheckSum ?? ANYTHING),
}

const FORMS: readonly Forgery['form'][] = [
  ...(['callback', 'callback', 'callback', 'callback'] as const),
  ...(['callback by GET', 'callback as JSON', 'redirect', 'redirect by GET'] as const),
]

/** A parameter twice, in two spellings, or with something around it. */
function double(pairs: Pairs, random: Random): Pairs {
  const [name, value] = pick(random, pairs)
  const other = pick(random, [value, '0', '1', ''])
  const again = pick(random, [name, `${name}[]`, `${name}[0]`, name.toLowerCase(), ` ${name}`])
  return random() < 0.5 ? [...pairs, [again, other]] : [[again, other], ...pairs]
}

/** Whether the provider itself would have sent just this: then a callback is noted, and the provider asked. */
function isGenuine(pairs: Pairs): boolean {
  const fields: Fields = {}
  for (const [name, value] of pairs) {
    if (name in fields) return false
    fields[name] = value
  }
  return fields.CheckSum?.toLowerCase() === callbackCheckSum(fields, SECRET)
}

/**
 * One forged message about a payment.
 * @param kind index of the first change, so that all come up equally often
 * @param others payments from which something may be borrowed
 */
export function makeForgery(
  random: Random,
  kind: number,
  about: { target: Purchase; others: readonly Purchase[] },
): Forgery {
  const { target, others } = about
  const names = Object.keys(CHANGES)
  const changes = [names[kind % names.length] ?? '']
  while (random() < 0.35) changes.push(pick(random, names))
  const before = callbackFields(target, 0)
  const after = changes.reduce((fields, name) => CHANGES[name]?.(fields, others, random) ?? fields, before)
  const sum = pick(random, Object.keys(SUMS))
  const checkSum = SUMS[sum]?.(before, after, random) ?? ''
  const pairs: Pairs = [...Object.entries(after), ['CheckSum', checkSum]]
  const doubled = random() < 0.15
  const sent = doubled ? double(pairs, random) : pairs
  return {
    kinds: [...changes, sum, ...(doubled ? ['doubled'] : [])],
    form: pick(random, FORMS),
    pairs: sent,
    genuine: isGenuine(sent),
  }
}
