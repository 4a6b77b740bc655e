import type { ButtonHTMLAttributes } from 'react'
import { Spinner } from './spinner.tsx'

const looks = {
  primary: 'bg-leaf text-on-leaf hover:bg-leaf-deep',
  /** on the awning, where leaf would not be seen */
  gold: 'bg-gold text-on-gold hover:brightness-105',
  quiet: 'border border-line bg-surface text-ink hover:border-leaf hover:text-leaf',
  plain: 'text-leaf hover:bg-leaf-wash',
  danger: 'border border-chili bg-surface text-chili hover:bg-chili-wash',
} as const
const sizes = {
  small: 'min-h-10 px-4 text-sm',
  normal: 'min-h-12 px-6 text-base',
  large: 'min-h-14 px-7 text-lg',
} as const
type Look = keyof typeof looks
type Size = keyof typeof sizes

/** Classes of a button, for links that look like one. */
export function buttonClass(look: Look = 'primary', size: Size = 'normal') {
  return `inline-flex items-center justify-center gap-2 rounded-md text-center font-semibold transition-[background-color,border-color,color,scale] active:scale-[0.985] disabled:cursor-not-allowed disabled:opacity-55 ${sizes[size]} ${looks[look]}`
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look
  size?: Size
  /** shows that the press is being worked on, and takes no second one */
  busy?: boolean
}

export function Button({
  look = 'primary',
  size = 'normal',
  busy,
  className = '',
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={`${buttonClass(look, size)} ${className}`}
    >
      {busy && <Spinner className="size-5" />}
      {children}
    </button>
  )
}

/** A round button which shows only a picture; `label` is what it is called. */
export function IconButton({
  label,
  className = '',
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={`inline-flex size-11 items-center justify-center rounded-full transition-colors hover:bg-current/10 disabled:cursor-not-allowed disabled:opacity-40 ${className}`}
    />
  )
}
