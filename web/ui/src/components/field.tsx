import {
  type ComponentPropsWithRef,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { ChevronIcon } from './icons.tsx'

const box =
  'w-full rounded-md border border-line bg-surface px-4 text-base text-ink transition-colors focus-visible:border-leaf focus-visible:outline-2 aria-invalid:border-chili'

type Common = { label: string; hint?: ReactNode; error?: string | undefined }

function Frame({ id, label, hint, error, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} role="alert" className="text-sm text-chili">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-note`} className="text-sm text-soft">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

export function TextField({
  label,
  hint,
  error,
  unit,
  ...rest
}: Common & ComponentPropsWithRef<'input'> & { unit?: string }) {
  const id = useId()
  // a sign stands before the amount, a symbol behind it
  const isSign = unit?.length === 1
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        {unit && (
          <span
            aria-hidden="true"
            className={`absolute inset-y-0 flex items-center text-soft ${isSign ? 'left-4 text-xl' : 'right-4 text-base'}`}
          >
            {unit}
          </span>
        )}
        <input
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          className={`${box} ${unit ? `h-16 text-2xl font-semibold tabular-nums ${isSign ? 'pl-11' : 'pr-22'}` : 'h-12'}`}
        />
      </div>
    </Frame>
  )
}

/** Several lines of text. */
export function TextArea({
  label,
  hint,
  error,
  ...rest
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea
        rows={4}
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={`${box} py-3`}
      />
    </Frame>
  )
}

/** One of several, each with a line that explains it. */
export function RadioCards<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: T | undefined
  options: readonly { value: T; label: string; text?: string }[]
  onChange: (value: T) => void
}) {
  const id = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-12 items-start gap-3 rounded-md border border-line px-4 py-3 has-checked:border-leaf has-checked:bg-leaf-wash has-focus-visible:outline-2 has-focus-visible:outline-leaf"
        >
          <input
            type="radio"
            name={id}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="mt-1 size-4 shrink-0 accent-leaf"
          />
          <span className="min-w-0">
            <span className="block font-medium">{option.label}</span>
            {option.text && <span className="block text-sm text-soft">{option.text}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  options: readonly { value: string; label: string }[]
}

/** A choice with the browser's own list and our arrow. */
export function Select({ options, className = '', ...rest }: SelectProps) {
  return (
    <span className="relative block min-w-0">
      <select {...rest} className={`max-w-full appearance-none text-ellipsis pr-11 ${className}`}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronIcon className="pointer-events-none absolute top-1/2 right-4 size-4 -translate-y-1/2" />
    </span>
  )
}

export function SelectField({ label, hint, error, options, ...rest }: Common & SelectProps) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <Select {...rest} id={id} options={options} className={`${box} h-12`} />
    </Frame>
  )
}
