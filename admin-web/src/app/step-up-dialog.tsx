import { Dialog } from '@talad/ui/components/dialog'
import { currentSession, onSession } from '@talad/ui/session/session'
import { endStepUp, useStepUp } from '@talad/ui/session/step-up'
import { useEffect } from 'react'
import { WaysIn } from '../features/sign-in/ways-in.tsx'
import { useText } from '../i18n/index.ts'

function accountNow(): string | undefined {
  const session = currentSession()
  return session.kind === 'user' ? session.accountId : undefined
}

function Window() {
  const { t } = useText()
  useEffect(() => {
    const asked = accountNow()
    // somebody else's sign-in must not finish what this person began
    return onSession((session) => {
      if (session.kind === 'user') endStepUp(session.accountId === asked)
    })
  }, [])
  return (
    <Dialog title={t('stepUp.title')} onClose={() => endStepUp(false)}>
      <div className="grid gap-5">
        <p className="text-soft">{t('stepUp.text')}</p>
        <WaysIn inWindow />
      </div>
    </Dialog>
  )
}

/** AW-14: asks for a fresh sign-in, after which the call that was refused goes on. */
export function StepUpDialog() {
  return useStepUp() ? <Window /> : null
}
