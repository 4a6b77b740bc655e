import { Button } from '@talad/ui/components/button'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/index.ts'

const box =
  'h-11 w-full min-w-0 rounded-md border border-line bg-surface px-3 text-sm text-ink focus-visible:border-leaf focus-visible:outline-2 aria-invalid:border-chili'

type CellProps = {
  label: string
  value: string
  fault?: string | undefined
  type?: 'text' | 'datetime-local'
  list?: string
  onChange: (value: string) => void
}

/** A field of a row: its label is for those who don't see the row. */
export function Cell({ label, value, fault, type = 'text', list, onChange }: CellProps) {
  return (
    <label className="grid min-w-0 gap-1">
      <span className="text-xs text-soft">{label}</span>
      <input
        type={type}
        {...(type === 'datetime-local' && { step: 1 })}
        list={list}
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== undefined || undefined}
        onChange={({ target }) => onChange(target.value)}
        className={box}
      />
      {fault !== undefined && <span className="text-sm text-chili">{fault}</span>}
    </label>
  )
}

type ChoiceProps<V extends string> = {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

export function ChoiceCell<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  return (
    <label className="grid min-w-0 gap-1">
      <span className="text-xs text-soft">{label}</span>
      <select
        value={value}
        onChange={({ target }) => {
          const found = options.find((option) => option.value === target.value)
          if (found) onChange(found.value)
        }}
        className={box}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

type RowProps = { name: string; fault?: string | undefined; onRemove: () => void; children: ReactNode }

/** A row of fields, and the way to be rid of it. */
export function Row({ name, fault, onRemove, children }: RowProps) {
  const { t } = useText()
  return (
    <li className="grid gap-1">
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-2 sm:auto-cols-fr sm:grid-flow-col">{children}</div>
        <Button
          look="plain"
          size="small"
          className="mt-5"
          aria-label={t('payload.removeRow', { name })}
          onClick={onRemove}
        >
          ✕
        </Button>
      </div>
      {fault !== undefined && (
        <p role="alert" className="text-sm text-chili">
          {fault}
        </p>
      )}
    </li>
  )
}
