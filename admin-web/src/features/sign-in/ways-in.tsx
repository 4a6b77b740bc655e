import { Button } from '@talad/ui/components/button'
import { PhoneIcon } from '@talad/ui/components/icons'
import { Notice } from '@talad/ui/components/status'
import { startJoin } from '@talad/ui/session/join'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useText } from '../../i18n/index.ts'
import { messageOf } from '../../lib/refusal.ts'
import { useSite } from '../../lib/site.ts'
import { signInAsMadeUp } from './dev-sign-in.ts'

type Props = {
  /** for a dialog: Join is opened in a window of its own, so that nothing on this page is lost */
  inWindow?: boolean
  onSignedIn?: () => void
}

/** How admins sign in: as users do; in development also as somebody made up. */
export function WaysIn({ inWindow = false, onSignedIn }: Props) {
  const { t } = useText()
  const devMode = useSite()?.devMode ?? false
  const join = useMutation({
    mutationFn: async () => {
      if (inWindow) window.open('/login?again=1', 'talad-sign-in', 'popup,width=480,height=720')
      else window.location.assign(await startJoin())
    },
  })
  const madeUp = useMutation({ mutationFn: signInAsMadeUp, onSuccess: () => onSignedIn?.() })
  const error = join.error ?? madeUp.error
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    madeUp.mutate(String(new FormData(event.currentTarget).get('user') ?? ''))
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Button busy={join.isPending} onClick={() => join.mutate()}>
        <PhoneIcon /> {t('signIn.join')}
      </Button>
      {devMode && (
        <form
          onSubmit={submit}
          className="grid grid-cols-1 gap-2 rounded-md border border-dashed border-line p-4"
        >
          <label htmlFor="made-up" className="text-sm text-soft">
            {t('signIn.madeUp')}
          </label>
          <div className="flex gap-2">
            <input
              id="made-up"
              name="user"
              required
              pattern="[a-z0-9\-]{1,40}"
              autoComplete="off"
              defaultValue="admin"
              className="h-12 min-w-0 flex-1 rounded-md border border-line bg-surface px-4"
            />
            <Button type="submit" look="quiet" busy={madeUp.isPending}>
              {t('signIn.go')}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
