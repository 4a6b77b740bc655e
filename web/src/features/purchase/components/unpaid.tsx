import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { say } from '@talad/ui/browser/toast'
import { Button, buttonClass } from '@talad/ui/components/button'
import { formatPoints } from '@talad/ui/format/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/index.ts'
import { useOwnText } from '../../../i18n/own.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { useCancelPurchase } from '../api/shippings.ts'
import { Held } from './held.tsx'

/** “You didn’t finish paying”: what, how long it is kept, to go on or to give it back. */
export function Unpaid({ shipping, name }: { shipping: BoughtShipping; name: ReactNode }) {
  const { t } = useOwnText()
  const { t: word } = useText()
  const cancel = useCancelPurchase()
  const { payment } = shipping.credit
  const giveBack = () =>
    cancel.mutate(shipping._id, {
      onSuccess: () => say(word('reserved.canceled'), 'success'),
      onError: (error) => say(messageOf(error), 'error'),
    })
  const look = buttonClass('primary', 'small')
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className="font-semibold">
          {t('unpaid.title')} · {name}{' '}
          <span className="whitespace-nowrap tabular-nums">{formatPoints(shipping.credit.value)}</span>
        </p>
        <p>
          <Held shipping={shipping} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1">
        {payment.status === 'processing' && payment.payment_url ? (
          // the card page that is open already: another one would be another payment
          <a href={payment.payment_url} className={look}>
            {t('unpaid.go')}
          </a>
        ) : (
          <Link to="/payment/return" search={{ shipping_id: shipping._id }} className={look}>
            {t('unpaid.go')}
          </Link>
        )}
        <Button look="plain" size="small" busy={cancel.isPending} onClick={giveBack}>
          {t('unpaid.cancel')}
        </Button>
      </div>
    </div>
  )
}
