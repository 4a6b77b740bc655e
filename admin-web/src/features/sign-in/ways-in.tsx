import { Button } from '@talad/ui/components/button'
import { PhoneIcon } from '@talad/ui/components/icons'
import { Notice } from '@talad/ui/components/status'
import { startJoin } from '@talad/ui/session/join'
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { messageOf } from '../../lib/refusal.ts'
import { useSite } from '../../lib/site.ts'

/** The window in which somebody signs in once more, by which it knows itself. */
export const SIGN_IN_WINDOW = 'talad-sign-in'

async function openWindow(): Promise<void> {
  window.open('/login?again=1', SIGN_IN_WINDOW, 'popup,width=480,height=720')
}

/**
 * How admins sign in: as users do, with Join.
 * @param inWindow for a dialog: in a window of its own, so that nothing on this page is lost
 */
export function WaysIn({ inWindow = false }: { inWindow?: boolean }) {
  const { t } = useText()
  const site = useSite()
  const join = useMutation({
    mutationFn: async () => (inWindow ? openWindow() : window.location.assign(await startJoin())),
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      {join.error && <Notice tone="bad">{messageOf(join.error)}</Notice>}
      <Button busy={join.isPending} onClick={() => join.mutate()}>
        <PhoneIcon /> {t('signIn.join')}
      </Button>
      {site?.devMode && site.sandboxUrl && <Notice>{t('signIn.sandbox')}</Notice>}
    </div>
  )
}
