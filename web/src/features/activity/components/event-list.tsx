import type { ActivityEvent } from '@talad/proto/http/asset-indexer'
import { useNow } from '@talad/ui/browser/use-now'
import { More } from '@talad/ui/components/more'
import { Picture } from '@talad/ui/components/picture'
import { Badge, Empty, Skeleton, type Tone } from '@talad/ui/components/status'
import { sameAddress, shortHash } from '@talad/ui/format/address'
import { formatDayAndTime, formatDistance } from '@talad/ui/format/dates'
import { formatCount, formatPrice } from '@talad/ui/format/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { inLanguage } from '../../../lib/bilingual.ts'
import { LoadError } from '../../../ui/load-error.tsx'
import { WalletLink } from '../../../ui/wallet-link.tsx'
import { type EventFilter, eventsQuery } from '../api/events.ts'

const kinds: Record<ActivityEvent['type'], { text: TextKey; tone: Tone }> = {
  mint: { text: 'event.mint', tone: 'calm' },
  burn: { text: 'event.burn', tone: 'calm' },
  transfer: { text: 'event.transfer', tone: 'calm' },
  list: { text: 'event.list', tone: 'wait' },
  offer: { text: 'event.offer', tone: 'wait' },
  cancel: { text: 'event.cancel', tone: 'bad' },
  sale: { text: 'event.sale', tone: 'good' },
}

/** Of a wallet's sales it is said which side it was. */
function kindOf({ type, sale }: ActivityEvent, wallet: string | undefined): { text: TextKey; tone: Tone } {
  if (!sale || wallet === undefined) return kinds[type]
  return sameAddress(sale.buyer, wallet) ? { text: 'shipping.bought', tone: 'good' } : kinds.sale
}

/** What is minted comes from nobody, and what is burned goes to nobody. */
const somebody = (address: string) => (/^0x0+$/.test(address) ? undefined : address)

function parties({ transfer, sale, order }: ActivityEvent) {
  if (sale) return { from: sale.seller, to: sale.buyer, amount: sale.amount }
  if (transfer) {
    return { from: somebody(transfer.from), to: somebody(transfer.to), amount: transfer.amount }
  }
  return { from: order?.offerer, to: undefined, amount: order?.amount ?? '1' }
}

function Row({ event, now, withAsset, explorer, wallet }: RowProps) {
  const { t, language } = useText()
  const { from, to, amount } = parties(event)
  const price = event.sale?.price ?? event.order?.price
  const kind = kindOf(event, wallet)
  const { transaction } = event
  return (
    <li className="flex items-center gap-3 py-4 md:gap-4">
      {withAsset && (
        <Link
          to="/assets/$blockchain/$contract/$token"
          params={{
            blockchain: event.contract.blockchain,
            contract: event.contract.address,
            token: event.token.id,
          }}
          className="shrink-0"
        >
          <Picture
            src={event.asset.r360}
            alt={inLanguage(event.asset.name, language)}
            className="w-12 rounded-md md:w-16"
          />
        </Link>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Badge tone={kind.tone}>{t(kind.text)}</Badge>
          <span className="flex min-w-0 items-baseline gap-2">
            {withAsset && (
              <span className="min-w-0 truncate font-semibold">{inLanguage(event.asset.name, language)}</span>
            )}
            {amount !== '1' && <span className="text-sm text-soft">×{formatCount(amount)}</span>}
          </span>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-soft md:text-sm">
          {from && <WalletLink address={from} />}
          {from && to && (
            <>
              <span className="sr-only">{t('event.to')}</span>
              <span aria-hidden="true">→</span>
            </>
          )}
          {to && <WalletLink address={to} />}
        </p>
      </div>
      <div className="text-right">
        {price && <p className="text-lg font-semibold tabular-nums">{formatPrice(price)}</p>}
        <p className="text-xs whitespace-nowrap text-soft">
          <time dateTime={event.time} title={formatDayAndTime(event.time)}>
            {formatDistance(event.time, now, language)}
          </time>
        </p>
        {transaction && explorer && (
          <a
            href={`${explorer}/tx/${transaction.hash}`}
            target="_blank"
            rel="noreferrer"
            className="font-mono text-xs text-soft hover:text-leaf"
          >
            {shortHash(transaction.hash)}
          </a>
        )}
      </div>
    </li>
  )
}

type RowProps = {
  event: ActivityEvent
  now: number
  withAsset: boolean
  explorer: string | null
  wallet: string | undefined
}
type Props = {
  filter: EventFilter
  withAsset?: boolean
  explorer?: string | null
  /** shows only this many, side by side on a wide screen, and no button for more */
  limit?: number
}

/** What happened with an asset, a collection or a wallet. */
export function EventList({ filter, withAsset = false, explorer = null, limit }: Props) {
  const { t } = useText()
  const now = useNow(30_000)
  const pages = useInfiniteQuery(eventsQuery(filter, limit))
  if (pages.isPending) return <Skeleton className="h-40" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const events = pages.data.pages.flatMap(({ list }) => list)
  if (events.length === 0) return <Empty title={t('event.none')} />
  return (
    <div className="rounded-lg bg-surface px-4 shadow-card md:px-6">
      <ul
        className={
          limit === undefined
            ? 'divide-y divide-line'
            : 'max-lg:divide-y max-lg:divide-line lg:grid lg:grid-cols-2 lg:gap-x-14 lg:py-2'
        }
      >
        {events.map((event) => (
          <Row
            key={event._id}
            event={event}
            now={now}
            withAsset={withAsset}
            explorer={explorer}
            wallet={filter.wallet}
          />
        ))}
      </ul>
      {limit === undefined && <More pages={pages} />}
    </div>
  )
}
