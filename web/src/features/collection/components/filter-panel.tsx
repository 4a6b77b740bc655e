import type { traitEntry } from '@talad/proto/http/asset-indexer'
import { Button } from '@talad/ui/components/button'
import { ChevronIcon } from '@talad/ui/components/icons'
import { formatCount } from '@talad/ui/format/money'
import { plainNumber, typedDecimal } from '@talad/ui/format/number-input'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../../i18n/index.ts'
import { inLanguage } from '../../../lib/bilingual.ts'
import { type CollectionSearch, hasTrait, isRange, setRange, toggleTrait } from '../filters.ts'

type Trait = z.output<typeof traitEntry>
type Props = {
  search: CollectionSearch
  traits: readonly Trait[]
  /** the next filter; WB-5: the address is replaced, so that Back leaves the page */
  onChange: (next: CollectionSearch) => void
}

/** One thing to tick, with how many it leads to. */
export function Ticked(props: { checked: boolean; label: string; count?: number; onChange: () => void }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm text-sm hover:text-leaf">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={props.onChange}
        className="size-5 shrink-0 accent-leaf"
      />
      <span className="min-w-0 flex-1">{props.label}</span>
      {props.count !== undefined && (
        <span className="text-soft tabular-nums">{formatCount(props.count)}</span>
      )}
    </label>
  )
}

/** Two numbers, applied together by a button or the Enter key. */
function Range(props: {
  label: string
  from: string
  to: string
  clean: (typed: string) => string
  onApply: (from: string, to: string) => void
}) {
  const { t } = useText()
  const id = useId()
  const [from, setFrom] = useState(props.from)
  const [to, setTo] = useState(props.to)
  const [isAsked, setAsked] = useState(false)
  const isWrong = isAsked && !isRange(from, to)
  const box =
    'h-11 w-0 min-w-0 flex-1 rounded-md border border-line bg-surface px-3 text-sm tabular-nums aria-invalid:border-chili'
  const wrong = isWrong ? ({ 'aria-invalid': true, 'aria-describedby': `${id}-note` } as const) : {}
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (isRange(from, to)) props.onApply(from, to)
      }}
    >
      <label htmlFor={`${id}-from`} className="sr-only">
        {t('filter.rangeFrom', { name: props.label })}
      </label>
      <input
        {...wrong}
        id={`${id}-from`}
        inputMode="decimal"
        placeholder={t('filter.from')}
        value={from}
        onChange={(event) => setFrom(props.clean(event.target.value))}
        className={box}
      />
      <span aria-hidden="true">–</span>
      <label htmlFor={`${id}-to`} className="sr-only">
        {t('filter.rangeTo', { name: props.label })}
      </label>
      <input
        {...wrong}
        id={`${id}-to`}
        inputMode="decimal"
        placeholder={t('filter.to')}
        value={to}
        onChange={(event) => setTo(props.clean(event.target.value))}
        className={box}
      />
      <Button type="submit" look="quiet" size="small" className="px-3">
        {t('filter.apply')}
      </Button>
      {isWrong && (
        <p id={`${id}-note`} role="alert" className="basis-full text-sm text-chili">
          {t('filter.turned')}
        </p>
      )}
    </form>
  )
}

/** A trait's range accepts a leading minus (M§5). */
function signedNumber(typed: string): string {
  return plainNumber(typed).replace(/[^\d.-]/g, '')
}

/** A part of the filters, to unfold. */
export function Group({
  title,
  open,
  children,
}: {
  title: string
  open?: boolean
  children: React.ReactNode
}) {
  return (
    <details open={open} className="group border-b border-line py-1 last:border-0">
      <summary className="flex min-h-12 items-center justify-between font-semibold">
        {title}
        <ChevronIcon className="size-4 text-soft transition-transform group-open:rotate-180" />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  )
}

export function FilterPanel({ search, traits, onChange }: Props) {
  const { t, language } = useText()
  return (
    <div>
      <Group title={t('filter.status')} open>
        <Ticked
          checked={search.status === 'listed'}
          label={t('filter.listed')}
          onChange={() => onChange({ ...search, status: search.status ? undefined : 'listed' })}
        />
      </Group>
      <Group title={t('filter.price')} open>
        <Range
          key={`${search.from}-${search.to}`}
          label={t('filter.price')}
          from={search.from ?? ''}
          to={search.to ?? ''}
          clean={typedDecimal}
          onApply={(from, to) => onChange({ ...search, from: from || undefined, to: to || undefined })}
        />
      </Group>
      {traits.map((trait) => (
        <Group
          key={trait.key}
          title={inLanguage(trait.key, language)}
          open={(search.tr ?? []).some(({ key }) => key === trait.key)}
        >
          {trait.kind === 'choice' ? (
            trait.values.map(({ value, count }) => (
              <Ticked
                key={value}
                checked={hasTrait(search, trait.key, value)}
                label={inLanguage(value, language)}
                count={count}
                onChange={() => onChange(toggleTrait(search, trait.key, value))}
              />
            ))
          ) : (
            <TraitRange trait={trait} search={search} onChange={onChange} />
          )}
        </Group>
      ))}
    </div>
  )
}

function TraitRange({ trait, search, onChange }: { trait: Trait } & Omit<Props, 'traits'>) {
  const { language } = useText()
  const set = search.tr?.find(({ key }) => key === trait.key)
  return (
    <>
      <p className="pb-2 text-xs text-soft tabular-nums">
        {trait.min} – {trait.max}
      </p>
      <Range
        key={`${set?.value}-${set?.valueTo}`}
        label={inLanguage(trait.key, language)}
        from={set?.value ?? ''}
        to={set?.valueTo ?? ''}
        clean={signedNumber}
        onApply={(from, to) => onChange(setRange(search, trait.key, from, to))}
      />
    </>
  )
}
