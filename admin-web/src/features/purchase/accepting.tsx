import type { AdminTopup } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { Notice } from '@talad/ui/components/status'
import { formatSum } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { StatusBadge } from '../../ui/status.tsx'
import { acceptOutcome } from './accept-outcome.ts'
import { pointsQuery, shippingQuery } from './api.ts'

/** SP-18: what becomes of the purchase, before somebody accepts what the provider took. */
export function AcceptWarning({ topup }: { topup: AdminTopup }) {
  const { t } = useText()
  const points = useQuery(pointsQuery(topup.customer_id)).data
  const purchase = useQuery(shippingQuery(topup.shipping_id)).data?.shipping
  const received = topup.mismatch?.received_value ?? null
  if (!purchase || points === undefined || received === null) return null
  const outcome = acceptOutcome(
    { status: purchase.status, price: purchase.credit.value },
    { received, points },
  )
  const amount = formatSum(received)
  if (outcome.kind === 'pays') return <Notice tone="good">{t('accept.pays', { amount })}</Notice>
  const price = formatSum(purchase.credit.value)
  const text =
    outcome.kind === 'short'
      ? t('accept.short', { amount, lacks: formatSum(outcome.lacks), price })
      : t('accept.over', { amount })
  return (
    <div role="alert">
      <Notice tone="bad">{text}</Notice>
    </div>
  )
}

/** What has become of the purchase since; it changes by itself until there is a final word. */
export function AcceptOutcome({ topup }: { topup: AdminTopup }) {
  const { t } = useText()
  const purchase = useQuery({ ...shippingQuery(topup.shipping_id), refetchInterval: 2_000 }).data?.shipping
  if (!purchase) return null
  const amount = formatSum(topup.mismatch?.received_value ?? topup.value)
  const isLost = purchase.status === 'failed' || purchase.status === 'canceled'
  return (
    <Notice tone={isLost ? 'bad' : 'wait'}>
      <p>
        {t('topup.purchase')}: <StatusBadge state={purchase.status} />
      </p>
      {isLost && <p>{t('accept.lost', { amount })}</p>}
    </Notice>
  )
}
