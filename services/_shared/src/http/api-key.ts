import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** CA-6: 62^43 is more than 2^256. */
const SECRET_LENGTH = 43
const CHECK_LENGTH = 6
const API_KEY = /^(tk_(?:live|test)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

function base62(value: bigint, length: number): string {
  const digits = Array.from({ length }, (_, at) => DIGITS[Number((value / 62n ** BigInt(at)) % 62n)])
  return digits.reverse().join('')
}

const checkOf = (text: string) => base62(BigInt(crc32(text)), CHECK_LENGTH)

/** CA-6: a new API key: what it is for, 256 random bits, and check digits by which a mistyped one is known without a look. */
export function makeApiKey(kind: 'live' | 'test', random: Buffer = randomBytes(32)): string {
  const text = `tk_${kind}_${base62(BigInt(`0x${random.toString('hex')}`), SECRET_LENGTH)}`
  return text + checkOf(text)
}

export const digestOf = (key: string) => createHash('sha256').update(key).digest('hex')

/** An API key as it was sent: the digest by which it is known, for the key itself is kept nowhere. */
export type SentKey = {
  digest: string
  /** CA-6: one for trying things out, which changes nothing */
  isTest: boolean
}

/** Reads what was sent as an API key. Undefined for what can't be one: its check digits are judged before any look. */
export function readApiKey(sent: unknown): SentKey | undefined {
  if (typeof sent !== 'string') return undefined
  const [, text, check] = API_KEY.exec(sent) ?? []
  if (text === undefined || check !== checkOf(text)) return undefined
  return { digest: digestOf(sent), isTest: text.startsWith('tk_test_') }
}
