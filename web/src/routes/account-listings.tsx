import { inLanguage } from '@talad/proto/http/bilingual'
import type { Order } from '@talad/proto/http/order-book/orders'
import { useNow } from '@talad/ui/browser/use-now'
import { Button, buttonClass } from '@talad/ui/components/button'
import { More } from '@talad/ui/components/more'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Picture } from '@talad/ui/components/picture'
import { Badge, Empty, Notice, Skeleton } from '@talad/ui/components/status'
import { shortTokenId } from '@talad/ui/format/address'
import { formatDistance } from '@talad/ui/format/dates'
import { formatCount } from '@talad/ui/format/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ownOrdersQuery } from '../features/order/api/orders.ts'
import { useText } from '../i18n/index.ts'
import { useOwnText } from '../i18n/own.ts'
import { useProfile } from '../market/people/profile.ts'
import { isBeingBought, isCrypto, unitText } from '../market/prices/order-price.ts'
import { LoadError } from '../market/refusals/load-error.tsx'

const CancelDialog = lazyPart(async () => ({
  default: (await import('../features/order/components/cancel-dialog.tsx')).CancelDialog,
}))

const CancelTradeDialog = lazyPart(() => import('../features/trade/components/cancel-trade-dialog.tsx'))

function Standing({ order }: { order: Order }) {
  const { t } = useOwnText()
  const { t: word } = useText()
  if (isBeingBought(order)) return <Badge tone="wait">{word('reserved.busy')}</Badge>
  if (order.inactive) return <Badge tone="bad">{t('listings.inactive')}</Badge>
  return <Badge tone="good">{t('listings.open')}</Badge>
}

function Listing({ order, onCancel }: { order: Order; onCancel: () => void }) {
  const { t, language } = useOwnText()
  const { t: word } = useText()
  const now = useNow(30_000)
  const { contract, token, name, image } = order.basic.asset
  const place = { blockchain: contract.blockchain, contract: contract.address, token: token.id }
  const isMany = contract.type === 'erc1155'
  return (
    <li className="grid gap-3 py-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <Link
        to="/assets/$blockchain/$contract/$token"
        params={place}
        className="flex min-w-0 items-center gap-4 hover:text-leaf"
      >
        <Picture src={image} alt="" className="w-16 shrink-0 rounded-sm" />
        <span className="grid min-w-0 gap-1">
          <span className="truncate font-semibold">
            {inLanguage(name ?? '', language) || `#${shortTokenId(token.id)}`}
          </span>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <strong className="tabular-nums">{unitText(order)}</strong>
            {isMany && (
              <span className="text-sm text-soft">
                {t('listings.left', {
                  left: formatCount(order.fill.left),
                  total: formatCount(order.fill.total),
                })}
              </span>
            )}
          </span>
          <span className="flex flex-wrap items-center gap-2 text-sm text-soft">
            {order.type === 'deal' && <Badge>{word('order.deal')}</Badge>}
            {order.type === 'offer' && <Badge>{t('listings.offer')}</Badge>}
            <Standing order={order} />
            {word('order.ends', { when: formatDistance(order.time.end * 1_000, now, language) })}
          </span>
        </span>
      </Link>
      <div className="flex gap-2 sm:justify-end">
        <Link
          to="/assets/$blockchain/$contract/$token"
          params={place}
          className={buttonClass('quiet', 'small')}
        >
          {t(isCrypto(order) ? 'listings.see' : 'listings.reprice')}
        </Link>
        <Button look="danger" size="small" onClick={onCancel}>
          {word('order.cancel')}
        </Button>
      </div>
      {order.inactive && <p className="text-sm text-soft sm:col-span-2">{t('listings.inactiveText')}</p>}
    </li>
  )
}

/** An order in baht ends here, one in crypto on the chain, by the wallet that made it. */
function Cancelling({ order, onClose }: { order: Order; onClose: () => void }) {
  const { language } = useText()
  const { data: profile } = useProfile()
  if (!isCrypto(order)) return <CancelDialog order={order} onClose={onClose} />
  const wallet = profile?.wallets.find(({ address }) => address === order.offerer)
  const name = inLanguage(order.basic.asset.name ?? '', language)
  return wallet && <CancelTradeDialog order={order} name={name} wallet={wallet} onClose={onClose} />
}

/** What the person has on sale and has offered, with what can be done about it. */
export default function AccountListings({ customerId }: { customerId: string | undefined }) {
  const { t } = useOwnText()
  const pages = useInfiniteQuery({ ...ownOrdersQuery(customerId ?? ''), enabled: customerId !== undefined })
  const [cancelling, setCancelling] = useState<Order>()
  if (customerId === undefined) return <Notice>{t('items.noWallet')}</Notice>
  if (pages.isPending) return <Skeleton className="h-48 rounded-lg" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const orders = pages.data.pages.flatMap(({ list }) => list)
  if (orders.length === 0) {
    return (
      <Empty title={t('listings.none')}>
        <Link to="/account" search={{}} className={buttonClass('quiet', 'small')}>
          {t('listings.toItems')}
        </Link>
      </Empty>
    )
  }
  return (
    <div className="max-w-5xl rounded-lg bg-surface px-5 shadow-card md:px-7">
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <Listing key={order.hash} order={order} onCancel={() => setCancelling(order)} />
        ))}
      </ul>
      <More pages={pages} />
      {cancelling && (
        <Part onMissing={() => setCancelling(undefined)}>
          <Cancelling order={cancelling} onClose={() => setCancelling(undefined)} />
        </Part>
      )}
    </div>
  )
}
