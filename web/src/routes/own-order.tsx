import { inLanguage } from '@talad/proto/http/bilingual'
import type { Order } from '@talad/proto/http/order-book/orders'
import { useNow } from '@talad/ui/browser/use-now'
import { Picture } from '@talad/ui/components/picture'
import { Badge } from '@talad/ui/components/status'
import { shortTokenId } from '@talad/ui/format/address'
import { formatDay, formatDistance } from '@talad/ui/format/dates'
import { formatBaht, formatCount } from '@talad/ui/format/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { endOf } from '../features/order/ended.ts'
import { reasonOf } from '../features/trade/resting.ts'
import { useText } from '../i18n/index.ts'
import { useOwnText } from '../i18n/own.ts'
import { useTradeText } from '../i18n/trade.ts'
import { WalletLink } from '../market/people/wallet-link.tsx'
import { aboutBaht, isBeingBought, unitText } from '../market/prices/order-price.ts'

/** How an order stands; `ended`: what became of it (OB-6). */
function Standing({ order, ended }: { order: Order; ended: boolean }) {
  const { t } = useOwnText()
  const { t: word } = useText()
  if (ended) {
    const { amount, total } = order.fill
    return endOf(order).map(({ text, tone }) => (
      <Badge key={text} tone={tone}>
        {t(text, { amount: formatCount(amount), total: formatCount(total) })}
      </Badge>
    ))
  }
  if (isBeingBought(order)) return <Badge tone="wait">{word('reserved.busy')}</Badge>
  if (order.inactive) return <Badge tone="bad">{t('listings.inactive')}</Badge>
  return <Badge tone="good">{t(order.type === 'offer' ? 'offers.open' : 'listings.open')}</Badge>
}

type Props = {
  order: Order
  ended?: boolean
  /** who made it, where that is somebody else */
  maker?: string
  children?: ReactNode
}

/** One order of an account with what it is about, its price, how it stands and what can be done. */
export function OwnOrder({ order, ended = false, maker, children }: Props) {
  const { t, language } = useOwnText()
  const { t: word } = useText()
  const { t: trade } = useTradeText()
  const now = useNow(30_000)
  const { contract, token, name, image } = order.basic.asset
  const place = { blockchain: contract.blockchain, contract: contract.address, token: token.id }
  const baht = aboutBaht(order)
  return (
    <li className="grid gap-3 py-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="flex min-w-0 items-center gap-4">
        <Picture src={image} alt="" className="w-16 shrink-0 rounded-sm" />
        <div className="grid min-w-0 gap-1">
          <Link
            to="/assets/$blockchain/$contract/$token"
            params={place}
            className="truncate font-semibold underline-offset-4 hover:text-leaf hover:underline"
          >
            {inLanguage(name ?? '', language) || `#${shortTokenId(token.id)}`}
          </Link>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <strong className="tabular-nums">{unitText(order)}</strong>
            {baht !== undefined && (
              <span className="text-sm text-soft tabular-nums">
                {t('order.aboutBaht', { price: formatBaht(String(baht)) })}
              </span>
            )}
            {contract.type === 'erc1155' && !ended && (
              <span className="text-sm text-soft">
                {t('listings.left', {
                  left: formatCount(order.fill.left),
                  total: formatCount(order.fill.total),
                })}
              </span>
            )}
          </p>
          <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
            {order.type === 'deal' && <Badge>{word('order.deal')}</Badge>}
            {maker ? <WalletLink address={maker} /> : <Standing order={order} ended={ended} />}
            {ended
              ? formatDay(order.created_at)
              : word('order.ends', { when: formatDistance(order.time.end * 1_000, now, language) })}
          </p>
        </div>
      </div>
      {children && <div className="flex gap-2 sm:justify-end">{children}</div>}
      {order.inactive && !ended && (
        <p className="text-sm text-soft sm:col-span-2">{trade(reasonOf(order))}</p>
      )}
    </li>
  )
}
