import type { Order } from '@talad/proto/http/order-book/orders'
import { refetch } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { useQuery } from '@tanstack/react-query'
import { useTradeText } from '../../../i18n/trade.ts'
import { unitText } from '../../../market/prices/order-price.ts'
import { termsQuery } from '../../../market/prices/order-terms.ts'
import { keys } from '../../../market/reads/query-keys.ts'
import { approveMissing } from '../../../market/trading/approvals.ts'
import { needsOfMaker } from '../../../market/trading/missing.ts'
import type { OwnWallet } from '../../../market/trading/signer-of.ts'
import { TradeDone } from './trade-done.tsx'
import { TradeWindow } from './trade-window.tsx'
import { useTrade } from './use-trade.ts'

type Props = { order: Order; name: string; wallet: OwnWallet; onClose: () => void }

/** WB-8: gives the market back what it may no longer use, so that an order of the person can be filled again. */
export default function ApproveDialog({ order, name, wallet, onClose }: Props) {
  const { t } = useTradeText()
  const terms = useQuery(termsQuery)
  const trade = useTrade<true>()
  const run = () =>
    terms.data &&
    void trade.start(wallet, terms.data, async (context) => {
      await approveMissing(context, needsOfMaker(order))
      void refetch(keys.orders)
      return true
    })
  return (
    <TradeWindow
      title={t('again.title')}
      trade={trade}
      mode="approve"
      isJoin={wallet.provider === 'join'}
      onRetry={run}
      onClose={onClose}
      done={(_, hash) => (
        <TradeDone
          text={t('again.done')}
          name={name}
          image={order.basic.asset.image}
          hash={hash}
          onClose={onClose}
        />
      )}
    >
      <p className="text-soft">{t('again.text', { price: unitText(order) })}</p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button look="quiet" onClick={onClose}>
          {t('again.later')}
        </Button>
        <Button busy={terms.isPending} onClick={run}>
          {t('again.approve')}
        </Button>
      </div>
    </TradeWindow>
  )
}
