import { Button } from '@talad/ui/components/button'
import { ChevronIcon } from '@talad/ui/components/icons'
import { formatCount } from '@talad/ui/format/money'
import { useId, useState } from 'react'
import { useBrowseText } from '../../../i18n/browse.ts'
import { isRange } from '../filters.ts'

type TickedProps = {
  checked: boolean
  label: string
  /** how many it leads to; null where that isn't known */
  count: number | null | undefined
  onChange: () => void
}

/** One thing to tick, with how many it leads to. */
export function Ticked({ checked, label, count, onChange }: TickedProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm text-sm hover:text-leaf">
      <input type="checkbox" checked={checked} onChange={onChange} className="size-5 shrink-0 accent-leaf" />
      <span className="min-w-0 flex-1 break-words">{label}</span>
      {count != null && <span className="text-soft tabular-nums">{formatCount(count)}</span>}
    </label>
  )
}

type RangeProps = {
  label: string
  from: string
  to: string
  clean: (typed: string, former: string) => string
  onApply: (from: string, to: string) => void
}

/**
 * Two numbers, applied together by a button, the Enter key, or by going on to something else: what was typed is never
 * left out of what is shown.
 */
export function Range(props: RangeProps) {
  const { t } = useBrowseText()
  const id = useId()
  const [from, setFrom] = useState(props.from)
  const [to, setTo] = useState(props.to)
  const [isAsked, setAsked] = useState(false)
  const isWrong = isAsked && !isRange(from, to)
  const box =
    'h-11 w-0 min-w-0 flex-1 rounded-md border border-line bg-surface px-3 text-sm tabular-nums aria-invalid:border-chili'
  const apply = () => {
    setAsked(true)
    const isNew = from !== props.from || to !== props.to
    if (isNew && isRange(from, to)) props.onApply(from, to)
  }
  const wrong = isWrong ? ({ 'aria-invalid': true, 'aria-describedby': `${id}-note` } as const) : {}
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) apply()
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
        onChange={(event) => setFrom(props.clean(event.target.value, from))}
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
        onChange={(event) => setTo(props.clean(event.target.value, to))}
        className={box}
      />
      {/* beside the list there is no room for it and for a long price */}
      <Button type="submit" look="quiet" size="small" className="px-3 lg:basis-full">
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

/** A part of the filters, to fold and unfold. */
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
