import { FetchError } from '@talad/proto/http/client'
import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { Button } from '@talad/ui/components/button'
import { SlowNote } from '@talad/ui/components/slow-note'
import { Notice } from '@talad/ui/components/status'
import { formatPoints } from '@talad/ui/format/money'
import { type ReactNode, useState } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { useBalances } from '../../../market/reads/balances.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { useCancelPurchase, usePay } from '../api/shippings.ts'
import { paymentPlan } from '../payment.ts'
import { Held } from './held.tsx'
import { Trust } from './trust.tsx'

function Line({ label, children, strong }: { label: string; children: ReactNode; strong?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 py-2.5 ${strong ? 'text-lg font-semibold' : ''}`}
    >
      <dt className={strong ? '' : 'text-soft'}>{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

type Props = {
  shipping: BoughtShipping
  onCancelled: () => void
  onPurchase: (shippingId: string) => void
}

/** What a reserved purchase costs, from where it is paid, and the button that pays it. */
export function PaySummary({ shipping, onCancelled, onPurchase }: Props) {
  const { t } = useLateText()
  const balances = useBalances()
  const pay = usePay()
  const cancel = useCancelPurchase()
  const [leaving, setLeaving] = useState(false)
  const points = balances.data?.find(({ unit }) => unit === 'pt_thb')
  const spendable = (points?.balance_spendable ?? 0) + shipping.credit.locked
  const plan = paymentPlan(shipping.credit.value, spendable)

  const run = () =>
    pay.mutate(shipping._id, {
      onSuccess: ({ _id, credit: { payment } }) => {
        // SP-12: only a payment in process with a page of the provider leaves our site.
        if (payment.status === 'processing' && payment.payment_url) {
          setLeaving(true)
          window.location.assign(payment.payment_url)
        } else onPurchase(_id)
      },
    })
  const error = pay.error ?? cancel.error
  return (
    <div className="grid gap-4">
      <Notice tone="wait">
        <Held shipping={shipping} />
      </Notice>
      <dl className="divide-y divide-line">
        {plan.byCard !== plan.total && <Line label={t('buy.total')}>{formatPoints(plan.total)}</Line>}
        {plan.fromPoints > 0 && <Line label={t('pay.fromPoints')}>−{formatPoints(plan.fromPoints)}</Line>}
        {plan.byCard > 0 && (
          <Line label={t('pay.byCard')} strong>
            {formatPoints(plan.byCard)}
          </Line>
        )}
        {plan.byCard === 0 && (
          <Line label={t('pay.nothingMore')} strong>
            {formatPoints(0)}
          </Line>
        )}
      </dl>
      {plan.backAsPoints > 0 && (
        <p className="text-sm text-soft">
          {t('pay.surplus', { minimum: formatPoints(plan.byCard), back: formatPoints(plan.backAsPoints) })}
        </p>
      )}
      {error && (
        <Notice tone="bad">
          <p role="alert">
            {pay.error instanceof FetchError
              ? t('offline.pay')
              : error instanceof FetchError
                ? t('offline.action')
                : messageOf(error)}
          </p>
        </Notice>
      )}
      <Button size="large" busy={pay.isPending || leaving || balances.isPending} onClick={run}>
        {plan.byCard > 0 ? t('pay.card', { amount: formatPoints(plan.byCard) }) : t('pay.points')}
      </Button>
      <SlowNote waiting={pay.isPending || leaving} text={t('slow.pay')} />
      {plan.byCard > 0 && <Trust />}
      <Button
        look="plain"
        size="small"
        busy={cancel.isPending}
        disabled={pay.isPending || leaving}
        onClick={() => cancel.mutate(shipping._id, { onSuccess: onCancelled })}
      >
        {t('pay.cancel')}
      </Button>
    </div>
  )
}
