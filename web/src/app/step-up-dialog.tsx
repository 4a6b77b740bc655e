import { rememberPlace } from '@talad/ui/browser/return-place'
import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { currentSession, onSession } from '@talad/ui/session/session'
import { endStepUp, SIGN_IN_WINDOW, waysToStepUp } from '@talad/ui/session/step-up'
import { useEffect } from 'react'
import { useSecurityText } from '../i18n/security.ts'
import { useWayName } from '../market/people/way-name.ts'

function accountNow(): string | undefined {
  const session = currentSession()
  return session.kind === 'user' ? session.accountId : undefined
}

/** In a window of its own, so that nothing that was typed is lost; where there can be none, in place of this page. */
function openSignIn(): void {
  if (window.open('/sign-in', SIGN_IN_WINDOW, 'popup,width=480,height=760')) return
  rememberPlace()
  window.location.assign('/sign-in')
}

/** ID-29: asks for a fresh sign-in, after which the call that was refused goes on by itself. */
export default function StepUpDialog() {
  const { t } = useSecurityText()
  const nameOf = useWayName()
  useEffect(() => {
    const asked = accountNow()
    // somebody else's sign-in must not finish what this person began
    return onSession((session) => {
      if (session.kind === 'user') endStepUp(session.accountId === asked)
    })
  }, [])
  const ways = waysToStepUp()
  return (
    <Dialog title={t('stepUp.title')} onClose={() => endStepUp(false)}>
      <div className="grid gap-5">
        <p className="text-soft">{t('stepUp.text')}</p>
        {ways.length > 0 && (
          <p className="text-sm">{t('stepUp.ways', { ways: ways.map(nameOf).join(', ') })}</p>
        )}
        <Button onClick={openSignIn}>{t('stepUp.again')}</Button>
      </div>
    </Dialog>
  )
}
