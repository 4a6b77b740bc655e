import type { Shipping } from '@talad/proto/http/shipping-payment/shipping'
import { Steps } from '@talad/ui/components/steps'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { formatPoints } from '@talad/ui/format/money'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import { useSite } from '../../../market/reads/site.ts'
import { TxLink } from '../../../market/trading/tx-link.tsx'
import { type JourneyStep, journeyOf, type Stop, saleOf } from '../journey.ts'
import { netOf } from '../net.ts'

type Words = Record<Stop, { title: LateKey; text: LateKey }>

const bought: Words = {
  reserved: { title: 'journey.reserved', text: 'journey.reservedText' },
  checking: { title: 'journey.checking', text: 'journey.checkingText' },
  paid: { title: 'journey.paid', text: 'journey.paidText' },
  sent: { title: 'journey.sent', text: 'journey.sentText' },
  delivered: { title: 'journey.delivered', text: 'journey.deliveredText' },
  canceled: { title: 'journey.canceled', text: 'purchase.canceledByBuyer' },
  expired: { title: 'journey.expired', text: 'purchase.canceledExpired' },
  failed: { title: 'purchase.failed', text: 'journey.failedText' },
  refunded: { title: 'journey.refunded', text: 'journey.refundedText' },
}
const sold: Words = {
  ...bought,
  reserved: { title: 'journey.soldReserved', text: 'journey.soldReservedText' },
  paid: { title: 'journey.soldPaid', text: 'journey.paidText' },
  delivered: { title: 'journey.soldDelivered', text: 'journey.soldDeliveredText' },
  canceled: { title: 'journey.canceled', text: 'journey.soldCanceledText' },
  expired: { title: 'journey.expired', text: 'journey.soldExpiredText' },
  refunded: { title: 'journey.soldRefunded', text: 'journey.refundedText' },
}

/** The words of a stop that only its cause can choose. */
function textOf(shipping: Shipping, { stop }: JourneyStep, words: Words): LateKey {
  const { canceled_reason: reason, credit, retry_reason: retried } = shipping
  if (stop === 'canceled' && reason === 'order') return 'purchase.canceledOrder'
  if (stop === 'canceled' && reason === 'suspended') return 'purchase.canceledSuspended'
  if (stop === 'canceled' && reason === 'own_order') return 'purchase.canceledOwn'
  if (stop === 'canceled' && reason !== 'buyer') return words.expired.text
  if (stop === 'reserved' && words === bought && credit.payment.status === 'failed')
    return 'purchase.cardFailed'
  if (stop === 'sent' && retried !== null) return 'purchase.retrying'
  return words[stop].text
}

/** A purchase as its stops: what was and when, what is going on, what comes next. */
export default function Journey({ shipping }: { shipping: Shipping }) {
  const { t } = useLateText()
  const { chain } = useSite()
  const isBuyer = shipping.role === 'buyer'
  const words = isBuyer ? bought : sold
  const steps = isBuyer ? journeyOf(shipping) : saleOf(shipping)
  const amount = formatPoints(isBuyer ? shipping.credit.value : netOf(shipping))
  const values = { amount, time: formatDayAndTime(shipping.expires_at) }
  return (
    <Steps
      steps={steps.map((step) => ({
        title: t(words[step.stop].title),
        text: t(textOf(shipping, step, words), values),
        state: step.state,
        when: step.at && formatDayAndTime(step.at),
        note: step.stop === 'sent' && shipping.tx_hash && (
          <TxLink hash={shipping.tx_hash} explorer={chain.explorer} />
        ),
      }))}
    />
  )
}
