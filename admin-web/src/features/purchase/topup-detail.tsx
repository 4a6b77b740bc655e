import { shippingAdminHttp } from '@talad/proto/http/shipping-payment/shipping-admin'
import type { AdminTopup, CardRefund } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { formatSum } from '@talad/ui/format/money'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Staff } from '../../ui/staff.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import { AcceptOutcome, AcceptWarning } from './accepting.tsx'
import { decideMismatch, PURCHASES } from './api.ts'
import { AskProvider } from './ask-provider.tsx'
import { RefundCard } from './refund-card.tsx'
import { RefundEnd } from './refund-end.tsx'
import { Said } from './said.tsx'
import { mismatchTexts } from './words.ts'

type Props = { topup: AdminTopup; onNext?: (() => void) | undefined }

/** One card payment: its facts, what differs, and what can be decided of it. */
export function TopupDetail({ topup, onNext }: Props) {
  const { t } = useText()
  return (
    <div className="grid gap-4">
      <h2 className="text-lg">{topup.order_no}</h2>
      <Mismatch topup={topup} />
      <Facts>
        <Fact label={t('col.status')}>
          <StatusBadge state={topup.status} />
        </Fact>
        <Fact label={t('col.value')}>{formatSum(topup.value)}</Fact>
        <Fact label={t('col.customer')}>
          <Ident value={topup.customer_id} />
        </Fact>
        <Fact label={t('col.reference')}>
          <Ident value={topup.transaction_id} />
        </Fact>
        <Fact label={t('topup.inquiries')}>
          {topup.inquiries} · <Moment at={topup.inquired} />
        </Fact>
        {topup.unknown_status !== null && (
          <Fact label={t('topup.unknownStatus')}>
            <Said name="unknown_status" value={topup.unknown_status} />
          </Fact>
        )}
        <Fact label={t('col.created')}>
          <Moment at={topup.created} />
        </Fact>
        <Fact label={t('topup.purchase')}>
          <Link
            to="/shippings/$id"
            params={{ id: topup.shipping_id }}
            className="font-semibold text-leaf underline"
          >
            {t('topup.openPurchase')}
          </Link>
        </Fact>
      </Facts>
      <AskProvider key={`ask ${topup._id}`} topup={topup} />
      <Decisions key={topup._id} topup={topup} onNext={onNext} />
    </div>
  )
}

function Mismatch({ topup: { mismatch } }: Props) {
  const { t } = useText()
  if (mismatch === null) return null
  return (
    <Notice tone={mismatch.decision === null ? 'bad' : 'calm'}>
      <p className="font-semibold">{t('mismatch.differs', { field: t(mismatchTexts[mismatch.field]) })}</p>
      <Facts>
        <Fact label={t('mismatch.expected')}>
          {mismatch.field === 'amount' ? formatSum(BigInt(mismatch.expected)) : mismatch.expected}
        </Fact>
        <Fact label={t('mismatch.received')}>
          {mismatch.received_value === null ? mismatch.received : formatSum(mismatch.received_value)}
        </Fact>
        {mismatch.decision !== null && (
          <Fact label={t('mismatch.decided')}>
            {t(mismatch.decision === 'accepted' ? 'mismatch.accepted' : 'mismatch.refused')} · {mismatch.note}
          </Fact>
        )}
      </Facts>
    </Notice>
  )
}

function Decisions({ topup, onNext }: Props) {
  const { t } = useText()
  const { can } = usePermissions()
  const [open, setOpen] = useState<'accept' | 'refuse'>()
  const key = useRef(crypto.randomUUID())
  if (!can('refund.write')) return null
  const { _id: id, version } = topup
  const shared = { stale: [PURCHASES], target: id, onNext, onClose: () => setOpen(undefined) }
  return (
    <>
      {topup.held && (
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={() => setOpen('accept')}>
            {t('mismatch.accept')}
          </Button>
          <Button size="small" look="danger" onClick={() => setOpen('refuse')}>
            {t('mismatch.refuse')}
          </Button>
        </div>
      )}
      <RefundCard topup={topup} onNext={onNext} />
      <RefundEnd topup={topup} onNext={onNext} />
      {(open === 'accept' || open === 'refuse') && (
        <DecisionDialog
          {...shared}
          title={t(open === 'accept' ? 'mismatch.accept' : 'mismatch.refuse')}
          isDestructive={open === 'refuse'}
          word={t(open === 'accept' ? 'word.accept' : 'word.refuse')}
          reason={reasonOf(shippingAdminHttp.adminDecideMismatch)}
          act={(note) => decideMismatch({ id, version, note, decision: open, key: `${key.current}-${open}` })}
          outcome={open === 'accept' && <AcceptOutcome topup={topup} />}
        >
          <p>{t(open === 'accept' ? 'mismatch.acceptText' : 'mismatch.refuseText')}</p>
          {open === 'accept' && <AcceptWarning topup={topup} />}
        </DecisionDialog>
      )}
    </>
  )
}

/** Every attempt to give a card its money back, oldest first. */
export function Refunds({ refunds }: { refunds: readonly CardRefund[] }) {
  const { t } = useText()
  if (refunds.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{t('refunds.title')}</h3>
      {refunds.map((refund) => (
        <Facts key={refund._id}>
          <Fact label={t('col.status')}>
            <StatusBadge state={refund.status} />{' '}
            {refund.reason !== null && <Said name="reason" value={refund.reason} />}
          </Fact>
          <Fact label={t('col.value')}>{formatSum(refund.value)}</Fact>
          <Fact label={t('col.note')}>{refund.note}</Fact>
          <Fact label={t('timeline.by')}>
            <Staff id={refund.by} />
          </Fact>
          <Fact label={t('col.created')}>
            <Moment at={refund.created} />
          </Fact>
        </Facts>
      ))}
    </section>
  )
}
