import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { Notice } from '@talad/ui/components/status'
import { formatPoints } from '@talad/ui/format/money'
import { useLateText } from '../../../i18n/late.ts'
import { heldOf } from '../progress.ts'

/** SP-18: the card was charged, and it wasn't what was asked: people look at it, and there is no way to pay again. */
export function BeingChecked({ shipping }: { shipping: BoughtShipping }) {
  const { t } = useLateText()
  const amount = formatPoints(heldOf(shipping) ?? 0)
  const isRefused = shipping.credit.payment.held_refused
  return (
    <Notice tone="wait">
      <p role="status" className="text-base font-semibold">
        {t(isRefused ? 'purchase.heldRefused' : 'purchase.held')}
      </p>
      <p className="mt-1">{t(isRefused ? 'purchase.heldRefusedText' : 'purchase.heldText', { amount })}</p>
    </Notice>
  )
}
