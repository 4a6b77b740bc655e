import { type Ref, useId } from 'react'
import { readAmount, stepAmount } from '../format/whole-amount.ts'
import { useText } from '../i18n/words.ts'
import { IconButton } from './button.tsx'
import { MinusIcon, PlusIcon } from './more-icons.tsx'

const faultTexts = { number: 'amount.number', whole: 'amount.whole', positive: 'amount.positive' } as const

type Props = {
  label: string
  /** what stands in the field, also while it is no amount; `readAmount` reads it */
  draft: string
  maximum: bigint
  /** what to say of more than `maximum` */
  overText: string
  ref?: Ref<HTMLInputElement>
  onChange: (draft: string) => void
}

/** A whole number between one and `maximum`, typed freely: what is no such number is said, never replaced. */
export function Stepper({ label, draft, maximum, overText, ref, onChange }: Props) {
  const { t } = useText()
  const id = useId()
  const read = readAmount(draft, maximum)
  const error = typeof read === 'bigint' ? undefined : read === 'over' ? overText : t(faultTexts[read])
  const step = (by: 1n | -1n) => onChange(String(stepAmount(draft, by, maximum)))
  return (
    <fieldset className="grid gap-1.5">
      <legend className="sr-only">{label}</legend>
      <div
        className={`flex items-center justify-between gap-4 rounded-md border px-4 py-2 ${error ? 'border-chili' : 'border-line'}`}
      >
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <div className="flex items-center gap-1">
          <IconButton label={t('common.less')} disabled={read === 1n} onClick={() => step(-1n)}>
            <MinusIcon />
          </IconButton>
          <input
            ref={ref}
            id={id}
            inputMode="numeric"
            autoComplete="off"
            value={draft}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-note` : undefined}
            onFocus={(event) => event.target.select()}
            onChange={(event) => onChange(event.target.value)}
            className="h-11 w-16 rounded-sm bg-transparent text-center text-lg font-semibold tabular-nums"
          />
          <IconButton label={t('common.moreOne')} disabled={read === maximum} onClick={() => step(1n)}>
            <PlusIcon />
          </IconButton>
        </div>
      </div>
      {error && (
        <p id={`${id}-note`} role="alert" className="text-sm text-chili">
          {error}
        </p>
      )}
    </fieldset>
  )
}
