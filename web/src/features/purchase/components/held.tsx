import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { useNow } from '@talad/ui/browser/use-now'
import { Countdown } from '@talad/ui/components/countdown'
import { useOwnText } from '../../../i18n/own.ts'

/**
 * How long a purchase is really kept for its buyer: to the end of that there is one number, and then the truth that
 * somebody else may come first (SP-5).
 */
export function Held({ shipping }: { shipping: Pick<BoughtShipping, 'held_until' | 'expires_at'> }) {
  const { t } = useOwnText()
  const now = useNow()
  const { held_until: until, expires_at: end } = shipping
  if (until === null || Date.parse(until) <= now) {
    return <span>{Date.parse(end) <= now ? t('held.over') : t('held.open')}</span>
  }
  return (
    <span>
      {t('held.for')} <Countdown until={until} /> {t('held.minutes')}
    </span>
  )
}
