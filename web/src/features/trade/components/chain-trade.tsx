import type { CryptoShipping } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { Badge, type Tone } from '@talad/ui/components/status'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/index.ts'
import { type TradeKey, useTradeText } from '../../../i18n/trade.ts'
import { tokenText } from '../../../market/prices/order-price.ts'
import { timesText } from '../../../market/prices/units.ts'
import { useSite } from '../../../market/reads/site.ts'
import { tradesQuery } from '../../../market/trading/records.ts'
import { TxLink } from '../../../market/trading/tx-link.tsx'
import { sideOf } from '../sides.ts'

/** What was meant and never sent is no trade. */
const statuses: Partial<Record<CryptoShipping['status'], { text: TradeKey; tone: Tone }>> = {
  processing: { text: 'chain.processing', tone: 'wait' },
  completed: { text: 'chain.done', tone: 'good' },
  failed: { text: 'chain.failed', tone: 'bad' },
}

/** One trade on the chain. */
export function ChainTrade({ trade, asset }: { trade: CryptoShipping; asset: ReactNode }) {
  const { t } = useTradeText()
  const { t: word } = useText()
  const { explorer } = useSite().chain
  const { amount, created, net, price, role, status, tx_hash: hash } = trade
  const shown = statuses[status]
  const side = sideOf(trade)
  const times = timesText(amount, trade.asset.contract.type)
  const isSale = role === 'seller' && net !== null
  const value = tokenText(BigInt(isSale ? net : price.raw), price.token)
  return (
    <li className="grid gap-3 py-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="grid min-w-0 gap-1.5">
        {asset}
        <div className="flex flex-wrap items-center gap-2 text-sm text-soft">
          {shown && <Badge tone={shown.tone}>{t(shown.text)}</Badge>}
          <Badge>{t('chain.title')}</Badge>
          {side && <Badge>{t(side)}</Badge>}
          {times && <span>{times}</span>}
          <span>{formatDayAndTime(created)}</span>
          {hash && <TxLink hash={hash} explorer={explorer} />}
          {status === 'completed' && (
            <Link
              to="/payment/receipt"
              search={{ trade: trade._id, order: trade.order.hash }}
              className="inline-flex min-h-11 items-center text-leaf underline underline-offset-4"
            >
              {word('receipt.title')}
            </Link>
          )}
        </div>
      </div>
      {status === 'failed' ? (
        <s className="text-lg tabular-nums text-soft sm:text-right">{value}</s>
      ) : (
        <p className="sm:text-right">
          <strong className="text-lg tabular-nums">{value}</strong>
          {isSale && (
            <span className="block text-xs text-soft">
              {word(status === 'completed' ? 'shipping.net' : 'shipping.netDue')}
            </span>
          )}
        </p>
      )}
    </li>
  )
}

/** What somebody bought or sold on the chain, as far as it has been read (SP-32). */
export function useChainTrades(account: string, role: CryptoShipping['role']) {
  const pages = useInfiniteQuery(tradesQuery(account))
  const list = (pages.data?.pages ?? [])
    .flatMap((page) => page.list)
    .filter((trade) => trade.role === role && statuses[trade.status])
  return { pages, list, isWhole: !pages.isPending && !pages.hasNextPage }
}
