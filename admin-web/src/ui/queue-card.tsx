import { useNow } from '@talad/ui/browser/use-now'
import { formatSince } from '@talad/ui/format/dates'
import { formatCount } from '@talad/ui/format/money'
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/index.ts'

type Props = {
  title: string
  to: string
  search?: Readonly<Record<string, string>>
  count: number | undefined
  /** of the one that waits longest */
  oldest: string | null | undefined
}

/** How many wait, and for how long. */
export function QueueCard({ title, to, search = {}, count, oldest }: Props) {
  const { t, language } = useText()
  const now = useNow(60_000)
  return (
    <Link
      to={to}
      search={search}
      className="grid content-start gap-1 rounded-lg border border-line bg-surface p-4 hover:border-leaf"
    >
      <span className="text-sm text-soft">{title}</span>
      <span
        className={`text-2xl leading-tight font-semibold tabular-nums ${count ? 'text-chili' : 'text-leaf'}`}
      >
        {count === undefined ? '…' : formatCount(count)}
      </span>
      <span className="text-xs text-soft">
        {oldest
          ? t('queue.oldest', { age: formatSince(oldest, now, language) })
          : count === 0 && t('queue.empty')}
      </span>
    </Link>
  )
}
