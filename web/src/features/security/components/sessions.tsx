import type { SessionInList } from '@talad/proto/http/identity/sessions'
import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { Badge, Skeleton } from '@talad/ui/components/status'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { useQuery } from '@tanstack/react-query'
import { useSecurityText } from '../../../i18n/security.ts'
import { useWayName } from '../../../market/people/way-name.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { sessionsQuery, useEndSession } from '../api/sessions.ts'

type RowProps = { session: SessionInList; busy: boolean; onEnd: () => void }

function Row({ session, busy, onEnd }: RowProps) {
  const { t } = useSecurityText()
  const nameOf = useWayName()
  const device = session.device ?? t('sessions.unknown')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {device} {session.current && <Badge tone="good">{t('sessions.current')}</Badge>}
        </p>
        <p className="wrap-anywhere text-sm text-soft">
          {[nameOf(session.provider), session.site].filter((part) => part !== null).join(' · ')}
        </p>
        <p className="text-sm text-soft">
          {t('sessions.seen', { time: formatDayAndTime(session.last_seen) })}
        </p>
      </div>
      {!session.current && (
        <Button
          look="quiet"
          size="small"
          busy={busy}
          aria-label={t('sessions.endOf', { device })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

/** ID-11: where somebody is signed in, and how to end it. */
export function Sessions({ account }: { account: string }) {
  const { t } = useSecurityText()
  const sessions = useQuery(sessionsQuery(account))
  const end = useEndSession()
  if (sessions.isPending) return <Skeleton className="h-48 w-full rounded-lg" />
  if (sessions.isError) return <LoadError error={sessions.error} retry={() => void sessions.refetch()} />
  const onEnd = (id?: string) => end.mutate(id, { onSuccess: () => void say(t('sessions.ended'), 'success') })
  return (
    <div className="grid justify-items-start gap-4">
      <ul
        aria-label={t('sessions.title')}
        className="w-full divide-y divide-line rounded-lg bg-surface px-5 shadow-card"
      >
        {sessions.data.map((session) => (
          <Row
            key={session._id}
            session={session}
            busy={end.isPending && end.variables === session._id}
            onEnd={() => onEnd(session._id)}
          />
        ))}
      </ul>
      {end.error && (
        <p role="alert" className="text-sm text-chili">
          {messageOf(end.error)}
        </p>
      )}
      {sessions.data.length > 1 && (
        <Button look="quiet" busy={end.isPending && end.variables === undefined} onClick={() => onEnd()}>
          {t('sessions.endOthers')}
        </Button>
      )}
    </div>
  )
}
