import { createHash } from 'node:crypto'
import type { Run } from '@talad/dev/run-file'
import type { Example } from '@talad/gateway/docs/examples'
import { getAddress } from 'ethers'

/** The moment at which the examples begin, whenever they were made. */
const BEGIN_MS = Date.UTC(2026, 10, 23, 5)
const LONGEST_LIST = 3
const HEX_OF_ADDRESS = 40
/** More digits than a signature has are calldata: they say something, as zeros do. */
const LONGEST_HEX = 130

/**
 * What differs from one recording to the next, or is secret; what comes first here is looked for first. What looks random
 * and is longer than tokens are is a picture.
 */
const CHANGING = [
  String.raw`(?<jwt>eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+)`,
  String.raw`(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)`,
  String.raw`(?<seconds>(?<![\w.])1[78]\d{8}(?![\w.]))`,
  '(?<uuid>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})',
  String.raw`(?<hex>(?<!\w)(?:0x)?[0-9a-fA-F]{24,}(?!\w))`,
  String.raw`(?<handOver>(?<![\w-])h-[\w-]{43}(?![\w-]))`,
  String.raw`(?<random>(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{20,100}(?![\w-]))`,
]
const changing = new RegExp(CHANGING.join('|'), 'g')

const digest = (text: string) => createHash('sha512').update(text).digest('hex')

/** Numbers what comes along, the same thing always by the same number. */
function numbering() {
  const seen = new Map<string, number>()
  return (text: string): number => {
    const number = seen.get(text) ?? seen.size + 1
    seen.set(text, number)
    return number
  }
}

function hexInPlaceOf(text: string, number: number): string {
  const digits = text.replace(/^0x/, '')
  if (digits.length > LONGEST_HEX || digits.startsWith('0'.repeat(16))) return text
  const made = digest(`hex ${number}`).repeat(2).slice(0, digits.length)
  if (!text.startsWith('0x')) return made
  return /[A-F]/.test(digits) && digits.length === HEX_OF_ADDRESS ? getAddress(`0x${made}`) : `0x${made}`
}

/** Makes texts that have another key, signature, token, id or address in the place of each; times are moved by `shiftMs`. */
function replacing(shiftMs: number): (text: string) => string {
  const number = numbering()
  const moved = (time: string) => `${new Date(Date.parse(time) + shiftMs).toISOString().slice(0, 19)}.000Z`
  const inPlaceOf = (found: string, kind: string): string => {
    switch (kind) {
      case 'time':
        return moved(found)
      case 'seconds':
        return String(Number(found) + shiftMs / 1_000)
      case 'hex':
        return hexInPlaceOf(found, number(found.toLowerCase()))
      case 'uuid':
        return digest(`uuid ${number(found)}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
      case 'jwt':
        return `eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJleGFtcGxlIn0.${digest(`jwt ${number(found)}`).slice(0, 86)}`
      case 'handOver':
        return `h-${digest(`random ${number(found)}`).slice(0, found.length - 2)}`
      default:
        return digest(`random ${number(found)}`).slice(0, found.length)
    }
  }
  return (text) =>
    text.replace(changing, (found, ...rest) => {
      const groups: Record<string, string | undefined> = rest.at(-1)
      return inPlaceOf(found, Object.keys(groups).find((kind) => groups[kind] !== undefined) ?? '')
    })
}

function mapped(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') return Number(text(String(value)))
  if (Array.isArray(value)) return value.map((one) => mapped(one, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, text)]))
}

/** Long lists are cut: three entries show what there is. What was sent stays as it was sent. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]))
}

/**
 * What was recorded without what is secret or differs from one recording to the next: the same thing has the same other
 * one in its place everywhere, and times count from one fixed moment.
 * @param begunMs when the recording began
 */
export function stable(
  recorded: ReadonlyMap<string, Example>,
  run: Pick<Run, 'gateway' | 'sandbox' | 'rpc'>,
  begunMs: number,
): Record<string, Example> {
  const replaced = replacing(Math.round((BEGIN_MS - begunMs) / 1_000) * 1_000)
  const places = [
    [run.gateway, 'https://talad.example'],
    [run.sandbox, 'https://provider.example'],
    [run.rpc, 'https://rpc.example'],
  ].flatMap(([from = '', to = '']) => [[from, to] as const, [new URL(from).host, new URL(to).host] as const])
  places.push(['127.0.0.1', '203.0.113.7'], ['localhost', 'talad.example'])
  const text = (given: string) =>
    replaced(places.reduce((known, [from, to]) => known.replaceAll(from, to), given))
  const names = [...recorded.keys()].toSorted()
  const entries = names.map((name): [string, Example] => {
    const { answer, params, query, ...sent } = recorded.get(name) ?? {}
    const whole = {
      ...(params && { params }),
      ...(query && { query }),
      ...sent,
      ...(answer !== undefined && { answer: shortened(answer) }),
    }
    return [name, mapped(whole, text) as Example]
  })
  return Object.fromEntries(entries)
}
