import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { OrderTerms } from '@talad/proto/http/order-book/orders'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { SelectField, TextField } from '@talad/ui/components/field'
import { Picture } from '@talad/ui/components/picture'
import { Spinner } from '@talad/ui/components/spinner'
import { Badge, Skeleton } from '@talad/ui/components/status'
import { formatBaht, formatPrice } from '@talad/ui/format/money'
import { typedDecimal } from '@talad/ui/format/number-input'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import { AskedAssessment } from '../../../market/assessment/asked-assessment.tsx'
import { termsQuery } from '../../../market/prices/order-terms.ts'
import { durationOptions, pointsOf } from '../../../market/prices/price-tokens.ts'
import { type PriceFault, rawOf, textOf } from '../../../market/prices/typed-price.ts'
import { useSite } from '../../../market/reads/site.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { wordsOf } from '../../../market/trading/fault-words.ts'
import { type OwnWallet, signerOf } from '../../../market/trading/signer-of.ts'
import { listAsset } from '../api/list.ts'
import { left, type Outcome, type Outcomes, oneByOne, priceFaults } from '../bulk.ts'

/** One of several that are to be listed; there is one of each. */
export type BulkItem = {
  id: string
  asset: Pick<Asset, 'contract' | 'token'>
  name: string
  image: string | null
  wallet: OwnWallet
}
type Props = { items: readonly BulkItem[]; customerId: string; onClose: () => void }

const faultTexts: Record<PriceFault, LateKey> = {
  number: 'list.priceNumber',
  low: 'list.priceLow',
  high: 'list.priceHigh',
}

function Line({ item, children }: { item: BulkItem; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[3.5rem_1fr] items-start gap-3 py-3">
      <Picture src={item.image} alt="" className="w-14 rounded-sm" />
      <div className="grid min-w-0 gap-1.5">
        <p className="truncate font-semibold">{item.name}</p>
        {children}
      </div>
    </li>
  )
}

