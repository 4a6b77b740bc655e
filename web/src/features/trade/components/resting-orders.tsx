import type { Order } from '@talad/proto/http/order-book/orders'
import { Button } from '@talad/ui/components/button'
import { Section } from '@talad/ui/components/section'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTradeText } from '../../../i18n/trade.ts'
import type { Viewer } from '../../../market/people/viewer.ts'
import { actionOf, isCrypto, unitText } from '../../../market/prices/order-price.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { confirm } from '../../../market/trading/cancel.ts'
import { restingQuery } from '../../../market/trading/offers.ts'
import { reasonOf } from '../resting.ts'

type Props = {
  place: Parameters<typeof restingQuery>[0]
  viewer: Viewer
  onCancel: (order: Order) => void
  onApprove: (order: Order) => void
}

function Resting({ order, onCancel, onApprove }: { order: Order } & Pick<Props, 'onCancel' | 'onApprove'>) {
  const { t } = useTradeText()
  const again = useMutation({ mutationFn: () => confirm(order) })
  const mayConfirm = actionOf(order, 'confirm')?.enabled
  return (
    <li className="grid gap-3 py-4">
      <div>
        <strong className="text-lg tabular-nums">{unitText(order)}</strong>
        <p className="text-sm text-soft">{t(reasonOf(order))}</p>
      </div>
      {again.isError && (
        <p role="alert" className="text-sm text-chili">
          {messageOf(again.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {order.inactive_reasons.includes('approval') && (
          <Button size="small" onClick={() => onApprove(order)}>
            {t('again.approve')}
          </Button>
        )}
        {mayConfirm && (
          <Button look="quiet" size="small" busy={again.isPending} onClick={() => again.mutate()}>
            {t('offer.confirm')}
          </Button>
        )}
        {isCrypto(order) && (
          <Button look="danger" size="small" onClick={() => onCancel(order)}>
            {t('offer.cancel')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** The viewer's own orders of an asset that nobody else sees: why, and what to do about it (OB-13, OB-16). */
export function RestingOrders({ place, viewer, ...act }: Props) {
  const { t } = useTradeText()
  const { data = [] } = useQuery(restingQuery(place, viewer.isCustomer ? viewer.customerId : undefined))
  if (data.length === 0) return null
  return (
    <Section title={t('hidden.title')}>
      <ul className="divide-y divide-line rounded-lg bg-surface px-5 shadow-card">
        {data.map((order) => (
          <Resting key={order.hash} order={order} {...act} />
        ))}
      </ul>
    </Section>
  )
}
