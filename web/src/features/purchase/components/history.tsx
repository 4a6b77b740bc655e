import type { Shipping } from '@talad/proto/http/shipping-payment/shipping'
import { buttonClass } from '@talad/ui/components/button'
import { ChevronIcon } from '@talad/ui/components/icons'
import { More } from '@talad/ui/components/more'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Badge, Empty, Skeleton, type Tone } from '@talad/ui/components/status'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { formatCount, formatPoints } from '@talad/ui/format/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { useOwnText } from '../../../i18n/own.ts'
import { timesText } from '../../../market/prices/units.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { shippingsQuery } from '../api/shippings.ts'
import { groupsOf } from '../groups.ts'
import { netOf } from '../net.ts'
import { type Loaded, newestFirst } from '../newest-first.ts'
import { isOpen, isPayable } from '../progress.ts'

const Journey = lazyPart(() => import('./journey.tsx'))

const statuses: Record<Shipping['status'], { text: TextKey; tone: Tone }> = {
  pending: { text: 'shipping.pending', tone: 'wait' },
  processing: { text: 'shipping.processing', tone: 'wait' },
  mined: { text: 'shipping.processing', tone: 'wait' },
  completed: { text: 'shipping.completed', tone: 'good' },
  failed: { text: 'shipping.failed', tone: 'bad' },
  canceled: { text: 'shipping.canceled', tone: 'calm' },
}
const expired = { text: 'journey.expired', tone: 'calm' } as const

type RenderAsset = (asset: Shipping['asset']) => ReactNode

/** What was or will be paid, or got; struck out where it came to nothing. */
function Amount({ shipping, isBuying }: { shipping: Shipping; isBuying: boolean }) {
  const { t } = useText()
  const amount = formatPoints(isBuying ? shipping.credit.value : netOf(shipping))
  const isDone = shipping.status === 'completed'
  if (!isDone && (shipping.expired || !isOpen(shipping))) {
    return <s className="text-lg tabular-nums text-soft sm:text-right">{amount}</s>
  }
  return (
    <p className="sm:text-right">
      <strong className="text-lg tabular-nums">{amount}</strong>
      {!isBuying && (
        <span className="block text-xs text-soft">{t(isDone ? 'shipping.net' : 'shipping.netDue')}</span>
      )}
    </p>
  )
}

/** What to do with a purchase: pay it, follow it, or keep its receipt. */
function NextStep({ shipping }: { shipping: Shipping }) {
  const { t } = useText()
  const search = { shipping_id: shipping._id }
  if (shipping.status === 'completed') {
    return (
      <Link to="/payment/receipt" search={search} className={buttonClass('quiet', 'small')}>
        {t('receipt.title')}
      </Link>
    )
  }
  if (!isOpen(shipping)) return null
  const payable = isPayable(shipping)
  return (
    <Link
      to="/payment/return"
      search={search}
      className={buttonClass(payable ? 'primary' : 'quiet', 'small')}
    >
      {payable ? t('shipping.pay') : t('shipping.follow')}
    </Link>
  )
}

type UnfoldProps = {
  shown: boolean
  /** id of what it shows */
  of: string
  onChange: (shown: boolean) => void
  className: string
  children: ReactNode
}

function Unfold({ shown, of, onChange, className, children }: UnfoldProps) {
  return (
    <button
      type="button"
      aria-expanded={shown}
      aria-controls={of}
      onClick={() => onChange(!shown)}
      className={`inline-flex min-h-11 items-center gap-2 justify-self-start text-sm font-semibold ${className}`}
    >
      {children}
      <ChevronIcon className={`size-4 transition-transform ${shown ? 'rotate-180' : ''}`} />
    </button>
  )
}

