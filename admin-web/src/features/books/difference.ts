import type { TextKey } from '../../i18n/index.ts'

/** A difference from a provider in words: what differs, and both sides where it has two. */
export type Told = { key: TextKey; ours?: string; theirs?: string; count?: string }

/** What reconciliations compare, as the services name it. */
const fields: Readonly<Record<string, TextKey>> = {
  status: 'difference.status',
  amount: 'difference.amount',
  'amount returned': 'difference.returned',
  return: 'difference.return',
  transfer: 'difference.transfer',
  currency: 'difference.currency',
  customer: 'difference.customer',
  'order number': 'difference.orderNo',
}

const whole: Readonly<Record<string, TextKey>> = {
  'paid out by the provider, and we know no such withdrawal': 'difference.unknownPayout',
  'sent by us, and the provider knows no such transfer': 'difference.missingPayout',
  'credited, and the provider knows no such payment': 'difference.missingPayment',
}

const named = (texts: Readonly<Record<string, TextKey>>, name: string) =>
  Object.hasOwn(texts, name) ? texts[name] : undefined

/** What a service says of a difference; undefined for what nobody has named yet. */
export function differenceText(what: string): Told | undefined {
  const key = named(whole, what)
  if (key) return { key }
  const [, theirs] = /^paid at the provider \((.*)\), and we know no such payment$/.exec(what) ?? []
  if (theirs !== undefined) return { key: 'difference.unknownPayment', theirs }
  const [, count] = /^(\d+) transfers at the provider$/.exec(what) ?? []
  if (count !== undefined) return { key: 'difference.transfers', count }
  const [, field = '', ours = '', other = ''] = /^([^:]+): ours (.*), the provider's (.*)$/.exec(what) ?? []
  const found = named(fields, field)
  return found && { key: found, ours, theirs: other }
}
