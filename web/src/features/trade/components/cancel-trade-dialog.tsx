import type { Order } from '@talad/proto/http/order-book/orders'
import { Button } from '@talad/ui/components/button'
import { useQuery } from '@tanstack/react-query'
import { useTradeText } from '../../../i18n/trade.ts'
import { unitText } from '../../../market/prices/order-price.ts'
import { termsQuery } from '../../../market/prices/order-terms.ts'
import { cancelOnChain } from '../../../market/trading/cancel.ts'
import type { OwnWallet } from '../../../market/trading/signer-of.ts'
import { TradeDone } from './trade-done.tsx'
import { TradeWindow } from './trade-window.tsx'
import { useTrade } from './use-trade.ts'

type Props = { order: Order; name: string; wallet: OwnWallet; onClose: () => void }

/** Asks before an order in crypto is ended, and ends it on the chain (OB-13). */
export default function CancelTradeDialog({ order, name, wallet, onClose }: Props) {
  const { t } = useTradeText()
  const terms = useQuery(termsQuery)
  const trade = useTrade<string>()
  const isOffer = order.type === 'offer'
  const run = () =>
    terms.data && void trade.start(wallet, terms.data, (context) => cancelOnChain(order, context))
  return (
    <TradeWindow
      title={t(isOffer ? 'end.offerTitle' : 'end.listingTitle')}
      trade={trade}
      mode="cancel"
      isJoin={wallet.provider === 'join'}
      onRetry={run}
      onClose={onClose}
      done={(hash) => (
        <TradeDone
          text={t('end.done')}
          name={name}
          image={order.basic.asset.image}
          hash={hash}
          onClose={onClose}
        />
      )}
    >
      <p className="text-soft">{t('end.text', { price: unitText(order) })}</p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button look="quiet" onClick={onClose}>
          {t('end.keep')}
        </Button>
        <Button look="danger" busy={terms.isPending} onClick={run}>
          {t(isOffer ? 'end.offer' : 'end.listing')}
        </Button>
      </div>
    </TradeWindow>
  )
}
