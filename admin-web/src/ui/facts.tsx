import type { ReactNode } from 'react'

/** Facts below each other: what it is at the left, what it is worth at the right. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line text-sm">{children}</dl>
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(6.5rem,34%)_minmax(0,1fr)] gap-3 py-1.5">
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
