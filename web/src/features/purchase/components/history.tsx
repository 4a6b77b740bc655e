import type { Shipping } from '@talad/proto/http/shipping-payment'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { formatCount, formatPoints } from '../../../lib/money.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Badge, Empty, LoadError, Skeleton, type Tone } from '../../../ui/status.tsx'
import { shippingsQuery } from '../api/shippings.ts'
import { isOpen, isPayable } from '../progress.ts'

const statuses: Record<Shipping['status'], { text: TextKey; tone: Tone }> = {
  pending: { text: 'shipping.pending', tone: 'wait' },
  processing: { text: 'shipping.processing', tone: 'wait' },
  mined: { text: 'shipping.processing', tone: 'wait' },
  completed: { text: 'shipping.completed', tone: 'good' },
  failed: { text: 'shipping.failed', tone: 'bad' },
  canceled: { text: 'shipping.canceled', tone: 'calm' },
}

/** What the seller keeps of a sale, in points. */
function netOf(shipping: Shipping): number {
  return shipping.distribution.filter(({ type }) => type === 'net').reduce((sum, { value }) => sum + value, 0)
}

type RenderAsset = (asset: Shipping['asset']) => ReactNode

function Row({ shipping, action, asset }: { shipping: Shipping; action: 'buy' | 'sell'; asset: ReactNode }) {
  const { t } = useText()
  const status = statuses[shipping.status]
  const isBuying = action === 'buy'
  return (
    <li className="grid gap-3 py-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="grid min-w-0 gap-1.5">
        {asset}
        <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
          <Badge tone={status.tone}>{t(status.text)}</Badge>
          {shipping.amount !== '1' && <span>×{formatCount(shipping.amount)}</span>}
          <span>{formatDayAndTime(shipping.created)}</span>
        </p>
      </div>
      <div className="flex items-center justify-between gap-4 sm:justify-end">
        <p className="text-right">
          <strong className="text-lg tabular-nums">
            {formatPoints(isBuying ? shipping.credit.value : netOf(shipping))}
          </strong>
          {!isBuying && <span className="block text-xs text-soft">{t('shipping.net')}</span>}
        </p>
        {isBuying && isOpen(shipping) && (
          <Link
            to="/payment/return"
            search={{ shipping_id: shipping._id }}
            className={buttonClass(isPayable(shipping) ? 'primary' : 'quiet', 'small')}
          >
            {isPayable(shipping) ? t('shipping.pay') : t('shipping.follow')}
          </Link>
        )}
      </div>
    </li>
  )
}

type Props = { account: string; action: 'buy' | 'sell'; asset: RenderAsset }

/** What a person bought or sold, newest first (SP-32). */
export function ShippingHistory({ account, action, asset }: Props) {
  const { t } = useText()
  const pages = useInfiniteQuery(shippingsQuery(account, action))
  if (pages.isPending) return <Skeleton className="h-48" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const shippings = pages.data.pages.flatMap(({ list }) => list)
  if (shippings.length === 0) {
    return (
      <Empty title={action === 'buy' ? t('shipping.noneBought') : t('shipping.noneSold')}>
        <Link to="/" className={buttonClass('quiet', 'small')}>
          {t('common.browse')}
        </Link>
      </Empty>
    )
  }
  return (
    <div className="rounded-lg bg-surface px-5 shadow-card">
      <ol className="divide-y divide-line">
        {shippings.map((shipping) => (
          <Row key={shipping._id} shipping={shipping} action={action} asset={asset(shipping.asset)} />
        ))}
      </ol>
      {pages.hasNextPage && (
        <div className="border-t border-line py-3 text-center">
          <Button
            look="plain"
            size="small"
            busy={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('common.more')}
          </Button>
        </div>
      )}
    </div>
  )
}
