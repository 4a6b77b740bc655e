import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { Button, buttonClass } from '@talad/ui/components/button'
import { CheckIcon } from '@talad/ui/components/icons'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Notice, Skeleton } from '@talad/ui/components/status'
import { formatPoints } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import { Share } from '../../../market/sharing/share.tsx'
import { TxLink } from '../../../market/trading/tx-link.tsx'
import { shippingQuery } from '../api/shippings.ts'
import { heldOf, isPayable, type Progress, progressOf } from '../progress.ts'
import { BeingChecked } from './being-checked.tsx'
import { Checking } from './checking.tsx'
import { PaySummary } from './pay-summary.tsx'
import { ProgressSteps } from './progress-steps.tsx'

const failTexts: Record<string, LateKey> = {
  buyer: 'purchase.canceledByBuyer',
  expired: 'purchase.canceledExpired',
  idle: 'purchase.canceledExpired',
  order: 'purchase.canceledOrder',
  own_order: 'purchase.canceledOwn',
  suspended: 'purchase.canceledSuspended',
}

const LateMoney = lazyPart(() => import('./late-money.tsx'))
const Journey = lazyPart(() => import('./journey.tsx'))

type Props = { id: string; name: string; url: string; explorer: string | null; seeAsset: ReactNode }

/** What became of money that a card was charged for nothing (SP-19, SP-26). */
function CardMoney({ shipping, canceled }: { shipping: BoughtShipping; canceled: boolean }) {
  const { t } = useLateText()
  const { fiat_refund: refund, late_credit: late, credit } = shipping
  if (refund.status === 'refunding' || refund.status === 'refunded') {
    const amount = formatPoints(refund.value ?? 0)
    return (
      <Notice>
        {t(refund.status === 'refunded' ? 'purchase.refunded' : 'purchase.refunding', { amount })}
      </Notice>
    )
  }
  if (heldOf(shipping) !== undefined) return <BeingChecked shipping={shipping} />
  if (late > 0) {
    return (
      <Part fallback={<Skeleton className="h-24" />}>
        <LateMoney shipping={shipping} />
      </Part>
    )
  }
  if (!canceled || credit.payment.provider_ref_id === null) return null
  return <Notice>{t('purchase.lateMoney')}</Notice>
}

function Failed({ shipping, progress, seeAsset }: FailedProps) {
  const { t } = useLateText()
  const reason = failTexts[shipping.canceled_reason ?? '']
  return (
    <div className="grid gap-5">
      <h2 className="text-xl">
        {progress.reason === 'canceled' ? t('purchase.canceled') : t('purchase.failed')}
      </h2>
      <p className="text-soft">
        {progress.reason === 'failed'
          ? t('purchase.failedText', { amount: formatPoints(shipping.credit.value) })
          : reason && t(reason)}
      </p>
      <CardMoney shipping={shipping} canceled={progress.reason === 'canceled'} />
      <div className="flex flex-wrap gap-3">
        {seeAsset}
        <Link to="/account" search={{}} className={buttonClass('quiet')}>
          {t('purchase.seeCredit')}
        </Link>
      </div>
    </div>
  )
}

type FailedProps = {
  shipping: BoughtShipping
  progress: Extract<Progress, { state: 'fail' }>
  seeAsset: ReactNode
}

function Delivery({ shipping, progress, name, url, explorer, seeAsset }: DeliveryProps) {
  const { t } = useLateText()
  const isDone = progress.state === 'success'
  const hash = 'hash' in progress ? progress.hash : undefined
  return (
    <div className="grid gap-6">
      {isDone ? (
        <div className="grid justify-items-center gap-3 rounded-lg bg-leaf-wash px-5 py-7 text-center text-leaf">
          <span
            aria-hidden="true"
            className="inline-flex size-14 items-center justify-center rounded-full bg-leaf text-on-leaf"
          >
            <CheckIcon className="size-8" />
          </span>
          <h2 className="title text-xl md:text-2xl">{t('purchase.yours', { name })}</h2>
        </div>
      ) : (
        <h2 className="text-xl">{t('purchase.delivering')}</h2>
      )}
      <ProgressSteps progress={progress} />
      {hash && <TxLink hash={hash} explorer={explorer} />}
      {isDone ? (
        <>
          <div className="flex flex-wrap gap-3">
            {seeAsset}
            <Link
              to="/payment/receipt"
              search={{ shipping_id: shipping._id }}
              className={buttonClass('quiet')}
            >
              {t('receipt.title')}
            </Link>
          </div>
          <Share url={url} text={t('purchase.shareText', { name })} />
        </>
      ) : (
        <p className="text-sm text-soft">{t('purchase.mayLeave')}</p>
      )}
      {shipping.retry_reason && !isDone && <Notice>{t('purchase.retrying')}</Notice>}
    </div>
  )
}

type DeliveryProps = Omit<Props, 'id'> & { shipping: BoughtShipping; progress: Progress }

/** One purchase from payment to delivery; shows the same after a reload (WB-7). */
export function Purchase({ id, name, url, explorer, seeAsset }: Props) {
  const { t } = useLateText()
  const found = useQuery(shippingQuery(id))
  if (found.isPending) return <Skeleton className="h-64" />
  if (!found.data) return null // the page tells of it
  const shipping = found.data
  if (shipping.role === 'seller') {
    return (
      <Part fallback={<Skeleton className="h-64" />}>
        <Journey shipping={shipping} />
      </Part>
    )
  }
  const progress = progressOf(shipping)
  if (progress.state === 'fail') {
    return <Failed shipping={shipping} progress={progress} seeAsset={seeAsset} />
  }
  if (progress.state !== 'ideal') {
    return (
      <Delivery
        shipping={shipping}
        progress={progress}
        name={name}
        url={url}
        explorer={explorer}
        seeAsset={seeAsset}
      />
    )
  }
  if (heldOf(shipping) !== undefined) {
    return (
      <div className="grid gap-4">
        <CardMoney shipping={shipping} canceled={false} />
        {seeAsset && <div>{seeAsset}</div>}
      </div>
    )
  }
  if (shipping.credit.payment.status === 'processing') {
    return <Checking shipping={shipping} onCancelled={() => void found.refetch()} />
  }
  if (!isPayable(shipping)) {
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-lg font-semibold">
          {shipping.expired ? t('purchase.canceledExpired') : t('purchase.canceled')}
        </p>
        {seeAsset}
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <h2 className="text-xl">{t('buy.payTitle')}</h2>
      {shipping.credit.payment.status === 'failed' && <Notice tone="bad">{t('purchase.cardFailed')}</Notice>}
      <PaySummary
        shipping={shipping}
        onCancelled={() => void found.refetch()}
        onPurchase={() => void found.refetch()}
      />
      <Button look="plain" size="small" onClick={() => void found.refetch()}>
        {t('common.refresh')}
      </Button>
    </div>
  )
}