function Row({ shipping, action, asset }: { shipping: Shipping; action: 'buy' | 'sell'; asset: ReactNode }) {
  const { t } = useText()
  const id = useId()
  // what still moves is shown at once
  const [shown, setShown] = useState(isOpen(shipping) && !shipping.expired)
  const status = shipping.expired ? expired : statuses[shipping.status]
  const isBuying = action === 'buy'
  const times = timesText(shipping.amount, shipping.asset.contract.type)
  return (
    <li className="grid gap-3 py-4">
      <div className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-center">
        <div className="grid min-w-0 gap-1.5">
          {asset}
          <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
            <Badge tone={status.tone}>{t(status.text)}</Badge>
            {times && <span>{times}</span>}
            <span>{formatDayAndTime(shipping.created)}</span>
          </p>
        </div>
        <div className="flex items-center justify-between gap-4 sm:justify-end">
          <Amount shipping={shipping} isBuying={isBuying} />
          {isBuying && <NextStep shipping={shipping} />}
        </div>
      </div>
      <Unfold shown={shown} of={id} onChange={setShown} className="text-leaf">
        {t('journey.title')}
      </Unfold>
      <div id={id} hidden={!shown} className="rounded-md bg-paper p-4 md:p-5">
        {shown && (
          <Part fallback={<Skeleton className="h-64" />}>
            <Journey shipping={shipping} />
          </Part>
        )}
      </div>
    </li>
  )
}

/** What was reserved and not bought, one after the other: a seller has a lot of it, and nothing to do with it. */
function Unpaid({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useText()
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <li className="py-2">
      <Unfold shown={shown} of={id} onChange={setShown} className="text-soft">
        {t('shipping.unpaid', { count: formatCount(String(count)) })}
      </Unfold>
      <ol id={id} hidden={!shown} className="divide-y divide-line">
        {shown && children}
      </ol>
    </li>
  )
}

type Props = {
  account: string
  action: 'buy' | 'sell'
  asset: RenderAsset
  /** trades on the chain, which stand among them by their time */
  others: Loaded<{ created: string; row: ReactNode }> & { pages: Parameters<typeof More>[0]['pages'] }
}

/** What a person bought or sold, newest first (SP-32). */
export function ShippingHistory({ account, action, asset, others }: Props) {
  const { t } = useText()
  const { t: own } = useOwnText()
  const pages = useInfiniteQuery(shippingsQuery(account, action))
  // drawn in pieces, between which the browser answers
  const isThere = useDeferredValue(!pages.isPending)
  if (pages.isPending || !isThere) return <Skeleton className="h-48" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const shippings = pages.data.pages.flatMap(({ list }) => list)
  if (shippings.length === 0 && others.isWhole && others.list.length === 0) {
    return (
      <Empty title={action === 'buy' ? t('shipping.noneBought') : t('shipping.noneSold')}>
        {action === 'buy' ? (
          <Link to="/" className={buttonClass('quiet', 'small')}>
            {t('common.browse')}
          </Link>
        ) : (
          <Link to="/account" search={{}} className={buttonClass('quiet', 'small')}>
            {own('listings.toItems')}
          </Link>
        )}
      </Empty>
    )
  }
  const rows = groupsOf(shippings, action).map((group) => {
    const [first] = group
    const own = group.map((shipping) => (
      <Row key={shipping._id} shipping={shipping} action={action} asset={asset(shipping.asset)} />
    ))
    if (group.length === 1) return { created: first.created, row: own }
    // more may follow below: it is known by what stands above it
    const row = (
      <Unpaid key={first._id} count={group.length}>
        {own}
      </Unpaid>
    )
    return { created: first.created, row }
  })
  return (
    <div className="rounded-lg bg-surface px-5 shadow-card">
      <ol className="divide-y divide-line">
        {newestFirst({ list: rows, isWhole: !pages.hasNextPage }, others).map(({ row }) => row)}
      </ol>
      <More
        byItself
        pages={{
          hasNextPage: pages.hasNextPage || others.pages.hasNextPage,
          isFetchingNextPage: pages.isFetchingNextPage || others.pages.isFetchingNextPage,
          fetchNextPage: () =>
            Promise.all([pages, others.pages].map((one) => one.hasNextPage && one.fetchNextPage())),
        }}
      />
    </div>
  )
}
