import type { SecurityKind } from '@talad/proto/http/identity/sessions'
import { More } from '@talad/ui/components/more'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSecurityText } from '../../../i18n/security.ts'
import type { thSecurity } from '../../../i18n/th-security.ts'
import { useWayName } from '../../../market/people/way-name.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { securityLogQuery } from '../api/sessions.ts'

const texts: Readonly<Record<SecurityKind, keyof typeof thSecurity>> = {
  signed_in: 'log.signedIn',
  signed_out: 'log.signedOut',
  session_ended: 'log.sessionEnded',
  others_ended: 'log.othersEnded',
  admin_ended: 'log.adminEnded',
  token_reused: 'log.tokenReused',
  way_added: 'log.wayAdded',
  way_removed: 'log.wayRemoved',
  passkey_added: 'log.passkeyAdded',
  passkey_removed: 'log.passkeyRemoved',
  push_refused: 'log.pushRefused',
}

/** What happened to the ways into an account, the newest first. */
export function SecurityLog({ account }: { account: string }) {
  const { t } = useSecurityText()
  const nameOf = useWayName()
  const log = useInfiniteQuery(securityLogQuery(account))
  if (log.isPending) return <Skeleton className="h-48 w-full rounded-lg" />
  if (log.isError) return <LoadError error={log.error} retry={() => void log.refetch()} />
  const entries = log.data.pages.flatMap(({ list }) => list)
  if (entries.length === 0) return <Empty title={t('log.none')} />
  return (
    <div className="grid gap-4">
      <ul aria-label={t('log.title')} className="divide-y divide-line rounded-lg bg-surface px-5 shadow-card">
        {entries.map(({ _id, kind, at, provider, device, site }) => (
          <li key={_id} className="py-3">
            <p className="font-semibold">{t(texts[kind])}</p>
            <p className="wrap-anywhere text-sm text-soft">
              {[formatDayAndTime(at), provider && nameOf(provider), device, site]
                .filter((part) => part !== null)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      <More pages={log} />
    </div>
  )
}
