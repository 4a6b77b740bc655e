import { Passkeys } from '../features/security/components/passkeys.tsx'
import { SecurityLog } from '../features/security/components/security-log.tsx'
import { Sessions } from '../features/security/components/sessions.tsx'
import { useSecurityText } from '../i18n/security.ts'
import { OwnPage } from './own-page.tsx'

/** Where somebody is signed in, and what happened to the ways into their account. */
export default function AccountSecurityPage() {
  const { t } = useSecurityText()
  return (
    <OwnPage title={t('security.title')} about={t('security.about')}>
      {({ accountId }) => (
        <>
          <section className="grid gap-3 *:min-w-0">
            <h2 className="text-xl">{t('sessions.title')}</h2>
            <Sessions account={accountId} />
          </section>
          <section className="grid gap-3 *:min-w-0">
            <h2 className="text-xl">{t('passkey.title')}</h2>
            <Passkeys account={accountId} />
          </section>
          <section className="grid gap-3 *:min-w-0">
            <h2 className="text-xl">{t('log.title')}</h2>
            <SecurityLog account={accountId} />
          </section>
        </>
      )}
    </OwnPage>
  )
}
