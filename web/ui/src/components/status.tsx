import type { ReactNode } from 'react'

export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`skeleton rounded-md ${className}`} />
}

/** What stands where there is nothing yet, with the one thing to do about it. `isPage`: there is nothing else. */
export function Empty({
  title,
  isPage,
  children,
}: {
  title: string
  isPage?: boolean
  children?: ReactNode
}) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="grid justify-items-center gap-3 rounded-lg bg-sunken/60 px-6 py-9 text-center">
      <svg aria-hidden="true" viewBox="0 0 64 48" className="w-16 text-line brightness-95">
        <path
          d="M8 6h48l4 12a7 7 0 0 1-14 2 7 7 0 0 1-14 0 7 7 0 0 1-14 0 7 7 0 0 1-14-2z"
          fill="currentColor"
        />
        <path d="M12 28v16h40V28" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <Title className="text-base font-medium text-soft">{title}</Title>
      {children}
    </div>
  )
}

const tones = {
  good: 'bg-leaf-wash text-leaf',
  wait: 'bg-gold-wash text-on-gold-wash',
  bad: 'bg-chili-wash text-chili',
  calm: 'bg-sunken text-soft',
} as const
export type Tone = keyof typeof tones

export function Badge({ tone = 'calm', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm px-2 py-0.5 text-xs font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  )
}

/** A sentence that must not be overlooked. */
export function Notice({ tone = 'wait', children }: { tone?: Tone; children: ReactNode }) {
  return <div className={`rounded-md px-4 py-3 text-sm ${tones[tone]}`}>{children}</div>
}
