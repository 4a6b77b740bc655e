import type { CryptoShipping } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { More } from '@talad/ui/components/more'
import { Badge, type Tone } from '@talad/ui/components/status'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { formatCount } from '@talad/ui/format/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type TradeKey, useTradeText } from '../../../i18n/trade.ts'
import { tokenText } from '../../../market/prices/order-price.ts'
import { useSite } from '../../../market/reads/site.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { tradesQuery } from '../../../market/trading/records.ts'
import { TxLink } from '../../../market/trading/tx-link.tsx'

/** What was meant and never sent is no trade. */
const statuses: Partial<Record<CryptoShipping['status'], { text: TradeKey; tone: Tone }>> = {
  processing: { text: 'chain.processing', tone: 'wait' },
  completed: { text: 'chain.done', tone: 'good' },
  failed: { text: 'chain.failed', tone: 'bad' },
}

type RenderAsset = (asset: CryptoShipping['asset']) => ReactNode

function Row({ trade, asset }: { trade: CryptoShipping; asset: ReactNode }) {
  const { t } = useTradeText()
  const { explorer } = useSite().chain
  const { amount, created, price, status, tx_hash: hash } = trade
  const shown = statuses[status]
  const paid = tokenText(BigInt(price.raw), price.token)
  return (
    <li className="grid gap-3 py-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="grid min-w-0 gap-1.5">
        {asset}
        <div className="flex flex-wrap items-center gap-2 text-sm text-soft">
          {shown && <Badge tone={shown.tone}>{t(shown.text)}</Badge>}
          {amount !== '1' && <span>×{formatCount(amount)}</span>}
          <span>{formatDayAndTime(created)}</span>
          {hash && <TxLink hash={hash} explorer={explorer} />}
        </div>
      </div>
      {status === 'failed' ? (
        <s className="text-lg tabular-nums text-soft sm:text-right">{paid}</s>
      ) : (
        <strong className="text-lg tabular-nums sm:text-right">{paid}</strong>
      )}
    </li>
  )
}

type Props = { account: string; role: CryptoShipping['role']; asset: RenderAsset }

/** What a person bought or sold on the chain, newest first (SP-32); nothing where there is nothing. */
export default function CryptoHistory({ account, role, asset }: Props) {
  const { t } = useTradeText()
  const pages = useInfiniteQuery(tradesQuery(account))
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const trades = (pages.data?.pages ?? [])
    .flatMap(({ list }) => list)
    .filter((trade) => trade.role === role && statuses[trade.status])
  if (trades.length === 0) return null
  return (
    <>
      <section>
        <h3 className="mb-3 text-base">{t('chain.title')}</h3>
        <div className="rounded-lg bg-surface px-5 shadow-card">
          <ol className="divide-y divide-line">
            {trades.map((trade) => (
              <Row key={trade._id} trade={trade} asset={asset(trade.asset)} />
            ))}
          </ol>
          <More pages={pages} />
        </div>
      </section>
      <h3 className="-mb-5 text-base">{t('chain.inBaht')}</h3>
    </>
  )
}
