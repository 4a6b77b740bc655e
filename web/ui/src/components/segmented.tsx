import { type ReactNode, useId } from 'react'

type Props<V extends string> = {
  label: string
  value: V
  options: readonly { value: V; text: string; lang?: string; icon?: ReactNode }[]
  onChange: (value: V) => void
}

/** A choice between two or three things, all of them to be seen. */
export function Segmented<V extends string>({ label, value, options, onChange }: Props<V>) {
  const name = useId()
  return (
    <fieldset className="inline-flex w-fit rounded-md bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          lang={option.lang}
          className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-[9px] px-3 text-sm font-semibold text-soft transition-colors hover:text-ink md:px-3.5 has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-leaf"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.icon && <span className="max-md:hidden">{option.icon}</span>}
          {option.text}
        </label>
      ))}
    </fieldset>
  )
}
