import type { distributionPreview } from '@talad/proto/http/order-book/orders'
import { useDebounced } from '@talad/ui/browser/use-now'
import { Button } from '@talad/ui/components/button'
import { Part as Loaded, lazyPart } from '@talad/ui/components/part'
import { Skeleton } from '@talad/ui/components/status'
import { formatPercent, formatPrice } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { useLateText } from '../../i18n/late.ts'
import { messageOf } from '../refusals/rejection-texts.ts'
import { type PreviewWish, previewQuery } from './preview-query.ts'

const Breakdown = lazyPart(() => import('./breakdown.tsx'))

/** M§9 */
const DEBOUNCE_MS = 700

type Part = z.output<typeof distributionPreview.response>['net']

function amountOf({ familyValue, symbol }: Part): string {
  return formatPrice({ value: familyValue, symbol })
}

/** The colours of the shares, in the picture and beside their names. */
const colours = { net: 'bg-leaf', royalty: 'bg-gold', service: 'bg-soft' } as const
type Share = { kind: keyof typeof colours; label: string; part: Part }

/** The whole price as a bar, cut where it is shared. */
function Bar({ shares }: { shares: readonly Share[] }) {
  return (
    <div aria-hidden="true" className="flex h-3.5 gap-0.5 overflow-hidden rounded-full">
      {shares.map(({ kind, part }) => (
        <span
          key={kind}
          className={`min-w-1 transition-[flex-grow] duration-300 ${colours[kind]}`}
          style={{ flexGrow: part.percent }}
        />
      ))}
    </div>
  )
}

function Row({ kind, label, part }: Share) {
  const isNet = kind === 'net'
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 ${isNet ? '' : 'text-sm text-soft'}`}
    >
      <dt className={`flex items-center gap-2.5 whitespace-nowrap ${isNet ? 'font-semibold' : ''}`}>
        <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${colours[kind]}`} />
        {label}
      </dt>
      {/* a long amount goes to a line of its own rather than into two */}
      <dd className={`ml-auto text-right tabular-nums ${isNet ? 'text-2xl font-semibold text-leaf' : ''}`}>
        {amountOf(part)}
      </dd>
    </div>
  )
}

/** What the seller would get, once the typing rests: the same sum as when the order is put (OB-34). */
export function Preview(wish: PreviewWish) {
  const { t } = useLateText()
  const [open, setOpen] = useState(false)
  const isOffer = wish.type === 'offer'
  const price = useDebounced(wish.price, DEBOUNCE_MS)
  const preview = useQuery(previewQuery({ ...wish, price }))
  if (wish.price === undefined)
    return (
      <p className="rounded-md bg-sunken px-5 py-6 text-center text-sm text-soft">
        {t(isOffer ? 'list.previewEmptyOffer' : 'list.previewEmpty')}
      </p>
    )
  if (preview.isError) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm text-chili">
        <p>{messageOf(preview.error)}</p>
        <Button look="quiet" size="small" busy={preview.isFetching} onClick={() => void preview.refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  }
  if (!preview.data) return <Skeleton className="h-44" />
  const { service_fee: service, royalty_fee: royalty, net, input } = preview.data
  const isOld = preview.isFetching || price !== wish.price
  const shares: Share[] = [
    { kind: 'net', label: t(isOffer ? 'list.sellerGets' : 'list.youGet'), part: net },
    ...(royalty.percent > 0
      ? [
          {
            kind: 'royalty',
            label: `${t('list.royalty')} ${formatPercent(royalty.percent)}`,
            part: royalty,
          } as const,
        ]
      : []),
    { kind: 'service', label: `${t('list.serviceFee')} ${formatPercent(service.percent)}`, part: service },
  ]
  return (
    <div
      aria-live="polite"
      aria-busy={isOld}
      className={`grid gap-4 rounded-md bg-sunken px-5 py-5 transition-opacity ${isOld ? 'opacity-55' : ''}`}
    >
      <Bar shares={shares} />
      <dl className="grid gap-1.5">
        {shares.map((share) => (
          <Row key={share.kind} {...share} />
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-2 text-sm text-soft">
          <dt>{t(isOffer ? 'list.youPay' : 'list.buyerPays')}</dt>
          <dd className="tabular-nums">{amountOf(input)}</dd>
        </div>
      </dl>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="min-h-11 justify-self-start text-sm font-semibold text-leaf hover:underline"
      >
        {t('list.breakdown')}
      </button>
      {open && (
        <Loaded>
          <Breakdown
            preview={preview.data}
            token={wish.token}
            isOffer={isOffer}
            onClose={() => setOpen(false)}
          />
        </Loaded>
      )}
    </div>
  )
}
