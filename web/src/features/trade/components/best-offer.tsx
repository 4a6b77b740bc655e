import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { Order } from '@talad/proto/http/order-book/orders'
import { Button } from '@talad/ui/components/button'
import { Skeleton } from '@talad/ui/components/status'
import { formatBaht } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useTradeText } from '../../../i18n/trade.ts'
import type { Viewer } from '../../../market/people/viewer.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'
import { aboutBaht, unitText } from '../../../market/prices/order-price.ts'
import { mayAccept, offersQuery } from '../../../market/trading/offers.ts'

type Props = { asset: Asset; viewer: Viewer; onAccept: (order: Order) => void }

/** The best that anybody offers, beside the price, where its holder can take it at once. */
export default function BestOffer({ asset, viewer, onAccept }: Props) {
  const { t } = useTradeText()
  const { contract, token } = asset
  const place = { blockchain: contract.blockchain, contract: contract.address, token: token.id }
  const { account, wallets } = viewer
  const offers = useQuery(offersQuery(place, { account, wallets }))
  if (offers.isPending) return <Skeleton className="h-16" />
  const best = offers.data?.[0]
  if (!best) return null
  const baht = aboutBaht(best)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="text-sm text-soft">{t('offer.best')}</p>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <strong className="text-lg tabular-nums">{unitText(best)}</strong>
          {baht !== undefined && (
            <span className="text-sm text-soft tabular-nums">
              {t('offer.baht', { amount: formatBaht(String(baht)) })}
            </span>
          )}
        </p>
        <p className="text-sm text-soft">
          <WalletLink address={best.offerer} isMine={wallets.includes(best.offerer)} />
        </p>
      </div>
      {mayAccept(best) && (
        <Button size="small" onClick={() => onAccept(best)}>
          {t('offer.accept')}
        </Button>
      )}
    </div>
  )
}
