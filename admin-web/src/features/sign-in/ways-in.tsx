import { FetchError, ResponseError } from '@talad/proto/http/client'
import { Button } from '@talad/ui/components/button'
import { ShieldIcon } from '@talad/ui/components/icons'
import { PhoneIcon } from '@talad/ui/components/more-icons'
import { Notice } from '@talad/ui/components/status'
import { startJoin } from '@talad/ui/session/join'
import { knowsPasskeys, PasskeyRefused, signInWithPasskey } from '@talad/ui/session/passkey'
import { endStepUpWindow, SIGN_IN_WINDOW } from '@talad/ui/session/step-up'
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { messageOf } from '../../lib/refusal.ts'
import { useSite } from '../../lib/site.ts'
import { signInWithWallet, useWallets, type Wallet } from './wallet.ts'

async function openWindow(): Promise<void> {
  window.open('/login?again=1', SIGN_IN_WINDOW, 'popup,width=480,height=720')
}

/** What the site has said, or the line; the rest is a wallet's. */
const isRefusal = (error: unknown) => error instanceof ResponseError || error instanceof FetchError

/**
 * How people sign in: staff as users do, with Join; people of a project also with a wallet.
 * @param inWindow for a dialog: in a window of its own, so that nothing on this page is lost
 */
export function WaysIn({ inWindow = false }: { inWindow?: boolean }) {
  const { t } = useText()
  const site = useSite()
  const join = useMutation({
    mutationFn: async () => (inWindow ? openWindow() : window.location.assign(await startJoin())),
  })
  const wallets = useWallets()
  const wallet = useMutation({
    mutationFn: async (one: Wallet) => (inWindow ? openWindow() : signInWithWallet(one)),
    onSuccess: () => void endStepUpWindow(),
  })
  const passkey = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: () => void endStepUpWindow(),
  })
  const error = join.error ?? wallet.error ?? passkey.error
  return (
    <div className="grid grid-cols-1 gap-4">
      {error && (
        <div role="alert">
          <Notice tone="bad">
            {error instanceof PasskeyRefused
              ? t('signIn.passkeyFailed')
              : isRefusal(error)
                ? messageOf(error)
                : t('signIn.walletFailed')}
          </Notice>
        </div>
      )}
      <Button busy={join.isPending} onClick={() => join.mutate()}>
        <PhoneIcon /> {t('signIn.join')}
      </Button>
      {knowsPasskeys() && (
        <Button look="quiet" busy={passkey.isPending} onClick={() => passkey.mutate()}>
          <ShieldIcon /> {t('signIn.passkey')}
        </Button>
      )}
      {wallets.map((one) => (
        <Button key={one.id} look="quiet" busy={wallet.isPending} onClick={() => wallet.mutate(one)}>
          {t('signIn.wallet', { name: one.name })}
        </Button>
      ))}
      {wallets.length > 0 && <p className="text-sm text-soft">{t('signIn.walletText')}</p>}
      {site?.devMode && site.sandboxUrl && <Notice>{t('signIn.sandbox')}</Notice>}
    </div>
  )
}
