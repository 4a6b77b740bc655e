import { plainNumber } from '../format/number-input.ts'
import { useText } from '../i18n/words.ts'
import { IconButton } from './button.tsx'
import { MinusIcon, PlusIcon } from './icons.tsx'

type Props = { label: string; value: bigint; maximum: bigint; onChange: (value: bigint) => void }

/** A whole number between one and `maximum`. */
export function Stepper({ label, value, maximum, onChange }: Props) {
  const { t } = useText()
  const set = (next: bigint) => onChange(next < 1n ? 1n : next > maximum ? maximum : next)
  return (
    <fieldset className="flex items-center justify-between gap-4 rounded-md border border-line px-4 py-2">
      <legend className="sr-only">{label}</legend>
      <span aria-hidden="true" className="text-sm font-semibold">
        {label}
      </span>
      <div className="flex items-center gap-1">
        <IconButton label={t('common.less')} disabled={value <= 1n} onClick={() => set(value - 1n)}>
          <MinusIcon />
        </IconButton>
        <input
          aria-label={label}
          inputMode="numeric"
          value={String(value)}
          onChange={(event) => set(BigInt(plainNumber(event.target.value).replace(/\D/g, '') || '1'))}
          className="h-11 w-14 rounded-sm bg-transparent text-center text-lg font-semibold tabular-nums"
        />
        <IconButton label={t('common.moreOne')} disabled={value >= maximum} onClick={() => set(value + 1n)}>
          <PlusIcon />
        </IconButton>
      </div>
    </fieldset>
  )
}
