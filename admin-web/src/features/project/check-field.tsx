import { useId } from 'react'

type Props = {
  label: string
  hint: string
  checked: boolean
  error?: string | undefined
  onChange: (checked: boolean) => void
}

/** Yes or no, with what it means. */
export function CheckField({ label, hint, checked, error, onChange }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="flex min-h-10 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          aria-describedby={`${id}-note`}
          aria-invalid={error !== undefined || undefined}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5 shrink-0 accent-leaf"
        />
        {label}
      </label>
      <p
        id={`${id}-note`}
        {...(error !== undefined && { role: 'alert' })}
        className={`text-sm ${error === undefined ? 'text-soft' : 'text-chili'}`}
      >
        {error ?? hint}
      </p>
    </div>
  )
}
