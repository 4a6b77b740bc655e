import type {
  AdminShipping,
  AdminTopup,
  TimelineEntry,
} from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import type { TextKey } from '../../i18n/index.ts'

export const incidentTexts = {
  delivery_lost: 'incident.delivery_lost',
  delivered_after_refund: 'incident.delivered_after_refund',
  settlement_refused: 'incident.settlement_refused',
  refund_refused: 'incident.refund_refused',
  reversal_refused: 'incident.reversal_refused',
  release_refused: 'incident.release_refused',
} as const satisfies Record<NonNullable<AdminShipping['incident']>, TextKey>

export const mismatchTexts = {
  orderNo: 'mismatch.orderNo',
  customerId: 'mismatch.customerId',
  amount: 'mismatch.amount',
  currency: 'mismatch.currency',
} as const satisfies Record<NonNullable<AdminTopup['mismatch']>['field'], TextKey>

export const sourceTexts = {
  buyer: 'source.buyer',
  admin: 'source.admin',
  provider: 'source.provider',
  ledger: 'source.ledger',
  chain: 'source.chain',
  system: 'source.system',
} as const satisfies Record<TimelineEntry['source'], TextKey>

/** What happens to purchases and card payments; the service may know more. */
const eventTexts: Readonly<Record<string, TextKey>> = {
  shipping_opened: 'event.shipping_opened',
  payment_requested: 'event.payment_requested',
  funds_locked: 'event.funds_locked',
  card_requested: 'event.card_requested',
  card_started: 'event.card_started',
  card_failed: 'event.card_failed',
  card_held: 'event.card_held',
  payment_refused: 'event.payment_refused',
  card_confirmed: 'event.card_confirmed',
  payment_completed: 'event.payment_completed',
  shipping_canceled: 'event.shipping_canceled',
  paid_too_late: 'event.paid_too_late',
  delivery_progressed: 'event.delivery_progressed',
  delivery_confirmed: 'event.delivery_confirmed',
  delivery_failed: 'event.delivery_failed',
  delivery_lost: 'event.delivery_lost',
  shipping_settled: 'event.shipping_settled',
  shipping_refunded: 'event.shipping_refunded',
  late_card_credited: 'event.late_card_credited',
  card_refund_moved: 'event.card_refund_moved',
  incident_raised: 'event.incident_raised',
  incident_ended: 'event.incident_ended',
  money_asked_again: 'event.money_asked_again',
  topup_opened: 'event.topup_opened',
  topup_started: 'event.topup_started',
  callback_received: 'event.callback_received',
  topup_completed: 'event.topup_completed',
  topup_failed: 'event.topup_failed',
  topup_canceled: 'event.topup_canceled',
  unknown_status_told: 'event.unknown_status_told',
  topup_mismatched: 'event.topup_mismatched',
  mismatch_accepted: 'event.mismatch_accepted',
  mismatch_refused: 'event.mismatch_refused',
  refund_requested: 'event.refund_requested',
  refund_held: 'event.refund_held',
  refund_asked: 'event.refund_asked',
  refund_declined: 'event.refund_declined',
  refund_unheard: 'event.refund_unheard',
  refund_completed: 'event.refund_completed',
  refund_failed: 'event.refund_failed',
  refund_not_posted: 'event.refund_not_posted',
  inquired: 'event.inquired',
  delivery_asked: 'event.delivery_asked',
  delivery_signed: 'event.delivery_signed',
  delivery_broadcast: 'event.delivery_broadcast',
  delivery_in_block: 'event.delivery_in_block',
}

/** What a step of a timeline is called, where it has a name in the catalogues. */
export function eventText(type: string): TextKey | undefined {
  return Object.hasOwn(eventTexts, type) ? eventTexts[type] : undefined
}

/** `delivery_signed` as people read it, for what happens in the machine and has no word of its own. */
export function readable(type: string): string {
  const words = type.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
