import type { TextKey } from '../../i18n/index.ts'
import { incidentTexts, mismatchTexts } from './words.ts'

type Said = { key: TextKey; status?: string }

/** What the card provider calls by a number (SP-15). */
const providerTexts: Readonly<Record<string, TextKey>> = {
  '0': 'provider.success',
  '1': 'provider.fail',
  '2': 'provider.cancel',
  '3': 'provider.error',
  '9': 'provider.pending',
}

const states: Readonly<Record<string, TextKey>> = {
  pending: 'status.pending',
  processing: 'status.processing',
  sent: 'status.sent',
  mined: 'status.mined',
  completed: 'status.completed',
  failed: 'status.failed',
  canceled: 'status.canceled',
  refunding: 'status.refunding',
  refunded: 'status.refunded',
  'unknown there': 'provider.unknownThere',
}

const asked: Readonly<Record<string, TextKey>> = {
  payment: 'asked.payment',
  details: 'asked.details',
  void: 'asked.void',
  refund: 'asked.refund',
}

const reasons: Readonly<Record<string, TextKey>> = {
  buyer: 'because.buyer',
  expired: 'because.expired',
  idle: 'because.idle',
  order: 'because.order',
  suspended: 'because.suspended',
  'canceled by an admin': 'because.admin',
  'no answer in 24 hours': 'because.unanswered',
  'the provider knows of no refund': 'because.noRefund',
  'the bank has sent it back': 'because.sentBack',
  insufficient_funds: 'because.points',
  'the card payment differs from what was asked': 'because.differs',
}

const flows: Readonly<Record<string, TextKey>> = {
  settlement: 'flow.settlement',
  refund: 'flow.refund',
  release: 'flow.release',
  reversal: 'flow.reversal',
}

/** Values that are codes, by the name of their fact. */
const codes: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  payment_status: providerTexts,
  unknown_status: providerTexts,
  status: states,
  tx_status: states,
  outcome: states,
  kind: asked,
  method: asked,
  reason: reasons,
  incident: incidentTexts,
  field: mismatchTexts,
  flow: flows,
}

const own = (texts: Readonly<Record<string, TextKey>> | undefined, code: string): Said | undefined => {
  const key = texts && Object.hasOwn(texts, code) ? texts[code] : undefined
  return key && { key }
}

/** What a code of a timeline means in words; undefined for what is no code, or one that nobody has named. */
export function valueText(name: string, value: string | number | boolean): Said | undefined {
  if (typeof value === 'boolean') return { key: value ? 'value.yes' : 'value.no' }
  const text = String(value)
  const [, status] = /^(?:provider )?status (-?\d{1,9})$/.exec(text) ?? []
  if (status !== undefined) return own(providerTexts, status) ?? { key: 'provider.other', status }
  return Object.hasOwn(codes, name) ? own(codes[name], text) : undefined
}
