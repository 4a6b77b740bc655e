import { asRead } from './blacklist/texts.ts'
import { thaiForm } from './text.ts'

/** Letters that look like others: those of one look are one letter. */
const LOOKS: readonly [look: string, letters: string][] = [
  ['a', 'аαаɑ@4'],
  ['b', 'ьвβƅ8'],
  ['c', 'сϲç¢'],
  ['d', 'ԁɗ'],
  ['e', 'еєεɛ3€'],
  ['g', 'ɡց9'],
  ['h', 'нһհ'],
  ['j', 'јϳ'],
  ['k', 'кκ'],
  ['l', 'іıιӏ1i|!ł'],
  ['m', 'м'],
  ['n', 'пηո'],
  ['o', 'оοσօ0ø'],
  ['p', 'рρ'],
  ['q', 'ԛ'],
  ['r', 'гʀ'],
  ['s', 'ѕ$5'],
  ['t', 'тτ7'],
  ['u', 'υսцμ'],
  ['v', 'ѵν'],
  ['w', 'ѡωԝ'],
  ['x', 'хχ×'],
  ['y', 'уүγ'],
  ['z', 'ʐ2'],
]
const LOOK_OF = new Map(LOOKS.flatMap(([look, letters]) => [...letters].map((one) => [one, look] as const)))
/** Words that make a name no other one. */
const ORNAMENT =
  /\b(?:the|official|officially|original|originals|real|genuine|authentic|verified|nfts?|collections?|collectibles?|club|store|shop|drop|airdrop|mint)\b|ของแท้|ของจริง|ทางการ|ออฟฟิเชียล|คอลเลกชัน/gu
const NUMBER = /(?:#|no\.?|เลขที่|ลำดับที่|หมายเลข)?\s*[0-9๐-๙]+\s*$/u
const PARTS = /[·|/—–()[\]]+/u
/** Shorter names are anybody's. */
const SHORTEST = 6
/** From this length on, one letter more, less or other is the same look. */
const LONG = 8

/** What one sees of a name, however it is written: two of one key look the same. */
function nameKey(name: string): string {
  const words = thaiForm(asRead(name)).toLowerCase().replace(NUMBER, '').replaceAll(ORNAMENT, ' ')
  const latin = words.normalize('NFD').replaceAll(/(?<=\p{sc=Latin})\p{M}+/gu, '')
  const looks = [...latin].map((one) => LOOK_OF.get(one) ?? one).join('')
  const bare = looks
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
  return bare.replaceAll(/(.)\1+/gu, '$1')
}

/** The keys of a name that aren't anybody's; of one that is written in two languages, of both. */
export function nameKeys(name: string): string[] {
  const keys = [name, ...name.split(PARTS)].map(nameKey)
  return [...new Set(keys.filter((key) => key.length >= SHORTEST))]
}

/** Whether one becomes the other by one letter at most. */
export function isOneLetterOff(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = long.slice(at + 1)
  return short.length === long.length ? short.slice(at + 1) === rest : short.slice(at) === rest
}

/** Whether names of these keys look alike. */
export const areAlike = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= LONG ? isOneLetterOff(a, b) : a === b

/** MO-15: the first of the names of others that a name looks like. */
export function imitated(name: string, others: readonly string[]): string | undefined {
  const keys = nameKeys(name)
  if (keys.length === 0) return undefined
  return others.find((other) => nameKeys(other).some((theirs) => keys.some((own) => areAlike(own, theirs))))
}
