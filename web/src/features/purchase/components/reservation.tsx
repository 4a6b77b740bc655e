import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { say } from '@talad/ui/browser/toast'
import { refetch } from '@talad/ui/client/query'
import { Button, buttonClass } from '@talad/ui/components/button'
import { CheckIcon } from '@talad/ui/components/icons'
import { Notice } from '@talad/ui/components/status'
import { formatPoints } from '@talad/ui/format/money'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { keys } from '../../../market/reads/query-keys.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { useCancelPurchase } from '../api/shippings.ts'
import { heldOf, isPayable } from '../progress.ts'
import { BeingChecked } from './being-checked.tsx'
import { Held } from './held.tsx'

/** Reads again what the market says once a moment has passed. */
function useRefetchAt(time: string) {
  useEffect(() => {
    const timer = window.setTimeout(
      () => void refetch(keys.shippings, keys.orders),
      Math.max(0, Date.parse(time) - Date.now()),
    )
    return () => window.clearTimeout(timer)
  }, [time])
}

/** What a person has reserved here and not paid: how long it is kept for them, and the way to go on. */
function ToPay({ shipping }: { shipping: BoughtShipping }) {
  const { t } = useLateText()
  const cancel = useCancelPurchase()
  const { credit, expires_at: expiresAt } = shipping
  useRefetchAt(expiresAt)
  return (
    <div className="grid gap-4">
      <Notice tone="wait">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-base font-semibold">
          {t('reserved.yours')}
          <span className="text-sm font-normal">
            <Held shipping={shipping} />
          </span>
        </p>
      </Notice>
      <p className="text-lg font-semibold tabular-nums">
        {t('reserved.toPay', { amount: formatPoints(credit.value) })}
      </p>
      {cancel.error && <Notice tone="bad">{messageOf(cancel.error)}</Notice>}
      <div className="grid gap-2">
        <Link
          to="/payment/return"
          search={{ shipping_id: shipping._id }}
          className={`${buttonClass()} w-full`}
        >
          {t('reserved.go')}
        </Link>
        <Button
          look="plain"
          size="small"
          busy={cancel.isPending}
          onClick={() =>
            cancel.mutate(shipping._id, { onSuccess: () => say(t('reserved.canceled'), 'success') })
          }
        >
          {t('reserved.cancel')}
        </Button>
      </div>
    </div>
  )
}

/** A purchase of the viewer that still goes on, on the page of what is bought. */
export default function Reservation({ shipping }: { shipping: BoughtShipping }) {
  const { t } = useLateText()
  if (isPayable(shipping)) return <ToPay shipping={shipping} />
  return (
    <div className="grid gap-4">
      {heldOf(shipping) === undefined ? (
        <p className="flex items-center gap-2 font-semibold text-leaf">
          <CheckIcon />
          {t('reserved.paid')}
        </p>
      ) : (
        <BeingChecked shipping={shipping} />
      )}
      <Link
        to="/payment/return"
        search={{ shipping_id: shipping._id }}
        className={`${buttonClass('quiet')} w-full`}
      >
        {t('shipping.follow')}
      </Link>
    </div>
  )
}
