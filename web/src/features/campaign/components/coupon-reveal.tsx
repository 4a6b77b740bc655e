import { inLanguage } from '@talad/proto/http/bilingual'
import { useNow } from '@talad/ui/browser/use-now'
import { Button } from '@talad/ui/components/button'
import { Countdown } from '@talad/ui/components/countdown'
import { CopyIcon } from '@talad/ui/components/more-icons'
import { QrCode } from '@talad/ui/components/qr-code'
import { Badge, Notice } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useCampaignText } from '../../../i18n/campaign.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { copyText } from '../../../market/sharing/copy-text.ts'
import { type Revealed, useReveal } from '../api/coupons.ts'
import { endOf, usesLeft } from '../coupon-time.ts'
import { momentText } from '../moment.ts'
import { refusalOf } from '../refusals.ts'

/** What is nearer is counted down by the second. */
const NEAR_MS = 3_600_000

/** Until when, or from when on, by the second where that is near. */
function Until({ at }: { at: string }) {
  const { t } = useCampaignText()
  const now = useNow()
  const rest = Date.parse(at) - now
  if (rest <= 0) return null
  return (
    <p className="text-sm">
      {t('coupon.until', { at: momentText(at, now) })}
      {rest < NEAR_MS && (
        <>
          {' '}
          · {t('coupon.rest')} <Countdown until={at} />
        </>
      )}
    </p>
  )
}

function Shown({ found }: { found: Revealed }) {
  const { t, language } = useCampaignText()
  const { usable, reason, coupon, codepool } = found
  const at = found.retry_at ?? null
  const refusal = reason && refusalOf({ code: `coupon_${reason}`, retry_at: at })
  const said = refusal && t(refusal.key, { at: at === null ? '' : momentText(at, Date.now()) })
  if (!coupon) return <Notice tone="calm">{said ?? t('coupon.none')}</Notice>
  const { code, description, meta_timer: timer } = coupon
  const text = description || codepool?.description
  const left = usesLeft(timer)
  const end = endOf(timer)
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line p-4 text-center">
      {text && (
        <p className="break-words whitespace-pre-line">
          {inLanguage(inLanguage(text, language), language, '\n\n')}
        </p>
      )}
      <QrCode text={code} label={t('coupon.qr', { code })} />
      <button
        type="button"
        aria-label={`${t('coupon.copy')} ${code}`}
        onClick={() => void copyText(code, t('coupon.copied'))}
        className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-md bg-sunken px-4 font-mono text-lg font-semibold break-all hover:text-leaf"
      >
        {code}
        <CopyIcon className="size-4" />
      </button>
      {usable ? <Badge tone="good">{t('coupon.usable')}</Badge> : <Notice>{said}</Notice>}
      {left !== undefined && (
        <p className="text-sm text-soft">{t('coupon.left', { count: formatCount(left) })}</p>
      )}
      {usable && end !== undefined && <Until at={end} />}
    </div>
  )
}

/** The coupon of a token of one's own, shown when it is asked for: only its holder sees it (CA-82). */
export default function CouponReveal({ itemId, number }: { itemId: string; number: string }) {
  const { t } = useCampaignText()
  const reveal = useReveal()
  return (
    <section className="grid gap-3">
      <h3 className="text-base font-semibold">{t('coupon.title')}</h3>
      {reveal.data && <Shown found={reveal.data} />}
      {reveal.error && (
        <Notice tone="calm">
          <p role="alert">{messageOf(reveal.error)}</p>
        </Notice>
      )}
      {!reveal.data && <p className="text-sm text-soft">{t('coupon.text')}</p>}
      <Button
        look="quiet"
        size="small"
        className="justify-self-start"
        busy={reveal.isPending}
        onClick={() => reveal.mutate({ itemId, number })}
      >
        {t(reveal.data ? 'slot.checkAgain' : 'coupon.show')}
      </Button>
    </section>
  )
}
