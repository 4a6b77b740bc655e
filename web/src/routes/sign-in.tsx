import { takePlace } from '@talad/ui/browser/return-place'
import { Button, buttonClass } from '@talad/ui/components/button'
import { ShieldIcon } from '@talad/ui/components/icons'
import { PhoneIcon, WalletIcon } from '@talad/ui/components/more-icons'
import { Notice } from '@talad/ui/components/status'
import { startJoin } from '@talad/ui/session/join'
import { endStepUpWindow } from '@talad/ui/session/step-up'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { FromMainSite } from '../features/hand-over/components/from-main-site.tsx'
import { Agreement } from '../features/privacy/components/agreement.tsx'
import { OtherWays, useWayFault } from '../features/sign-in/components/other-ways.tsx'
import { PushForm } from '../features/sign-in/components/push-form.tsx'
import { PasskeyButton } from '../features/sign-in/passkey-button.tsx'
import { useLateText } from '../i18n/late.ts'
import { useSite } from '../market/reads/site.ts'

/** The ways in: the Join app, LINE, memberships, or a wallet of this browser. */
export default function SignInPage() {
  const router = useRouter()
  const { t } = useLateText()
  const { devMode, sandboxUrl } = useSite()
  const faultOf = useWayFault()
  // The person approves in this same tab and comes back to /auth/join (ID-13).
  const join = useMutation({ mutationFn: startJoin, onSuccess: (url) => window.location.assign(url) })
  return (
    <div className="page grid max-w-5xl gap-10 pt-14 md:grid-cols-2 md:items-center md:gap-16 md:pt-24">
      <title>{t('signIn.title')}</title>
      <div>
        <h1 className="title text-2xl md:text-3xl">{t('signIn.title')}</h1>
        <p className="mt-3 text-soft">{t('signIn.text')}</p>
        <p className="mt-6 flex items-start gap-3 text-sm text-soft">
          <ShieldIcon className="mt-0.5 text-leaf" />
          {t('signIn.safe')}
        </p>
      </div>
      <div className="grid gap-3 rounded-lg bg-surface p-5 shadow-card md:p-8">
        {join.isError && <Notice tone="bad">{faultOf(join.error, 'Join')}</Notice>}
        <Button size="large" busy={join.isPending || join.isSuccess} onClick={() => join.mutate()}>
          <PhoneIcon /> {t('signIn.join')}
        </Button>
        <p className="mb-3 text-balance text-center text-sm text-soft">{t('signIn.joinText')}</p>
        <PushForm onAsked={() => void router.navigate({ to: '/auth/join' })} />
        <OtherWays />
        <Link to="/auth/web3" className={buttonClass('quiet')}>
          <WalletIcon /> {t('signIn.wallet')}
        </Link>
        <p className="text-balance text-center text-sm text-soft">{t('signIn.walletFor')}</p>
        <PasskeyButton
          onSignedIn={() => {
            if (!endStepUpWindow()) router.history.push(takePlace())
          }}
        />
        <FromMainSite />
        <Agreement />
        {devMode && sandboxUrl && (
          <div className="mt-4">
            <Notice>
              {t('signIn.sandbox')}{' '}
              <a
                href={sandboxUrl}
                target="_blank"
                rel="noreferrer"
                className="inline-block font-semibold underline"
              >
                {t('signIn.openSandbox')}
              </a>
            </Notice>
          </div>
        )}
      </div>
    </div>
  )
}
