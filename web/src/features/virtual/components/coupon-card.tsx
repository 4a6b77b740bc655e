import { inLanguage } from '@talad/proto/http/bilingual'
import { CopyIcon } from '@talad/ui/components/more-icons'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { useVirtualText } from '../../../i18n/virtual.ts'
import { copyText } from '../../../market/sharing/copy-text.ts'
import type { Coupon } from '../payload.ts'

/** Codes that a card shows; of more than these nobody reads the rest. */
const MOST_CODES = 12

function Code({ code }: { code: string }) {
  const { t } = useVirtualText()
  return (
    <button
      type="button"
      aria-label={`${t('virtual.copyCode')} ${code}`}
      onClick={() => void copyText(code, t('virtual.copied'))}
      className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-md border border-dashed border-line bg-sunken px-4 font-mono font-semibold break-all hover:border-leaf hover:text-leaf"
    >
      {code}
      <CopyIcon className="size-4" />
    </button>
  )
}

/** When and how often it is good for something (CA-69). */
function Terms({ coupon: { limit, active_start, active_end } }: { coupon: Coupon }) {
  const { t } = useVirtualText()
  const from = active_start && formatDayAndTime(active_start)
  const until = active_end && formatDayAndTime(active_end)
  const window =
    from && until
      ? t('virtual.couponWindow', { from, until })
      : from
        ? t('virtual.couponFrom', { from })
        : until && t('virtual.couponUntil', { until })
  const often = limit === undefined ? undefined : t('virtual.couponLimit', { count: limit })
  const said = [window, often].filter(Boolean).join(' · ')
  return said === '' ? null : <p className="text-sm text-soft">{said}</p>
}

/** CA-66: what everybody may know of a coupon; others are their holders', and not in what a page reads. */
export function CouponCard({ coupon }: { coupon: Coupon }) {
  const { t, language } = useVirtualText()
  const { code, codes, codegen, description } = coupon
  const all = code === undefined ? (codes ?? []) : [code]
  return (
    <div className="grid gap-3 rounded-lg bg-surface p-5 shadow-card">
      {description && (
        <p className="break-words whitespace-pre-line">{inLanguage(description, language, '\n\n')}</p>
      )}
      {codegen !== undefined && <p>{t('virtual.couponEach')}</p>}
      {all.length > 0 && (
        <ul aria-label={t('virtual.couponCodes')} className="flex flex-wrap gap-2">
          {all.slice(0, MOST_CODES).map((one) => (
            <li key={one} className="max-w-full">
              <Code code={one} />
            </li>
          ))}
        </ul>
      )}
      <Terms coupon={coupon} />
    </div>
  )
}
