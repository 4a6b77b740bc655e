import { Button } from '@talad/ui/components/button'
import { ShieldIcon } from '@talad/ui/components/icons'
import { knowsPasskeys, PasskeyRefused, signInWithPasskey } from '@talad/ui/session/passkey'
import { useMutation } from '@tanstack/react-query'
import { useSecurityText } from '../../i18n/security.ts'
import { messageOf } from '../../market/refusals/rejection-texts.ts'

/** Signs in with a passkey of this device. */
export function PasskeyButton({ onSignedIn }: { onSignedIn?: () => void }) {
  const { t } = useSecurityText()
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: () => onSignedIn?.() })
  if (!knowsPasskeys()) return null
  const { error } = signIn
  return (
    <div className="grid gap-2">
      <Button look="quiet" busy={signIn.isPending} onClick={() => signIn.mutate()}>
        <ShieldIcon /> {t('passkey.signIn')}
      </Button>
      {error && (
        <p role="alert" className="text-sm text-chili">
          {error instanceof PasskeyRefused ? t('passkey.failed') : messageOf(error)}
        </p>
      )}
    </div>
  )
}
