import type { Order } from '@talad/proto/http/order-book/orders'
import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { Dialog } from '@talad/ui/components/dialog'
import { formatCount } from '@talad/ui/format/money'
import { useLateText } from '../../../i18n/late.ts'
import { AskedAssessment } from '../../../market/assessment/asked-assessment.tsx'
import { Goods } from '../../../market/trading/goods.tsx'
import { useReserve } from '../api/shippings.ts'
import { BuyChoose } from './buy-choose.tsx'
import { PaySummary } from './pay-summary.tsx'
import { Way } from './way.tsx'

type Props = {
  order: Order
  wallets: readonly string[]
  name: string
  /** a reservation of this order that was made before */
  reserved: BoughtShipping | undefined
  onClose: () => void
  /** the purchase is paid, or is to be shown on its own page */
  onPurchase: (shippingId: string) => void
}

/** Buying with baht: how many, then what is paid and how, then the payment. */
export function BuyDialog({ order, wallets, name, reserved, onClose, onPurchase }: Props) {
  const { t } = useLateText()
  const reserve = useReserve()
  const shipping = reserve.data ?? reserved
  return (
    <Dialog onClose={onClose} title={shipping ? t('buy.payTitle') : t('buy.title')}>
      {shipping ? (
        <div className="grid gap-5">
          <Way at={1} />
          <Goods image={order.basic.asset.image} name={name}>
            <p className="text-sm text-soft">
              {t('common.pieces', { amount: formatCount(shipping.amount) })}
            </p>
          </Goods>
          <PaySummary shipping={shipping} onCancelled={onClose} onPurchase={onPurchase} />
        </div>
      ) : (
        <BuyChoose
          order={order}
          wallets={wallets}
          name={name}
          busy={reserve.isPending}
          error={reserve.error ?? undefined}
          onReserve={(amount, recipient) => reserve.mutate({ orderHash: order.hash, amount, recipient })}
        />
      )}
      <AskedAssessment />
    </Dialog>
  )
}
