import type { Notification, NotificationKind } from '@talad/proto/http/identity/notifications'
import { useNow } from '@talad/ui/browser/use-now'
import { CheckIcon } from '@talad/ui/components/icons'
import { More } from '@talad/ui/components/more'
import { ClockIcon, CloseIcon } from '@talad/ui/components/more-icons'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { formatSince } from '@talad/ui/format/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useOwnText } from '../../../i18n/own.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { notificationsQuery, useMarkRead } from '../api/notifications.ts'
import { isBad, reasonOf, sentenceOf } from '../words.ts'

type Place = NonNullable<Notification['asset']>
type RenderThing = (place: Place) => ReactNode

function Mark({ notification }: { notification: Notification }) {
  if (isBad(notification)) {
    return (
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-chili-wash text-chili">
        <CloseIcon />
      </span>
    )
  }
  const isOver = notification.kind === 'listing_ended'
  return (
    <span
      className={`inline-flex size-10 shrink-0 items-center justify-center rounded-full ${isOver ? 'bg-sunken text-soft' : 'bg-leaf-wash text-leaf'}`}
    >
      {isOver ? <ClockIcon /> : <CheckIcon />}
    </span>
  )
}

/** Where in the account more of it stands. */
const tabOf: Partial<Record<NotificationKind, 'sales' | 'purchases' | 'listings' | 'offers' | 'reports'>> = {
  sold_crypto: 'sales',
  offer_accepted: 'purchases',
  bought_crypto: 'purchases',
  sold_to_offer: 'sales',
  listing_suspended: 'listings',
  listing_freed: 'listings',
  offer_made: 'offers',
  report_acted: 'reports',
  report_ignored: 'reports',
}

function ToAsset({ asset, look, onGo }: { asset: Place; look: string; onGo: () => void }) {
  const { t } = useOwnText()
  return (
    <Link to="/assets/$blockchain/$contract/$token" params={asset} className={look} onClick={onGo}>
      {t('notice.seeItem')}
    </Link>
  )
}

/** Tokens that a notification is about, where they are more than one. */
function Tokens({ range }: { range: NonNullable<Notification['range']> }) {
  const { t } = useOwnText()
  const { contract, token_from: from, token_to: to, virtual_collection: collection } = range
  const all = collection ? t('notice.ofCollection', { collection }) : t('notice.allTokens')
  return (
    <p className="wrap-anywhere text-sm">
      {contract}: {from === null || to === null ? all : `${from} – ${to}`}
    </p>
  )
}

/** Who offers, or sent something. */
function By({ notification: { kind, terms, sender } }: { notification: Notification }) {
  const { t } = useOwnText()
  const who = kind === 'offer_made' ? terms?.who : sender
  if (!who) return null
  return (
    <p className="flex gap-2 text-sm text-soft">
      {t('notice.by')} <WalletLink address={who} />
    </p>
  )
}

function Why({ notification }: { notification: Notification }) {
  const { t } = useOwnText()
  const why = reasonOf(notification)
  return why && <p className="text-sm">{t(why)}</p>
}

/** Where a notification leads. */
function Where({ notification, onGo }: { notification: Notification; onGo: () => void }) {
  const { t } = useOwnText()
  const { kind, shipping_id: shippingId, asset } = notification
  const look =
    'inline-flex min-h-11 items-center text-sm font-semibold text-leaf underline underline-offset-4'
  if (kind === 'delivered' && shippingId !== null) {
    return (
      <Link to="/payment/return" search={{ shipping_id: shippingId }} className={look} onClick={onGo}>
        {t('notice.seePurchase')}
      </Link>
    )
  }
  if ((kind === 'listing_ended' || kind === 'deal_offered') && asset) {
    return (
      <Link to="/assets/$blockchain/$contract/$token" params={asset} className={look} onClick={onGo}>
        {t(kind === 'deal_offered' ? 'notice.seeDeal' : 'notice.listAgain')}
      </Link>
    )
  }
  if (kind.startsWith('way_') || kind.startsWith('passkey_')) {
    return (
      <Link to="/account/security" className={look} onClick={onGo}>
        {t('notice.seeSecurity')}
      </Link>
    )
  }
  if (kind.startsWith('domain_')) return null // it is mended at the admins' desk
  if (kind === 'issued_suspended' || kind === 'issued_freed' || kind === 'received') {
    return asset && <ToAsset asset={asset} look={look} onGo={onGo} />
  }
  if (kind === 'support_wrote') return null
  const tab = tabOf[kind]
  if (tab) {
    return (
      <Link to="/account" search={{ tab }} className={look} onClick={onGo}>
        {t(
          tab === 'reports'
            ? 'notice.seeReports'
            : tab === 'offers'
              ? 'notice.seeOffers'
              : 'notice.seeTrades',
        )}
      </Link>
    )
  }
  const view = kind.startsWith('bank') ? 'banks' : kind.startsWith('withdrawal') ? 'withdrawals' : undefined
  return (
    <Link
      to="/account"
      search={{ tab: 'money', ...(view && { view }), ...(kind === 'sold' && { unit: 'earned' as const }) }}
      className={look}
      onClick={onGo}
    >
      {t('notice.seeMoney')}
    </Link>
  )
}

type Props = { account: string; thing: RenderThing; onGo: () => void }

/** What happened while the person was away; to see it is to have read it. */
export function NotificationList({ account, thing, onGo }: Props) {
  const { t, language } = useOwnText()
  const now = useNow(30_000)
  const pages = useInfiniteQuery(notificationsQuery(account))
  const list = pages.data?.pages.flatMap((page) => page.list) ?? []
  const newest = list.find(({ read }) => !read)?._id
  // they stay marked as new for as long as the list is open
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const { mutate } = useMarkRead()
  const unread = list.filter(({ read }) => !read).map(({ _id }) => _id)
  const unreadKey = unread.join()
  useEffect(() => {
    if (unreadKey === '') return
    setFresh((known) => new Set([...known, ...unreadKey.split(',')]))
  }, [unreadKey])
  useEffect(() => {
    if (newest !== undefined) mutate(newest)
  }, [newest, mutate])
  if (pages.isPending) return <Skeleton className="h-64" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  if (list.length === 0) return <Empty title={t('notice.none')} />
  return (
    <>
      <ol className="divide-y divide-line">
        {list.map((notification) => (
          <li key={notification._id} className="flex gap-3 py-3.5">
            <Mark notification={notification} />
            <div className="min-w-0 flex-1">
              <p className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 font-semibold">{sentenceOf(notification, t)}</span>
                {fresh.has(notification._id) && (
                  <span className="rounded-sm bg-gold px-1.5 text-xs font-semibold text-on-gold">
                    {t('notice.new')}
                  </span>
                )}
              </p>
              {notification.text !== null && (
                <p className="wrap-anywhere whitespace-pre-line">{notification.text}</p>
              )}
              {notification.reason && <Why notification={notification} />}
              {notification.range && <Tokens range={notification.range} />}
              {notification.domain && <p className="wrap-anywhere text-sm">{notification.domain}</p>}
              <By notification={notification} />
              {notification.asset && <p className="truncate">{thing(notification.asset)}</p>}
              <p className="flex flex-wrap items-center gap-x-4 text-sm text-soft">
                {formatSince(notification.created, now, language)}
                <Where notification={notification} onGo={onGo} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      <More pages={pages} />
    </>
  )
}
