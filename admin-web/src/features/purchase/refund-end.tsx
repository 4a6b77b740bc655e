import { shippingAdminHttp } from '@talad/proto/http/shipping-payment/shipping-admin'
import type { AdminTopup } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { formatSum } from '@talad/ui/format/money'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { endRefund, PURCHASES } from './api.ts'

type Props = { topup: AdminTopup; onNext?: (() => void) | undefined }

/** What of a refund may be said by hand; undefined: it goes its way, or has ended. */
function endOf({ refund }: AdminTopup): 'never_sent' | 'sent_back' | undefined {
  if (refund?.status === 'refunding' && refund.doubted) return 'never_sent'
  return refund?.status === 'refunded' && refund.reason === null ? 'sent_back' : undefined
}

const words = {
  never_sent: { title: 'refund.neverSent', text: 'refund.neverSentText', word: 'word.free' },
  sent_back: { title: 'refund.sentBack', text: 'refund.sentBackText', word: 'word.sentBack' },
} as const

/** SP-26: ends by hand what doesn't end by itself; the provider is asked once more, and has the last word. */
export function RefundEnd({ topup, onNext }: Props) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const key = useRef(crypto.randomUUID())
  const end = endOf(topup)
  if (end === undefined) return null
  const { _id: id, version } = topup
  const { title, text, word } = words[end]
  return (
    <>
      {end === 'never_sent' && <Notice tone="bad">{t('refund.doubted')}</Notice>}
      <div>
        <Button size="small" look="danger" onClick={() => setOpen(true)}>
          {t(title)}
        </Button>
      </div>
      {isOpen && (
        <DecisionDialog
          stale={[PURCHASES]}
          target={id}
          onNext={onNext}
          onClose={() => setOpen(false)}
          title={t(title)}
          isDestructive
          word={t(word)}
          reason={reasonOf(shippingAdminHttp.adminEndRefund)}
          act={(note) => endRefund(end)({ id, version, note, key: `${key.current}-${version}` })}
        >
          <p>{t(text, { amount: formatSum(topup.refund?.value ?? 0) })}</p>
        </DecisionDialog>
      )}
    </>
  )
}
