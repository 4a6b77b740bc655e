import type { distributionPreview } from '@talad/proto/http/order-book'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useText } from '../../../i18n/index.ts'
import { formatPercent, formatPrice } from '../../../lib/money.ts'
import { messageOf } from '../../../lib/rejection-texts.ts'
import { useDebounced } from '../../../lib/use-now.ts'
import { Skeleton } from '../../../ui/status.tsx'
import { type PreviewWish, previewQuery } from '../api/terms.ts'

/** M§9 */
const DEBOUNCE_MS = 700

type Part = z.output<typeof distributionPreview.response>['net']

function amountOf({ familyValue, family, symbol }: Part): string {
  return formatPrice({ value: familyValue, family, symbol })
}

function Fee({ label, part }: { label: string; part: Part }) {
  return (
    <div className="flex justify-between gap-4 text-sm text-soft">
      <dt>
        {label} ({formatPercent(part.percent)})
      </dt>
      <dd className="tabular-nums">−{amountOf(part)}</dd>
    </div>
  )
}

/** What the seller would get, once the typing rests: the same sum as when the order is put (OB-34). */
export function Preview(wish: PreviewWish) {
  const { t } = useText()
  const price = useDebounced(wish.price, DEBOUNCE_MS)
  const preview = useQuery(previewQuery({ ...wish, price }))
  if (wish.price === undefined) return <p className="text-sm text-soft">{t('list.previewEmpty')}</p>
  if (preview.isError) {
    return (
      <p role="alert" className="text-sm text-chili">
        {messageOf(preview.error)}
      </p>
    )
  }
  if (!preview.data) return <Skeleton className="h-24" />
  const { service_fee: service, royalty_fee: royalty, net, input } = preview.data
  const isOld = preview.isFetching || price !== wish.price
  return (
    <dl
      aria-live="polite"
      aria-busy={isOld}
      className={`grid gap-1.5 rounded-md bg-sunken px-4 py-3.5 transition-opacity ${isOld ? 'opacity-55' : ''}`}
    >
      <div className="flex justify-between gap-4 text-sm text-soft">
        <dt>{t('list.buyerPays')}</dt>
        <dd className="tabular-nums">{amountOf(input)}</dd>
      </div>
      <Fee label={t('list.serviceFee')} part={service} />
      {royalty.percent > 0 && <Fee label={t('list.royalty')} part={royalty} />}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-2.5">
        <dt className="font-semibold">{t('list.youGet')}</dt>
        <dd className="text-xl font-bold text-leaf tabular-nums">{amountOf(net)}</dd>
      </div>
    </dl>
  )
}
