import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { formatPoints } from '@talad/ui/format/money'
import { useRef, useState } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { AskDialog } from '../../../market/refusals/ask-dialog.tsx'
import { useRefundLate } from '../api/shippings.ts'

/** What a card was charged too late became points, and may go back to the card (SP-19, SP-26). */
export default function LateMoney({ shipping }: { shipping: BoughtShipping }) {
  const { t } = useLateText()
  const [asking, setAsking] = useState(false)
  const key = useRef(crypto.randomUUID())
  const refund = useRefundLate()
  const amount = formatPoints(shipping.late_credit)
  const again = () => {
    // what has failed for good is asked for anew
    if (shipping.fiat_refund.status === 'failed') key.current = crypto.randomUUID()
    setAsking(true)
  }
  return (
    <Notice>
      <div className="grid justify-items-start gap-3">
        <p>{t('purchase.lateCredited', { amount })}</p>
        {shipping.fiat_refund.status === 'failed' && <p>{t('purchase.lateRefundFailed')}</p>}
        <Button look="quiet" size="small" onClick={again}>
          {t('purchase.toCard')}
        </Button>
      </div>
      {asking && (
        <AskDialog
          title={t('purchase.toCardTitle')}
          text={t('purchase.toCardText', { amount })}
          confirm={t('purchase.toCard')}
          busy={refund.isPending}
          error={refund.error}
          onConfirm={() =>
            refund.mutate({ id: shipping._id, key: key.current }, { onSuccess: () => setAsking(false) })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </Notice>
  )
}
