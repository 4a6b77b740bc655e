import fc from 'fast-check'
import { z } from 'zod'

/** Text as the log can hold it: Postgres takes neither NUL nor half a surrogate pair, and refuses to append them. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => !one.includes('\0')),
  fc.constantFrom('', ' ', '＝HYPERLINK("x")', 'นํ้าตก', '🪷'.repeat(300), 'a'.repeat(5_000)),
)
const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((all) => `0x${Buffer.from(all).toString('hex')}`)

const bigOf = (bits: bigint, min = 0n) =>
  fc.oneof(fc.bigInt(min, 2n ** bits - 1n), fc.constantFrom(min, 2n ** bits - 1n)).map(String)
const uint256 = bigOf(256n)
const units = bigOf(256n, 1n)
const fiat = bigOf(63n) // what a bigint is where nothing else says so
const address = hexOf(20)
const hash = hexOf(32)

/** Ids of streams: most are text to who publishes, the fees of a contract are read from theirs. */
export const streamId = address.map((of) => `kub:${of}`)

/** What is made of a field whose shape says less than those who write it keep; `<where>.<field>` before `<field>`. */
const FIELDS: Record<string, fc.Arbitrary<unknown>> = {
  ...Object.fromEntries(
    [
      'contract',
      'contractAddress',
      'from',
      'to',
      'owner',
      'operator',
      'offerer',
      'zone',
      'recipient',
      'address',
    ].map((name) => [name, address]),
  ),
  ...Object.fromEntries(['hash', 'orderHash', 'blockHash', 'tx'].map((name) => [name, hash])),
  ...Object.fromEntries(['token', 'tokenId', 'newCounter'].map((name) => [name, uint256])),
  'fees.id': hexOf(12), // GW-12: one of each
  attempt: fc.integer({ min: 1, max: 1_000_000 }),
  askedAgain: fc.integer({ min: 0, max: 1_000_000 }),
  'price.token': address,
  'offer.token': address,
  'consideration.token': address,
  'terms.amount': units,
  'facts.amount': units,
  'shipping.amount': units,
  'distribution.value': uint256,
  raw: uint256,
  filled: uint256,
  // what a contract's own events add up to went below nothing once, and such facts lie in logs
  fromBalance: fc.oneof(uint256, fc.constantFrom('', '-5')),
  toBalance: fc.oneof(uint256, fc.constantFrom('', '-5')),
  tokenFrom: fc.option(uint256),
  tokenTo: fc.option(uint256),
  family: fc.constantFrom('thb', 'jfin'), // order-book's config
  decimals: fc.integer({ min: 0, max: 36 }), // order-book's config
  kycLevel: fc.integer({ min: 0, max: 3 }), // identity's own constraint
  basisPoints: fc.integer({ min: 0, max: 2_500 }),
  // unix seconds up to the year 9999: a wallet signs any uint256 and the order book refuses what is later
  ...Object.fromEntries(
    ['start', 'end', 'signedEnd', 'blockTime'].map((name) => [
      name,
      fc.integer({ min: 0, max: 253_402_300_799 }),
    ]),
  ),
}

FIELDS['virtual.tokenId'] = bigOf(32n, 1n) // CA-54: a number within an item

// AI-7: as the calls take them
for (const name of ['kind', 'collectionId', 'itemId', 'tokenId'])
  FIELDS[`abstract.${name}`] = fc.stringMatching(/^[A-Za-z0-9_.-]{1,100}$/)

type Made = Record<string, unknown>

/** MO-34, MO-35: what a fee of each type is about. */
function withFee(made: Made): Made {
  if (!('feeId' in made || 'basisPoints' in made) || !('issuerId' in made)) return made
  const { type, customerId, issuerId, collectionId } = made
  return {
    ...made,
    customerId: type === 'royalty' ? (customerId ?? 'join-1') || 'join-1' : null,
    issuerId: type === 'issuer' ? (issuerId ?? 'i') || 'i' : null,
    collectionId: type === 'issuer' ? (collectionId ?? 'c') || 'c' : null,
  }
}

/** Both ends or none, the lower one first, as `rangeOf` makes them. */
function withRange(made: Made): Made {
  const { tokenFrom: from, tokenTo: to } = made
  if (from === undefined || to === undefined) return made
  if (typeof from !== 'string' || typeof to !== 'string') return { ...made, tokenFrom: null, tokenTo: null }
  const [low, high] = BigInt(from) <= BigInt(to) ? [from, to] : [to, from]
  return { ...made, tokenFrom: low, tokenTo: high }
}

const INT = 2 ** 31 - 1
const ANY = { io: 'input', unrepresentable: 'any' } as const

/** Values that a shape takes, as they lie in the log, by its own bounds and those of FIELDS. */
export function valuesOf(shape: z.core.$ZodType, name = '', parent = ''): fc.Arbitrary<unknown> {
  const known = FIELDS[`${parent}.${name}`] ?? FIELDS[name]
  const inner = (of: z.core.$ZodType) => valuesOf(of, name, parent)
  if (shape instanceof z.ZodObject) {
    const fields = Object.entries(shape.shape).map(([key, of]) => [key, valuesOf(of, key, name || parent)])
    return fc.record(Object.fromEntries(fields)).map((made: Made) => {
      const present = Object.entries(made).filter(([, value]) => value !== undefined)
      return withFee(withRange(Object.fromEntries(present)))
    })
  }
  if (shape instanceof z.ZodArray) {
    const { minItems: minLength = 0 } = z.toJSONSchema(shape, ANY)
    return fc.array(inner(shape.element), { minLength, maxLength: minLength + 3 })
  }
  if (shape instanceof z.ZodTuple) return fc.tuple(...shape.def.items.map(inner))
  if (shape instanceof z.ZodUnion) return fc.oneof(...shape.options.map(inner))
  if (shape instanceof z.ZodOptional) return fc.option(inner(shape.def.innerType), { nil: undefined })
  if (shape instanceof z.ZodDefault || shape instanceof z.ZodPrefault) return inner(shape.def.innerType)
  if (shape instanceof z.ZodNullable) return known ?? fc.option(inner(shape.def.innerType))
  if (shape instanceof z.ZodPipe) return inner(shape.def.in)
  if (shape instanceof z.ZodLiteral) return fc.constantFrom(...shape.values)
  if (shape instanceof z.ZodEnum) return fc.constantFrom(...shape.options)
  if (shape instanceof z.ZodBoolean) return fc.boolean()
  if (shape instanceof z.ZodDate)
    return fc
      .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString())
  const { pattern, minLength = 0, minimum = 1, maximum = INT } = z.toJSONSchema(shape, ANY)
  if (known) return known
  if (shape instanceof z.ZodBigInt) return fiat
  if (shape instanceof z.ZodNumber)
    return fc.integer({ min: Math.max(0, minimum), max: Math.min(INT, maximum) })
  if (['string', 'template_literal'].includes(shape._zod.def.type))
    return pattern === undefined
      ? text.filter((one) => one.length >= minLength)
      : fc.stringMatching(new RegExp(pattern))
  if (shape instanceof z.ZodRecord || shape instanceof z.ZodUnknown) return fc.constant({})
  throw new Error(`${parent}.${name}: values of ${shape._zod.def.type} are not known here`)
}
