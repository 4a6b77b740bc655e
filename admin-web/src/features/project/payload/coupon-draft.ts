import { z } from 'zod'
import { fromLocal, toLocal } from './local-time.ts'

export const sources = ['code', 'codes', 'codegen', 'codepool'] as const
export type CouponSource = (typeof sources)[number]

/** A coupon as it stands in the fields (CA-66, CA-67, CA-69). */
export type CouponDraft = {
  source: CouponSource
  code: string
  /** a line each */
  codes: string
  length: string
  charset: string
  prefix: string
  codepool: string
  isPublic: boolean
  limit: string
  age: string
  cooldown: string
  start: string
  end: string
  description: string
}

const count = z.number().optional()
const shape = z.strictObject({
  code: z.string().optional(),
  codes: z.array(z.string()).optional(),
  codegen: z
    .union([
      z.literal(true),
      z.strictObject({
        length: count,
        charset: z.string().optional(),
        prefix: z.string().optional(),
      }),
    ])
    .optional(),
  codepool: z.string().optional(),
  public: z.literal(true).optional(),
  limit: count,
  age: count,
  cooldown: count,
  active_start: z.string().optional(),
  active_end: z.string().optional(),
  description: z.string().optional(),
})
export type Coupon = z.output<typeof shape>

/** Whether it has the shape of the fields; one that has several sources is for the JSON. */
export function isCoupon(given: unknown): given is Coupon {
  const read = shape.safeParse(given)
  return read.success && sources.filter((source) => read.data[source] !== undefined).length === 1
}

export const newCoupon: CouponDraft = {
  source: 'codegen',
  code: '',
  codes: '',
  length: '',
  charset: '',
  prefix: '',
  codepool: '',
  isPublic: false,
  limit: '',
  age: '',
  cooldown: '',
  start: '',
  end: '',
  description: '',
}

const textOf = (number: number | undefined) => (number === undefined ? '' : String(number))
const localOf = (iso: string | undefined) => (iso === undefined ? '' : toLocal(Date.parse(iso)))

export function toCoupon(coupon: Coupon): CouponDraft {
  const { codegen } = coupon
  const made = typeof codegen === 'object' ? codegen : {}
  return {
    source: sources.find((source) => coupon[source] !== undefined) ?? 'codegen',
    code: coupon.code ?? '',
    codes: coupon.codes?.join('\n') ?? '',
    length: textOf(made.length),
    charset: made.charset ?? '',
    prefix: made.prefix ?? '',
    codepool: coupon.codepool ?? '',
    isPublic: coupon.public ?? false,
    limit: textOf(coupon.limit),
    age: textOf(coupon.age),
    cooldown: textOf(coupon.cooldown),
    start: localOf(coupon.active_start),
    end: localOf(coupon.active_end),
    description: coupon.description ?? '',
  }
}

const numberIn = <K extends string>(key: K, text: string) =>
  text.trim() === '' ? {} : { [key]: Number(text.trim()) }
const textIn = <K extends string>(key: K, text: string) => (text.trim() === '' ? {} : { [key]: text })
const timeIn = <K extends string>(key: K, text: string) =>
  text === '' ? {} : { [key]: isoOf(fromLocal(text)) }
const isoOf = (ms: number) => (Number.isNaN(ms) ? '' : new Date(ms).toISOString())

function sourceOf(draft: CouponDraft) {
  const { source, code, codes, length, charset, prefix, codepool } = draft
  if (source === 'code') return { code }
  if (source === 'codepool') return { codepool }
  if (source === 'codes')
    return {
      codes: codes
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    }
  const made = { ...numberIn('length', length), ...textIn('charset', charset), ...textIn('prefix', prefix) }
  return { codegen: Object.keys(made).length === 0 ? true : made }
}

export const fromCoupon = (draft: CouponDraft): Record<string, unknown> => ({
  ...sourceOf(draft),
  ...(draft.isPublic && { public: true }),
  ...numberIn('limit', draft.limit),
  ...numberIn('age', draft.age),
  ...numberIn('cooldown', draft.cooldown),
  ...timeIn('active_start', draft.start),
  ...timeIn('active_end', draft.end),
  ...textIn('description', draft.description),
})
