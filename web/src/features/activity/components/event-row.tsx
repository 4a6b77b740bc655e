import type { ActivityEvent } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import { ChevronIcon } from '@talad/ui/components/icons'
import { formatDayAndTime, formatSince } from '@talad/ui/format/dates'
import { formatCount, formatPrice } from '@talad/ui/format/money'
import { useLateText } from '../../../i18n/late.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'
import { countOf, kindOf, parties, pricesOf } from '../events.ts'
import { EventKind } from './event-kind.tsx'
import { EventThing } from './event-thing.tsx'

type Props = {
  event: ActivityEvent
  now: number
  withAsset: boolean
  wallet: string | undefined
  onOpen: () => void
}

/** One event: what, how much for one, from whom to whom, when; the rest in a window. */
export function EventRow({ event, now, withAsset, wallet, onOpen }: Props) {
  const { t, language } = useLateText()
  const { from, to } = parties(event)
  const count = countOf(event)
  const price = pricesOf(event)?.each
  return (
    <li className="flex items-center gap-3 py-4 md:gap-4">
      {withAsset && <EventThing event={event} isNamed={false} />}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <EventKind kind={kindOf(event, wallet)} />
          <span className="flex min-w-0 items-baseline gap-2">
            {withAsset && (
              <span className="min-w-0 font-semibold wrap-anywhere">
                {inLanguage(event.asset.name, language)}
              </span>
            )}
            {count && <span className="text-sm text-soft">×{formatCount(count)}</span>}
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
            {formatSince(event.time, now, language)}
          </time>
        </p>
      </div>
      <button
        type="button"
        aria-label={t('event.details')}
        onClick={onOpen}
        className="-mr-3 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-soft hover:bg-sunken"
      >
        <ChevronIcon className="size-4 -rotate-90" />
      </button>
    </li>
  )
}
