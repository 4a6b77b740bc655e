import type { Random } from '@talad/demo/random'
import type { Forgery } from './forge.ts'

const bytes = (part: string) => Buffer.from(part, 'base64url')

/** Whether two texts say the same, byte for byte, to whoever decodes them: then one is no forgery of the other. */
function isSame(one: string, other: string): boolean {
  const [head, body, signature = '', ...more] = one.split('.')
  const [otherHead, otherBody, otherSignature = ''] = other.split('.')
  return (
    more.length === 0 &&
    head === otherHead &&
    body === otherBody &&
    bytes(signature).equals(bytes(otherSignature))
  )
}

type Maul = (token: string, random: Random) => string

const at = (random: Random, length: number) => Math.floor(random() * length)

function changeByte(part: string, random: Random): string {
  const changed = Buffer.from(bytes(part))
  const place = at(random, changed.length)
  changed[place] = (changed[place] ?? 0) ^ (1 + at(random, 255))
  return changed.toString('base64url')
}

function changeClaim(token: string, random: Random): string {
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims: Record<string, unknown> = JSON.parse(String(bytes(body)))
  const wishes: Record<string, unknown>[] = [
    { jyc: 3 },
    { jid: 'demo-dara' },
    { sub: '0'.repeat(24) },
    { exp: 4_000_000_000 },
    { sid: 'f'.repeat(24) },
    { role: 'admin' },
  ]
  const wish = wishes[at(random, wishes.length)]
  return `${head}.${Buffer.from(JSON.stringify({ ...claims, ...wish })).toString('base64url')}.${signature}`
}

/** What may happen to a token on its way, or be done to it by somebody without a key. */
const mauls: Record<string, Maul> = {
  'a byte changed': (token, random) => {
    const parts = token.split('.')
    const place = at(random, parts.length)
    return parts.with(place, changeByte(parts[place] ?? '', random)).join('.')
  },
  'cut off': (token, random) => token.slice(0, at(random, token.length)),
  'its beginning lost': (token, random) => token.slice(1 + at(random, token.length - 1)),
  'a character lost': (token, random) => {
    const place = at(random, token.length)
    return token.slice(0, place) + token.slice(place + 1)
  },
  'a character too many': (token, random) => {
    const place = at(random, token.length)
    return token.slice(0, place) + 'A.-_'[at(random, 4)] + token.slice(place)
  },
  'parts exchanged': (token, random) => {
    const [a = '', b = '', c = ''] = token.split('.')
    return [`${b}.${a}.${c}`, `${a}.${c}.${b}`, `${c}.${b}.${a}`, `${a}.${b}.${b}`][at(random, 4)] ?? ''
  },
  'a claim changed': changeClaim,
  'signed by zeros': (token) =>
    `${token.slice(0, token.lastIndexOf('.'))}.${Buffer.alloc(64).toString('base64url')}`,
  'the signature repeated': (token) => `${token}${token.slice(token.lastIndexOf('.'))}`,
}

/** Tokens that were good ones once. */
export function mauledTokens(count: number, token: string, random: Random): Forgery[] {
  const ways = Object.entries(mauls)
  const made: Forgery[] = []
  while (made.length < count) {
    const [what, maul] = ways[at(random, ways.length)] ?? ['', (same: string) => same]
    const mauled = maul(token, random)
    if (mauled !== '' && !isSame(mauled, token)) made.push({ what, token: mauled })
  }
  return made
}
