import { rememberPlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { Link } from '@tanstack/react-router'
import { SecurityLog } from '../features/security/components/security-log.tsx'
import { Sessions } from '../features/security/components/sessions.tsx'
import { useText } from '../i18n/index.ts'
import { useSecurityText } from '../i18n/security.ts'

/** Where somebody is signed in, and what happened to the ways into their account. */
export default function AccountSecurityPage() {
  const { t } = useSecurityText()
  const { t: word } = useText()
  const session = useSession()
  return (
    <div className="page grid max-w-3xl content-start gap-10 pt-10 *:min-w-0">
      <title>{t('security.title')}</title>
      <div>
        <Link
          to="/account"
          search={{}}
          className="inline-flex min-h-6 items-center font-semibold text-leaf hover:underline"
        >
          {word('nav.account')}
        </Link>
        <h1 className="title text-2xl md:text-3xl">{t('security.title')}</h1>
        <p className="mt-2 text-soft">{t('security.about')}</p>
      </div>
      {session.kind === 'visitor' && (
        <Empty title={word('account.signInFirst')}>
          <Link to="/sign-in" onClick={rememberPlace} className={buttonClass()}>
            {word('nav.signIn')}
          </Link>
        </Empty>
      )}
      {session.kind === 'starting' && <Skeleton className="h-96 rounded-lg" />}
      {session.kind === 'user' && (
        <>
          <section className="grid gap-3 *:min-w-0">
            <h2 className="text-xl">{t('sessions.title')}</h2>
            <Sessions account={session.accountId} />
          </section>
          <section className="grid gap-3 *:min-w-0">
            <h2 className="text-xl">{t('log.title')}</h2>
            <SecurityLog account={session.accountId} />
          </section>
        </>
      )}
    </div>
  )
}
