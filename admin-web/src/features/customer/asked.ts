import { pointsOfBaht } from '@talad/ui/format/money'

/** What a text may be that somebody who calls support has said. */
export type Asked =
  | { kind: 'customer'; id: string }
  | { kind: 'phone'; phone: string }
  | { kind: 'amount'; value: number }
  | { kind: 'digits'; digits: string }
  | { kind: 'words'; words: string }

/** Thai mobiles, and numbers from abroad as they are written. */
const PHONE = /^(?:0[689]\d{8}|66\d{9}|\+\d{8,15})$/
const AMOUNT = /^฿?\d{1,3}(?:,?\d{3}){0,3}(?:\.\d{1,2})?(?:บาท|thb|baht)?$/i

function amountOf(plain: string): Asked[] {
  if (!AMOUNT.test(plain)) return []
  const points = pointsOfBaht(plain.replace(/[^\d.]/g, ''))
  return points === undefined || points < 1n ? [] : [{ kind: 'amount', value: Number(points) }]
}

/** Several where the text alone doesn't say what it is: four digits are an amount, or the end of an account number. */
export function askedOf(typed: string): Asked[] {
  const text = typed.trim()
  if (/^join-\S{1,90}$/.test(text)) return [{ kind: 'customer', id: text }]
  const plain = text.replace(/[\s-]/g, '')
  if (PHONE.test(plain)) return [{ kind: 'phone', phone: plain }]
  const asked = amountOf(plain)
  if (/^(?:\d{4}|\d{10,15})$/.test(plain)) asked.push({ kind: 'digits', digits: plain })
  return asked.length > 0 || text.length < 2 ? asked : [{ kind: 'words', words: text }]
}
