import { inLanguage } from '@talad/proto/http/bilingual'
import { formatDay } from '@talad/ui/format/dates'
import { z } from 'zod'
import { ownPicture } from '../../market/virtual/own-picture.ts'

type Language = 'th' | 'en'

const attribute = z.object({ value: z.union([z.number(), z.string()]), display: z.string().optional() })
const coupon = z.object({
  code: z.string().optional(),
  codes: z.array(z.string()).optional(),
  codegen: z.unknown().optional(),
  description: z.string().optional(),
  limit: z.number().optional(),
  active_start: z.string().optional(),
  active_end: z.string().optional(),
})

/** The parts of a payload that a page shows; a later version may have more, or others (CA-57). */
const shown = z.object({
  name: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  assets: z.record(z.string(), z.string()).catch({}).default({}),
  attributes: z.record(z.string(), attribute).catch({}).default({}),
  table: z
    .object({
      headers: z.array(z.string()),
      records: z.array(z.array(z.union([z.number(), z.string()]))),
    })
    .optional()
    .catch(undefined),
  'coupon-code': coupon.optional().catch(undefined),
})

export type Attribute = z.output<typeof attribute>
export type PayloadTable = NonNullable<z.output<typeof shown>['table']>
export type Coupon = z.output<typeof coupon>

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** CA-61: what was filled in is escaped as HTML; here it is text, which React escapes. */
export const asText = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)

/** What a page shows of an effective payload; of none, nothing. */
export function readPayload(payload: Readonly<Record<string, unknown>> | undefined) {
  const { name, description, assets, attributes, table, 'coupon-code': coupon } = shown.parse(payload ?? {})
  return {
    name,
    description: description === undefined ? undefined : asText(description),
    cover: ownPicture(assets.cover),
    attributes: Object.entries(attributes),
    table,
    coupon,
  }
}
export type Shown = ReturnType<typeof readPayload>

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 10 })

/** CA-63: a value as its display type says it. */
export function attributeText({ value, display }: Attribute, language: Language): string {
  if (typeof value === 'string') return inLanguage(value, language)
  if (display === 'date') return formatDay(value * 1_000)
  const number = numbers.format(value)
  if (display === 'boost_percentage') return `${value > 0 ? '+' : ''}${number}%`
  return display === 'boost_number' && value > 0 ? `+${number}` : number
}
