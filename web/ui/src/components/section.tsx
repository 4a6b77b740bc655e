import type { ReactNode } from 'react'

/** A part of a screen with its heading, and perhaps a link at its side. */
export function Section({
  title,
  aside,
  children,
  className = '',
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <section className={className}>
      <div className="mb-5 flex items-baseline justify-between gap-4">
        <h2 className="text-xl">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

type FactProps = { label: ReactNode; children: ReactNode; large?: boolean }

/** One fact: what it is, and its value. */
export function Fact({ label, children, large = false }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className={`truncate font-semibold tabular-nums ${large ? 'text-lg md:text-xl' : ''}`}>
        {children}
      </dd>
    </div>
  )
}
