import type { AdminShipping, AdminTopup, TimelineEntry } from '@talad/proto/http/shipping-admin-shapes'
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

/** `delivery_signed` as people read it, for what happens in the machine and has no word of its own. */
export function readable(type: string): string {
  const words = type.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
