import type { ActivityEvent } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import { Dialog } from '@talad/ui/components/dialog'
import { shortHash } from '@talad/ui/format/address'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { formatCount, formatPrice } from '@talad/ui/format/money'
import type { ReactNode } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { useViewer } from '../../../market/people/viewer.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'
import { expiryOf, isForSale, kindOf, parties, pricesOf } from '../events.ts'
import { EventKind } from './event-kind.tsx'
import { BuyLink } from './event-thing.tsx'

type Props = {
  event: ActivityEvent
  wallet: string | undefined
  explorer: string | null
  onClose: () => void
}

/** All of one event (M§2): what a row of a list has no room for. */
export default function EventDetails({ event, wallet, explorer, onClose }: Props) {
  const { t, language } = useLateText()
  const { wallets } = useViewer()
  const { from, to, amount } = parties(event)
  const prices = pricesOf(event)
  const { transaction } = event
  const expiry = expiryOf(event)
  const facts: [string, ReactNode][] = [
    [t('event.type'), <EventKind key="" kind={kindOf(event, wallet)} />],
    ...(prices ? [[t('history.price'), formatPrice(prices.each)] satisfies [string, ReactNode]] : []),
    [t('history.amount'), formatCount(amount)],
    ...(prices && amount !== '1'
      ? [[t('buy.total'), formatPrice(prices.total)] satisfies [string, ReactNode]]
      : []),
    ...(from ? [[t('event.from'), <WalletLink key="" address={from} />] satisfies [string, ReactNode]] : []),
    ...(to ? [[t('event.toWhom'), <WalletLink key="" address={to} />] satisfies [string, ReactNode]] : []),
    [t('history.date'), formatDayAndTime(event.time)],
    ...(expiry ? [[t('event.expiry'), formatDayAndTime(expiry)] satisfies [string, ReactNode]] : []),
    ...(transaction
      ? [
          [
            t('purchase.hash'),
            explorer ? (
              <a
                key=""
                href={`${explorer}/tx/${transaction.hash}`}
                target="_blank"
                rel="noreferrer"
                className="font-mono text-leaf underline underline-offset-4"
              >
                {shortHash(transaction.hash)}
              </a>
            ) : (
              <span key="" className="font-mono">
                {shortHash(transaction.hash)}
              </span>
            ),
          ] satisfies [string, ReactNode],
        ]
      : []),
  ]
  return (
    <Dialog onClose={onClose} title={inLanguage(event.asset.name, language) || t('event.details')}>
      <dl className="divide-y divide-line">
        {facts.map(([label, value]) => (
          <div key={label} className="flex items-center justify-between gap-4 py-3">
            <dt className="text-soft">{label}</dt>
            <dd className="min-w-0 font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {isForSale(event, wallets) && (
        <p className="pt-4 text-right">
          <BuyLink event={event} />
        </p>
      )}
    </Dialog>
  )
}
