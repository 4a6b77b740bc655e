import type { PayoutIncident } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { formatSum } from '@talad/ui/format/money'
import type { TextKey } from '../../i18n/index.ts'

const texts = {
  amount: 'payoutIncident.amount',
  answer: 'payoutIncident.answer',
  currency: 'payoutIncident.currency',
  failure: 'payoutIncident.failure',
  ledger: 'payoutIncident.ledger',
  recipient: 'payoutIncident.recipient',
  reference: 'payoutIncident.reference',
  status: 'payoutIncident.status',
  transfer: 'payoutIncident.transfer',
  transfers: 'payoutIncident.transfers',
} as const satisfies Record<PayoutIncident['code'], TextKey>

/** The transfer that there was is not there any more. */
const GONE = 'none'

/** BW-16: what a person has to look at of a payout, as a text and what stands in it; amounts are in baht. */
export function incidentWords({ code, expected, received }: PayoutIncident) {
  const isGone = code === 'transfer' && received === GONE
  const key: TextKey = isGone ? 'payoutIncident.gone' : texts[code]
  const shown = (value: string) =>
    code === 'amount' && /^\d+$/.test(value) ? formatSum(BigInt(value)) : value
  return { key, about: { expected: shown(expected), received: shown(received) } }
}
