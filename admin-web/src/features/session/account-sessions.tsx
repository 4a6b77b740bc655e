import { adminEndSessions, adminSessions } from '@talad/proto/http/identity/sessions'
import { call } from '@talad/ui/client/call'
import { Button } from '@talad/ui/components/button'
import { act } from '@talad/ui/session/step-up'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'

const SESSIONS = 'account-sessions'

const sessionsQuery = (account: string) => ({
  queryKey: [SESSIONS, account],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(adminSessions, { query: { account_id: account } }, { signal })).list,
})

/** What is to end: one session, or all of the account. */
type Asked = { sessionId: string | undefined; key: string }

/** ID-11: where somebody is signed in; support ends one or all, with a reason. */
export function AccountSessions({ account }: { account: string }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [asked, setAsked] = useState<Asked>()
  const ask = (sessionId?: string) => setAsked({ sessionId, key: crypto.randomUUID() })
  const mayEnd = can('session.end')
  const end = (note: string, { sessionId, key }: Asked) =>
    act(
      adminEndSessions,
      { body: { account_id: account, session_id: sessionId, note } },
      { idempotencyKey: key },
    )
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{t('session.title')}</h3>
      <Loaded query={useQuery(sessionsQuery(account))}>
        {(sessions) => (
          <>
            <ul className="divide-y divide-line">
              {sessions.map(({ _id, provider, device, site, last_seen }) => (
                <li key={_id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                  <span className="min-w-0 text-sm [overflow-wrap:anywhere]">
                    {[device ?? t('session.unknown'), provider, site]
                      .filter((part) => part !== null)
                      .join(' · ')}{' '}
                    <Moment at={last_seen} />
                  </span>
                  {mayEnd && (
                    <Button
                      size="small"
                      look="quiet"
                      aria-label={`${t('session.end')}: ${device ?? t('session.unknown')}`}
                      onClick={() => ask(_id)}
                    >
                      {t('session.end')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {sessions.length === 0 && <p className="text-sm text-soft">{t('session.none')}</p>}
            {mayEnd && sessions.length > 1 && (
              <div>
                <Button size="small" look="quiet" onClick={() => ask()}>
                  {t('session.endAll')}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {asked && (
        <DecisionDialog
          title={t(asked.sessionId === undefined ? 'session.endAll' : 'session.end')}
          isDestructive
          reason={reasonOf(adminEndSessions)}
          act={(note) => end(note, asked)}
          stale={[SESSIONS]}
          target={account}
          onClose={() => setAsked(undefined)}
        >
          <p className="text-sm text-soft">{t('session.endText')}</p>
        </DecisionDialog>
      )}
    </section>
  )
}
