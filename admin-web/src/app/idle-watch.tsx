import { rememberPlace } from '@talad/ui/browser/return-place'
import { Button } from '@talad/ui/components/button'
import { Countdown } from '@talad/ui/components/countdown'
import { Dialog } from '@talad/ui/components/dialog'
import { signOut } from '@talad/ui/session/sign-out'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../i18n/index.ts'
import { noteHere, useIdle } from './use-idle.ts'

/** AW-14: asks whether somebody is still there, and signs out when nobody answers. */
export function IdleWatch() {
  const { t } = useText()
  const navigate = useNavigate()
  const { idle, endsAt } = useIdle()
  useEffect(() => {
    if (idle !== 'over') return
    rememberPlace()
    void signOut().then(() => navigate({ to: '/login', search: { ended: '1' } }))
  }, [idle, navigate])
  if (idle !== 'warning') return null
  return (
    <Dialog title={t('idle.title')} onClose={noteHere}>
      <div className="grid gap-5">
        <p>
          {t('idle.text')} <Countdown until={new Date(endsAt).toISOString()} />
        </p>
        <Button onClick={noteHere}>{t('idle.stay')}</Button>
      </div>
    </Dialog>
  )
}
