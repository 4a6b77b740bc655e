import { wellFormed } from '@talad/shared/text'
import { z } from 'zod'
import { type Attribute, MAX_VALUE } from '../trait/attribute.ts'
import { parseNumbers, WrittenNumber } from './numbers.ts'

/** AI-1, M§9: longer names and descriptions are cut. */
const MAX_NAME = 500
export const MAX_DESCRIPTION = 5_000
const MAX_SOURCE = 2_000_000
const MAX_URL = 2_048
const MAX_ATTRIBUTES = 100
const MAX_KEY = 100

export type Metadata = {
  name: string
  description: string
  image: string | null
  /** what it names besides: a video, a sound, a page */
  animation: string | null
  externalUrl: string | null
  attributes: Attribute[]
}

/** Text of a stranger: kept as text, without control characters, of bounded length. */
function text(value: unknown, max: number): string {
  const given = value instanceof WrittenNumber ? value.digits : value
  if (typeof given !== 'string' && typeof given !== 'number') return ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const clean = String(given).replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
  return wellFormed(clean.trim(), max)
}

function link(value: unknown): string | null {
  const url = typeof value === 'string' && value.length <= MAX_URL ? URL.parse(value) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}

const PLAIN_NUMBER = /^-?[0-9]{1,30}(\.[0-9]{1,18})?$/

const attributeSchema = z.object({
  trait_type: z.unknown().optional(),
  value: z.union([z.string(), z.number(), z.boolean(), z.instanceof(WrittenNumber)]),
  display_type: z.unknown().optional(),
})

function attribute(raw: unknown): Attribute[] {
  const parsed = attributeSchema.safeParse(raw)
  if (!parsed.success) return []
  const { trait_type, value, display_type } = parsed.data
  const shown = text(typeof value === 'boolean' ? String(value) : value, MAX_VALUE)
  if (shown === '') return []
  const displayType = text(display_type, 30) || null
  // a number by type or by declaration; "7" as text stays text
  const numeric = typeof value === 'number' || value instanceof WrittenNumber || displayType !== null
  const number = numeric && PLAIN_NUMBER.test(shown) ? shown : null
  return [{ key: text(trait_type, MAX_KEY) || 'Property', value: shown, number, displayType }]
}

const metadataSchema = z.record(z.string(), z.unknown())

/** Where something lies: the first of these that is a text; a drawing that is written out becomes an address. */
function sourceIn(token: bigint | undefined, ...given: unknown[]): string | null {
  const found = given.find((value) => typeof value === 'string' && value !== '')
  if (typeof found !== 'string') return null
  const source = /^\s*<(svg|\?xml)/i.test(found)
    ? `data:image/svg+xml;base64,${Buffer.from(found).toString('base64')}`
    : found.trim()
  if (source.length > MAX_SOURCE) return null
  return wellFormed(token === undefined ? source : sourceOf(source, token), MAX_SOURCE)
}

const fields = z.record(z.string(), z.unknown())

/** Properties of ERC-1155: a value, or an object with one and a name; a list is one value. */
const isPlain = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) || value instanceof WrittenNumber

function property([key, raw]: [string, unknown]): unknown[] {
  const about = fields.safeParse(raw).data
  const given = about ? (about.display_value ?? about.value) : raw
  const value = Array.isArray(given) && about ? given.filter(isPlain).join(', ') : given
  return [{ trait_type: about?.name ?? key, value, display_type: about?.display_type }]
}

/** Traits as makers write them: a list, or an object with a value under each name. */
function traitsIn(...given: unknown[]): Attribute[] {
  for (const raw of given) {
    const list = Array.isArray(raw) ? raw : Object.entries(fields.safeParse(raw).data ?? {}).flatMap(property)
    const traits = list.slice(0, MAX_ATTRIBUTES).flatMap(attribute)
    if (traits.length > 0) return traits
  }
  return []
}

/** Text as its first bytes say: with or without a byte order mark, of one byte a character or of two. */
function textOf(body: Buffer): string {
  const [first, second] = body
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
  return new TextDecoder(isBig ? 'utf-16be' : isLittle ? 'utf-16le' : 'utf-8').decode(body)
}

/**
 * Reads the metadata of a token. Everything in it is a stranger's: what doesn't fit is cut or left out.
 * @param token of ERC-1155, whose id stands for `{id}` in every address
 * @returns undefined when it is no JSON object at all
 */
export function readMetadata(body: Buffer, token?: bigint): Metadata | undefined {
  let json: unknown
  try {
    json = parseNumbers(textOf(body))
  } catch {
    return undefined
  }
  const given = metadataSchema.safeParse(json).data
  if (!given) return undefined
  return {
    name: text(given.name, MAX_NAME),
    description: text(given.description, MAX_DESCRIPTION),
    image: sourceIn(token, given.image, given.image_url, given.imageUrl, given.image_data),
    animation: sourceIn(token, given.animation_url),
    externalUrl: link(sourceIn(token, given.external_url)),
    attributes: traitsIn(given.attributes, given.traits, given.properties),
  }
}

/** ERC-1155: `{id}` in the URI stands for the token id as 64 lower-case hex digits. */
export function sourceOf(uri: string, token: bigint): string {
  return uri.trim().replaceAll('{id}', token.toString(16).padStart(64, '0'))
}
