import { CURRENT_VERSION, type ModuleName } from '@talad/proto/http/campaign/payload/modules'
import { z } from 'zod'
import { type Coupon, type CouponDraft, fromCoupon, isCoupon, toCoupon } from './coupon-draft.ts'
import { fromLocal, toLocal } from './local-time.ts'

/** One entry of a map; `key` tells rows apart while they are written. */
export type AssetRow = { key: string; name: string; value: string }
export const kinds = ['text', 'plain', 'number', 'boost_number', 'boost_percentage', 'date'] as const
export type AttributeKind = (typeof kinds)[number]
export type AttributeRow = AssetRow & { kind: AttributeKind }
export type TableDraft = {
  headers: { key: string; text: string }[]
  records: { key: string; cells: (string | number)[] }[]
}

/** A payload as it stands in the fields; undefined: it isn't said at this level (CA-59). */
export type PayloadDraft = {
  name: string | undefined
  description: string | undefined
  assets: AssetRow[] | undefined
  attributes: AttributeRow[] | undefined
  table: TableDraft | undefined
  coupon: CouponDraft | undefined
  /** what no field is for: another version, modules of later ones, and what has another shape than its fields */
  kept: Record<string, unknown>
}

const value = z.union([z.string(), z.number()])
const shapes = {
  name: z.string(),
  description: z.string(),
  assets: z.record(z.string(), z.string()),
  attributes: z.record(
    z.string(),
    z.strictObject({ value, display: z.enum(kinds).exclude(['text', 'plain']).optional() }),
  ),
  table: z.strictObject({ headers: z.array(z.string()), records: z.array(z.array(value)) }),
}
type Json = Readonly<Record<string, unknown>>

export const newKey = () => crypto.randomUUID()
const SECOND_MS = 1_000
const isDate = (kind: AttributeKind) => kind === 'date'

type Given = { value: string | number; display?: AttributeKind | undefined }

function toAttribute(name: string, { value, display }: Given): AttributeRow {
  const kind = display ?? (typeof value === 'number' ? 'plain' : 'text')
  const text = isDate(kind) && typeof value === 'number' ? toLocal(value * SECOND_MS) : String(value)
  return { key: newKey(), name, kind, value: text }
}

/** A whole number and a fraction as people type them; NaN for what is none. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.trim()))

export function fromAttribute({ kind, value }: Pick<AttributeRow, 'kind' | 'value'>) {
  if (kind === 'text') return { value }
  const number = isDate(kind) ? fromLocal(value) / SECOND_MS : numberOf(value)
  return kind === 'plain' ? { value: number } : { value: number, display: kind }
}

const toTable = ({ headers, records }: z.output<typeof shapes.table>): TableDraft => ({
  headers: headers.map((text) => ({ key: newKey(), text })),
  records: records.map((cells) => ({ key: newKey(), cells })),
})

/** What is typed into a cell: a number where it is written as JSON writes one. */
export const cellOf = (text: string) => (/^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(text) ? Number(text) : text)

const toAssets = (assets: z.output<typeof shapes.assets>): AssetRow[] =>
  Object.entries(assets).map(([name, text]) => ({ key: newKey(), name, value: text }))

const toAttributes = (attributes: z.output<typeof shapes.attributes>): AttributeRow[] =>
  Object.entries(attributes).map(([name, given]) => toAttribute(name, given))

/** What was saved, to be changed. */
export function toPayloadDraft(payload: Json | null): PayloadDraft {
  const { version = CURRENT_VERSION, ...rest } = payload ?? {}
  const kept: Record<string, unknown> = { ...rest, ...(version !== CURRENT_VERSION && { version }) }
  const take = <T>(name: ModuleName, shape: z.ZodType<T>): T | undefined => {
    const read = shape.safeParse(rest[name])
    if (!read.success) return undefined
    delete kept[name]
    return read.data
  }
  const assets = take('assets', shapes.assets)
  const attributes = take('attributes', shapes.attributes)
  const table = take('table', shapes.table)
  const coupon = take('coupon-code', z.custom<Coupon>(isCoupon))
  return {
    name: take('name', shapes.name),
    description: take('description', shapes.description),
    assets: assets && toAssets(assets),
    attributes: attributes && toAttributes(attributes),
    table: table && toTable(table),
    coupon: coupon && toCoupon(coupon),
    kept,
  }
}

/** What would be saved; null where nothing is said. */
export function fromPayloadDraft(draft: PayloadDraft): Record<string, unknown> | null {
  const { name, description, assets, attributes, table, coupon, kept } = draft
  const said = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(assets && { assets: Object.fromEntries(assets.map((row) => [row.name, row.value])) }),
    ...(attributes && {
      attributes: Object.fromEntries(attributes.map((row) => [row.name, fromAttribute(row)])),
    }),
    ...(table && {
      table: {
        headers: table.headers.map(({ text }) => text),
        records: table.records.map(({ cells }) => cells),
      },
    }),
    ...(coupon && { 'coupon-code': fromCoupon(coupon) }),
    ...kept,
  }
  return Object.keys(said).length === 0 ? null : { version: CURRENT_VERSION, ...said }
}
