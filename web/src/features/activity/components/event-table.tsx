import type { ActivityEvent } from '@talad/proto/http/asset-indexer/assets'
import { IconButton } from '@talad/ui/components/button'
import { ChevronIcon } from '@talad/ui/components/icons'
import { Table } from '@talad/ui/components/table'
import { shortHash } from '@talad/ui/format/address'
import { formatDay, formatDayAndTime } from '@talad/ui/format/dates'
import { formatCount, formatPrice } from '@talad/ui/format/money'
import { useLateText } from '../../../i18n/late.ts'
import { useViewer } from '../../../market/people/viewer.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'
import { expiryOf, isForSale, kindOf, parties, pricesOf } from '../events.ts'
import { EventKind } from './event-kind.tsx'
import { BuyLink, EventThing } from './event-thing.tsx'

type Props = {
  caption: string
  events: readonly ActivityEvent[]
  wallet: string | undefined
  explorer: string | null
  onOpen: (event: ActivityEvent) => void
}

const party = (address: string | undefined) => (address ? <WalletLink address={address} /> : '–')

/** Events with all their columns, where there is room for them. */
export function EventTable({ caption, events, wallet, explorer, onOpen }: Props) {
  const { t } = useLateText()
  const { wallets } = useViewer()
  return (
    <Table
      caption={caption}
      rows={events}
      keyOf={({ _id }) => _id}
      columns={[
        { key: 'asset', title: t('receipt.item'), cell: (event) => <EventThing event={event} /> },
        {
          key: 'type',
          title: t('event.type'),
          cell: (event) => <EventKind kind={kindOf(event, wallet)} />,
        },
        {
          key: 'price',
          title: t('history.price'),
          amount: true,
          cell: (event) => {
            const price = pricesOf(event)?.each
            return price ? formatPrice(price) : '–'
          },
        },
        {
          key: 'amount',
          title: t('history.amount'),
          amount: true,
          cell: (event) => formatCount(parties(event).amount),
        },
        { key: 'from', title: t('event.from'), cell: (event) => party(parties(event).from) },
        { key: 'to', title: t('event.toWhom'), cell: (event) => party(parties(event).to) },
        {
          key: 'expiry',
          title: t('event.expiry'),
          cell: (event) => {
            const expiry = expiryOf(event)
            return expiry ? (
              <time dateTime={expiry} title={formatDayAndTime(expiry)} className="whitespace-nowrap">
                {formatDay(expiry)}
              </time>
            ) : (
              '–'
            )
          },
        },
        {
          key: 'date',
          title: t('history.date'),
          cell: ({ time, transaction }) =>
            transaction && explorer ? (
              <a
                href={`${explorer}/tx/${transaction.hash}`}
                target="_blank"
                rel="noreferrer"
                title={shortHash(transaction.hash)}
                className="whitespace-nowrap text-leaf underline underline-offset-4"
              >
                {formatDayAndTime(time)}
              </a>
            ) : (
              <span className="whitespace-nowrap text-soft">{formatDayAndTime(time)}</span>
            ),
        },
        {
          key: 'action',
          title: t('event.action'),
          cell: (event) =>
            isForSale(event, wallets) ? (
              <BuyLink event={event} />
            ) : (
              <IconButton label={t('event.details')} onClick={() => onOpen(event)}>
                <ChevronIcon className="size-4 -rotate-90" />
              </IconButton>
            ),
        },
      ]}
    />
  )
}