function Result({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useLateText()
  if (outcome?.kind === 'done') return <Badge tone="good">{t('list.done')}</Badge>
  if (outcome?.kind === 'running') return <Spinner className="size-4 text-leaf" />
  if (outcome?.kind !== 'refused') return null
  return (
    <p role="alert" className="text-sm text-chili">
      {outcome.text}
    </p>
  )
}

/** Prices of several, one look at all of them, then one after the other; what was refused can be tried again. */
function Steps({ items, customerId, terms, onClose }: Props & { terms: OrderTerms }) {
  const { t } = useLateText()
  const site = useSite()
  const points = pointsOf(terms)
  const [prices, setPrices] = useState<ReadonlyMap<string, string>>(new Map(items.map(({ id }) => [id, ''])))
  const [duration, setDuration] = useState(terms.default_duration)
  const [isAsked, setAsked] = useState(false)
  const [isReview, setReview] = useState(false)
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [link, setLink] = useState<string>()
  const abort = useRef<AbortController>(undefined)
  // nobody waits for who has closed the window
  useEffect(() => () => abort.current?.abort(), [])
  const limits = { minimum: points.minimum_list, maximum: points.maximum, decimals: points.decimals }
  const faults = priceFaults(prices, limits)
  const ids = items.map(({ id }) => id)
  const open = left(ids, outcomes)
  const isRunning = [...outcomes.values()].some(({ kind }) => kind === 'running')
  const textOfLimit = (value: string) => formatPrice({ value, symbol: points.symbol })
  const faultOf = (id: string) => {
    const fault = isAsked ? faults.get(id) : undefined
    return (
      fault && t(faultTexts[fault], { min: textOfLimit(limits.minimum), max: textOfLimit(limits.maximum) })
    )
  }
  const change = (id: string, typed: string) =>
    setPrices(new Map([...prices, [id, typedDecimal(typed, prices.get(id) ?? '', points.decimals)]]))
  const rawPriceOf = (id: string) => rawOf(prices.get(id) ?? '', points.decimals) ?? 0n
  const total = ids.reduce((sum, id) => sum + rawPriceOf(id), 0n)

  async function listOne(id: string, signal: AbortSignal) {
    const item = items.find((one) => one.id === id)
    if (!item) return
    const raw = rawPriceOf(id)
    const wish = {
      amount: '1',
      allowPartial: false,
      totalRaw: String(raw),
      totalText: textOf(raw, points.decimals),
    }
    await listAsset(
      { ...wish, asset: item.asset, customerId, duration, replaces: undefined },
      {
        site,
        terms,
        signer: await signerOf(site, item.wallet),
        control: { signal, onWaiting: setLink },
        onStage: () => setLink(undefined),
      },
    )
  }
  function start() {
    const controller = new AbortController()
    const { signal } = controller
    abort.current = controller
    void oneByOne(open, {
      one: (id) => listOne(id, signal),
      tell: (id, outcome) => setOutcomes((now) => new Map([...now, [id, outcome]])),
      wordsOf,
      signal,
    }).finally(() => setLink(undefined))
  }
  const review = () => {
    setAsked(true)
    if (faults.size === 0) setReview(true)
  }

  if (!isReview) {
    return (
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          review()
        }}
      >
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <Line key={item.id} item={item}>
              <TextField
                label={t('list.price')}
                unit="฿"
                inputMode="decimal"
                autoComplete="off"
                value={prices.get(item.id) ?? ''}
                error={faultOf(item.id)}
                onChange={({ target }) => change(item.id, target.value)}
              />
            </Line>
          ))}
        </ul>
        <SelectField
          label={t('list.duration')}
          value={duration}
          options={durationOptions(terms.durations, t)}
          onChange={({ target }) => setDuration(target.value)}
        />
        <Button type="submit" size="large">
          {t('bulk.review')}
        </Button>
      </form>
    )
  }
  return (
    <div className="grid gap-5">
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <Line key={item.id} item={item}>
            <p className="flex flex-wrap items-center gap-3">
              <strong className="tabular-nums">
                {formatBaht(textOf(rawPriceOf(item.id), points.decimals))}
              </strong>
              <Result outcome={outcomes.get(item.id)} />
            </p>
          </Line>
        ))}
      </ul>
      <p className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
        <span className="font-semibold">{t('bulk.total')}</span>
        <strong className="text-xl tabular-nums">{formatBaht(textOf(total, points.decimals))}</strong>
      </p>
      {isRunning && (
        <p role="status" className="rounded-md bg-leaf-wash px-4 py-3 font-semibold text-leaf">
          {t('bulk.waiting')}
        </p>
      )}
      {link && (
        <a href={link} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
          {t('list.openJoin')}
        </a>
      )}
      {isRunning ? (
        <Button look="plain" onClick={() => abort.current?.abort()}>
          {t('list.cancelSigning')}
        </Button>
      ) : open.length === 0 ? (
        <Button onClick={onClose}>{t('bulk.close')}</Button>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          <Button look="quiet" onClick={() => setReview(false)} disabled={open.length < ids.length}>
            {t('bulk.back')}
          </Button>
          <Button onClick={start}>{t('bulk.list', { count: String(open.length) })}</Button>
        </div>
      )}
      <p className="text-sm text-soft">{t('bulk.text')}</p>
    </div>
  )
}

/** Listing several at once for baht. */
export default function BulkDialog(props: Props) {
  const { t } = useLateText()
  const terms = useQuery(termsQuery)
  return (
    <Dialog onClose={props.onClose} title={t('bulk.title', { count: String(props.items.length) })}>
      {terms.isPending && <Skeleton className="h-72" />}
      {terms.isError && <LoadError error={terms.error} retry={() => void terms.refetch()} />}
      {terms.data && <Steps {...props} terms={terms.data} />}
      <AskedAssessment />
    </Dialog>
  )
}
