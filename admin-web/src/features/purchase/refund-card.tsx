import { shippingAdminHttp } from '@talad/proto/http/shipping-payment/shipping-admin'
import type { AdminTopup } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { formatSum } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { PURCHASES, pointsQuery, refundCard, useTopup } from './api.ts'
import { pointsShort, refundOutcome } from './refund-outcome.ts'
import { Said } from './said.tsx'

type Props = { topup: AdminTopup; onNext?: (() => void) | undefined }

/** SP-26: gives a card its money back, where there is something to give back. */
export function RefundCard({ topup, onNext }: Props) {
  const { t } = useText()
  const [asked, setAsked] = useState<AdminTopup>()
  const { refundable } = topup
  return (
    <>
      {refundable !== null && (
        <>
          {topup.mismatch?.decision === 'refused' && (
            <Notice tone="bad">{t('refund.staysTaken', { amount: formatSum(refundable) })}</Notice>
          )}
          <div>
            <Button size="small" look="danger" onClick={() => setAsked(topup)}>
              {t('refund.start')}
            </Button>
          </div>
        </>
      )}
      {asked && <RefundDialog topup={asked} onNext={onNext} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function RefundDialog({ topup, onNext, onClose }: Props & { onClose: () => void }) {
  const { t } = useText()
  const key = useRef(crypto.randomUUID())
  const { _id: id, version, customer_id: customer, status } = topup
  const value = topup.refundable ?? 0
  // what was never credited goes back without any points
  const isCredited = status === 'completed'
  const { data: points } = useQuery({ ...pointsQuery(customer), enabled: isCredited })
  const left = pointsShort(value, points)
  const amount = formatSum(value)
  return (
    <DecisionDialog
      stale={[PURCHASES]}
      target={id}
      onNext={onNext}
      onClose={onClose}
      title={t('refund.start')}
      isDestructive
      word={t('word.refund')}
      reason={reasonOf(shippingAdminHttp.adminRefundCard)}
      act={(note) => refundCard({ id, version, note, key: key.current })}
      isBlocked={left !== undefined}
      outcome={<RefundOutcome id={id} />}
    >
      <p>{t(isCredited ? 'refund.text' : 'refund.textUncredited', { amount })}</p>
      {left !== undefined && (
        <div role="alert">
          <Notice tone="bad">{t('refund.short', { left: formatSum(left), amount })}</Notice>
        </div>
      )}
    </DecisionDialog>
  )
}

/** What has become of the newest refund; it changes by itself until there is a final word. */
function RefundOutcome({ id }: { id: string }) {
  const { t } = useText()
  const refund = useTopup(id).data?.topup.refund
  if (!refund) return <Notice tone="wait">{t('refund.outcomeRequested')}</Notice>
  const { tone, text } = refundOutcome(refund)
  return (
    <Notice tone={tone}>
      <p>{t(text, { amount: formatSum(refund.value) })}</p>
      {refund.status === 'failed' && refund.reason !== null && (
        <p>
          <Said name="reason" value={refund.reason} />
        </p>
      )}
    </Notice>
  )
}
