import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { figuresQuery } from './api.ts'

const HOUR = 3_600

/** How old the queue is, and how often moderators overrule each other. */
export function FlagFigures() {
  const { t } = useText()
  const hours = (seconds: number | null) =>
    seconds === null ? '–' : t('flag.hours', { count: (seconds / HOUR).toFixed(1) })
  return (
    <Loaded query={useQuery(figuresQuery)}>
      {({ open, overdue, oldest, waiting_seconds, decided_seconds, blacklist, moderators }) => (
        <section aria-label={t('flag.figures')} className="grid gap-3 border-t border-line pt-4">
          <h2 className="text-base">{t('flag.figures')}</h2>
          <Facts>
            <Fact label={t('flag.open')}>
              {formatCount(open)} · {t('flag.overdue')} {formatCount(overdue)}
            </Fact>
            <Fact label={t('flag.oldest')}>
              <Moment at={oldest} age />
            </Fact>
            <Fact label={t('flag.waits')}>{hours(waiting_seconds)}</Fact>
            <Fact label={t('flag.takes')}>{hours(decided_seconds)}</Fact>
            {blacklist && (
              <Fact label={t('flag.blacklist')}>
                {t('flag.sites', { count: formatCount(blacklist.domains) })}
                {' · '}
                <Moment at={blacklist.read_at} age />
                {blacklist.fault !== null && (
                  <span className="block text-chili">{t('flag.listFault', { says: blacklist.fault })}</span>
                )}
              </Fact>
            )}
          </Facts>
          {moderators.length > 0 && (
            <ul className="grid gap-1 text-sm tabular-nums">
              {moderators.map(({ admin, decided, overruled, agreement }) => (
                <li key={admin} className="flex flex-wrap gap-x-3">
                  <Ident value={admin} />
                  <span>
                    {t('flag.agreement', {
                      decided: formatCount(decided),
                      overruled: formatCount(overruled),
                      percent: String(agreement),
                    })}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </Loaded>
  )
}
