import { inLanguage } from '@talad/proto/http/bilingual'
import type { Order } from '@talad/proto/http/order-book/orders'
import { lazyPart, Part } from '@talad/ui/components/part'
import { useText } from '../i18n/index.ts'
import { useProfile } from '../market/people/profile.ts'
import { isCrypto } from '../market/prices/order-price.ts'

const CancelDialog = lazyPart(async () => ({
  default: (await import('../features/order/components/cancel-dialog.tsx')).CancelDialog,
}))
const CancelTradeDialog = lazyPart(() => import('../features/trade/components/cancel-trade-dialog.tsx'))

/** An order in baht ends here, one in crypto on the chain, by the wallet that made it. */
export function Cancelling({ order, onClose }: { order: Order; onClose: () => void }) {
  const { language } = useText()
  const { data: profile } = useProfile()
  const wallet = profile?.wallets.find(({ address }) => address === order.offerer)
  const name = inLanguage(order.basic.asset.name ?? '', language)
  return (
    <Part onMissing={onClose}>
      {isCrypto(order) ? (
        wallet && <CancelTradeDialog order={order} name={name} wallet={wallet} onClose={onClose} />
      ) : (
        <CancelDialog order={order} onClose={onClose} />
      )}
    </Part>
  )
}
