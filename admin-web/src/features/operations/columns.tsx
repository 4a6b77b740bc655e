import { Badge } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useText } from '../../i18n/index.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { type DeadLetter, type Job, jobId, letterId } from './api.ts'

/** What went wrong, one line of it; all of it stands beside the list. */
function Fault({ text }: { text: string | null }) {
  if (text === null) return '–'
  return (
    <span title={text} className="block max-w-80 truncate text-sm">
      {text}
    </span>
  )
}

/** A follower waits for the one before it, and for nobody else. */
export function LetterState({ letter }: { letter: DeadLetter }) {
  const { t } = useText()
  if (letter.behind !== null)
    return <Badge tone="wait">{t('letter.follows', { id: `${letter.service}/${letter.behind}` })}</Badge>
  if (letter.next_at === null) return <Badge tone="bad">{t('letter.waits')}</Badge>
  return <Moment at={letter.next_at} />
}

export const letterColumns: readonly Column<DeadLetter>[] = [
  { key: 'id', title: 'col.letter', cell: letterId, csv: letterId },
  { key: 'type', title: 'col.kind', cell: ({ type }) => type, csv: ({ type }) => type },
  { key: 'group', title: 'col.group', cell: ({ group }) => group, csv: ({ group }) => group },
  {
    key: 'error',
    title: 'col.fault',
    cell: ({ error }) => <Fault text={error} />,
    csv: ({ error }) => error,
  },
  {
    key: 'attempts',
    title: 'col.attempts',
    amount: true,
    cell: ({ attempts }) => formatCount(attempts),
    csv: ({ attempts }) => String(attempts),
  },
  {
    key: 'parked',
    title: 'col.parked',
    cell: ({ parked_at }) => <Moment at={parked_at} age />,
    csv: ({ parked_at }) => parked_at,
  },
  {
    key: 'next',
    title: 'col.next',
    cell: (letter) => <LetterState letter={letter} />,
    csv: ({ next_at }) => next_at ?? '',
  },
]

export const letterFilters: readonly Filter[] = [
  { kind: 'text', key: 'service', label: 'audit.service' },
  { kind: 'text', key: 'group', label: 'col.group' },
]

export function JobState({ job: { running, failures } }: { job: Job }) {
  const { t } = useText()
  if (running) return <Badge tone="good">{t('job.running')}</Badge>
  return failures > 0 ? (
    <Badge tone="bad">{t('job.failed', { count: formatCount(failures) })}</Badge>
  ) : (
    <Badge tone="calm">{t('job.waits')}</Badge>
  )
}

export const jobColumns: readonly Column<Job>[] = [
  { key: 'id', title: 'col.job', cell: jobId, csv: jobId },
  {
    key: 'state',
    title: 'col.status',
    cell: (job) => <JobState job={job} />,
    csv: ({ failures }) => String(failures),
  },
  {
    key: 'next',
    title: 'col.next',
    cell: ({ next_at }) => <Moment at={next_at} />,
    csv: ({ next_at }) => next_at,
  },
  {
    key: 'error',
    title: 'col.fault',
    cell: ({ last_error }) => <Fault text={last_error} />,
    csv: ({ last_error }) => last_error ?? '',
  },
  {
    key: 'created',
    title: 'col.created',
    usuallyHidden: true,
    cell: ({ created_at }) => <Moment at={created_at} />,
    csv: ({ created_at }) => created_at,
  },
]

export const jobFilters: readonly Filter[] = [
  { kind: 'text', key: 'service', label: 'audit.service' },
  {
    kind: 'choice',
    key: 'failing',
    label: 'job.which',
    all: 'job.all',
    options: [{ value: '1', label: 'job.failing' }],
  },
]
