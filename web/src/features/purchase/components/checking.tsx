import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { Button, buttonClass } from '@talad/ui/components/button'
import { SlowNote } from '@talad/ui/components/slow-note'
import { Spinner } from '@talad/ui/components/spinner'
import { Notice } from '@talad/ui/components/status'
import { useEffect, useState } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { useOwnText } from '../../../i18n/own.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { useCancelPurchase, useCheckPayment } from '../api/shippings.ts'
import { isPayable } from '../progress.ts'
import { Held } from './held.tsx'

/** WB-23 */
const CHECK_FOR_MS = 120_000

/** The way on for who left the card page without paying, and the way out. */
function Unfinished({ shipping, onCancelled }: { shipping: BoughtShipping; onCancelled: () => void }) {
  const { t } = useOwnText()
  const { t: word } = useLateText()
  const cancel = useCancelPurchase()
  const { payment_url: paymentUrl } = shipping.credit.payment
  return (
    <div className="grid w-full gap-3 border-t border-line pt-4">
      <p className="text-sm">
        <strong className="font-semibold">{t('unpaid.question')}</strong> <Held shipping={shipping} />
      </p>
      {cancel.error && <Notice tone="bad">{messageOf(cancel.error)}</Notice>}
      <div className="flex flex-wrap gap-2">
        {paymentUrl && (
          <a href={paymentUrl} className={buttonClass('primary', 'small')}>
            {t('unpaid.go')}
          </a>
        )}
        <Button
          look="quiet"
          size="small"
          busy={cancel.isPending}
          onClick={() => cancel.mutate(shipping._id, { onSuccess: onCancelled })}
        >
          {word('pay.cancel')}
        </Button>
      </div>
    </div>
  )
}

/**
 * WB-23: asks the provider for two minutes, then promises that it will be finished without the person. Who has only left
 * the card page, the provider knows of no payment, can go on there or give up (SP-23).
 */
export function Checking({ shipping, onCancelled }: { shipping: BoughtShipping; onCancelled: () => void }) {
  const { t } = useLateText()
  const { t: own } = useOwnText()
  const [patient, setPatient] = useState(true)
  const check = useCheckPayment(shipping._id, patient)
  useEffect(() => {
    const timer = window.setTimeout(() => setPatient(false), CHECK_FOR_MS)
    return () => window.clearTimeout(timer)
  }, [])
  const isAsked = check.data !== undefined || check.isError
  const isUnpaid = isAsked && patient && shipping.credit.payment.payment_url !== null
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status" className="flex items-center gap-3 text-lg font-semibold">
        {patient && !isUnpaid && <Spinner className="size-6 text-leaf" />}
        {isUnpaid ? own('unpaid.notYet') : patient ? t('purchase.checking') : t('purchase.later')}
      </p>
      <p className="text-soft">
        {isUnpaid ? own('unpaid.notYetText') : patient ? t('purchase.checkingText') : t('purchase.laterText')}
      </p>
      <SlowNote waiting={patient && !isUnpaid} text={t('slow.bank')} />
      {isAsked && isPayable(shipping) && <Unfinished shipping={shipping} onCancelled={onCancelled} />}
    </div>
  )
}
