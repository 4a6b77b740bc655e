import { wellFormed } from '@talad/shared/text'
import { z } from 'zod'
import { type Attribute, MAX_VALUE } from '../trait/attribute.ts'

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
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const clean = String(value).replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
  return wellFormed(clean.trim(), max)
}

function link(value: unknown): string | null {
  const url = typeof value === 'string' && value.length <= MAX_URL ? URL.parse(value) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}

const PLAIN_NUMBER = /^-?[0-9]{1,30}(\.[0-9]{1,18})?$/

const attributeSchema = z.object({
  trait_type: z.unknown().optional(),
  value: z.union([z.string(), z.number(), z.boolean()]),
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
  const numeric = typeof value === 'number' || displayType !== null
  const number = numeric && PLAIN_NUMBER.test(shown) ? shown : null
  return [{ key: text(trait_type, MAX_KEY) || 'Property', value: shown, number, displayType }]
}

const metadataSchema = z.looseObject({
  name: z.unknown().optional(),
  description: z.unknown().optional(),
  image: z.unknown().optional(),
  image_url: z.unknown().optional(),
  animation_url: z.unknown().optional(),
  external_url: z.unknown().optional(),
  attributes: z.unknown().optional(),
})

/** Where something lies: the first of these that is a text. */
function sourceIn(...given: unknown[]): string | null {
  const source = given.find((value) => typeof value === 'string' && value !== '')
  if (typeof source !== 'string' || source.length > MAX_SOURCE) return null
  return wellFormed(source.trim(), MAX_SOURCE)
}

/**
 * Reads the metadata of a token. Everything in it is a stranger's: what doesn't fit is cut or left out.
 * @returns undefined when it is no JSON object at all
 */
export function readMetadata(body: Buffer): Metadata | undefined {
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
  const parsed = metadataSchema.safeParse(json)
  if (!parsed.success) return undefined
  const { name, description, image, image_url, animation_url, external_url, attributes } = parsed.data
  return {
    name: text(name, MAX_NAME),
    description: text(description, MAX_DESCRIPTION),
    image: sourceIn(image, image_url),
    animation: sourceIn(animation_url),
    externalUrl: link(external_url),
    attributes: (Array.isArray(attributes) ? attributes : []).slice(0, MAX_ATTRIBUTES).flatMap(attribute),
  }
}

/** ERC-1155: `{id}` in the URI stands for the token id as 64 lower-case hex digits. */
export function sourceOf(uri: string, token: bigint): string {
  return uri.trim().replaceAll('{id}', token.toString(16).padStart(64, '0'))
}
