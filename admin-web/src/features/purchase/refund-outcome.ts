import type { CardRefund } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import type { Tone } from '@talad/ui/components/status'
import type { TextKey } from '../../i18n/index.ts'

/** What has become of a refund, in words (SP-26). */
export function refundOutcome({ status, stage }: Pick<CardRefund, 'status' | 'stage'>): {
  tone: Tone
  text: TextKey
} {
  if (status === 'failed') return { tone: 'bad', text: 'refund.outcomeFailed' }
  if (status === 'refunded') return { tone: 'good', text: 'refund.outcomeRefunded' }
  return { tone: 'wait', text: stage === 'asked' ? 'refund.outcomeAsked' : 'refund.outcomeRequested' }
}

/** How much of what is to be given back is still there, where that is too little; undefined: it suffices. */
export function pointsShort(refundable: number, spendable: number | undefined): number | undefined {
  return spendable !== undefined && spendable < refundable ? spendable : undefined
}
