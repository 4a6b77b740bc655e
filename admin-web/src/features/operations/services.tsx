import { Badge, Notice } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/index.ts'
import { Moment } from '../../ui/moment.tsx'
import type { OneService } from './api.ts'

type Backlog = NonNullable<OneService['backlog']>

/** Behind by so much, a service is worth a look: what a shopper does is seen later than a second. */
const SLOW_MS = 1_000

const behind = ({ readers }: Backlog) => Math.max(0, ...readers.map(({ oldest_ms }) => oldest_ms))
const unhandled = ({ groups }: Backlog) =>
  groups.reduce((all, { messages }) => all + Number(messages ?? 0), 0)

function isWell(backlog: Backlog): boolean {
  return backlog.dead_letters.open === 0 && backlog.jobs.failing === 0 && behind(backlog) < SLOW_MS
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1.5">
      <dt className="text-soft">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

/** Where a number leads to what it counts. */
function Counted({ count, to, service }: { count: number; to: string; service: string }) {
  if (count === 0) return formatCount(0)
  return (
    <Link to={to} search={{ service }} className="font-semibold text-chili underline">
      {formatCount(count)}
    </Link>
  )
}

function Card({ service, backlog }: OneService) {
  const { t } = useText()
  return (
    <li className="grid content-start gap-2 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-base">{service}</h2>
        {backlog === null ? (
          <Badge tone="bad">{t('operations.silent')}</Badge>
        ) : (
          <Badge tone={isWell(backlog) ? 'good' : 'wait'}>
            {t(isWell(backlog) ? 'operations.well' : 'operations.look')}
          </Badge>
        )}
      </div>
      {backlog && <Lines service={service} backlog={backlog} />}
    </li>
  )
}

function Lines({ service, backlog }: { service: string; backlog: Backlog }) {
  const { t } = useText()
  const { dead_letters, jobs } = backlog
  return (
    <dl className="text-sm">
      <Line label={t('operations.behind')}>
        {t('operations.seconds', { count: (behind(backlog) / 1_000).toFixed(1) })}
      </Line>
      <Line label={t('operations.unhandled')}>{formatCount(unhandled(backlog))}</Line>
      <Line label={t('letters.title')}>
        <Counted count={dead_letters.open} to="/dead-letters" service={service} />
        {dead_letters.oldest_at !== null && (
          <span className="ml-2 text-soft">
            <Moment at={dead_letters.oldest_at} />
          </span>
        )}
      </Line>
      <Line label={t('jobs.title')}>
        {formatCount(jobs.waiting)} · {t('operations.overdue', { count: formatCount(jobs.overdue) })}
      </Line>
      <Line label={t('job.failing')}>
        <Counted count={jobs.failing} to="/jobs" service={service} />
      </Line>
    </dl>
  )
}

/** How each service does: how far it is behind, what waits, what fails. */
export function Services({ list }: { list: readonly OneService[] }) {
  const { t } = useText()
  const silent = list.filter(({ backlog }) => backlog === null)
  return (
    <div className="grid gap-4">
      {silent.length > 0 && <Notice tone="bad">{t('operations.away')}</Notice>}
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {list.map((one) => (
          <Card key={one.service} {...one} />
        ))}
      </ul>
    </div>
  )
}
