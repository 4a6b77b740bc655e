import { takePlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { endStepUpWindow } from '@talad/ui/session/step-up'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Agreement } from '../features/privacy/components/agreement.tsx'
import { signInWith } from '../features/sign-in/api/web3.ts'
import { useLateText } from '../i18n/late.ts'
import { WalletChooser } from '../market/people/wallet-chooser.tsx'
import { useSite } from '../market/reads/site.ts'
import { messageOf } from '../market/refusals/rejection-texts.ts'
import { SignatureRefused } from '../market/trading/signer.ts'

/** Sign-in with a wallet that announces itself to the page (EIP-6963): it signs one message, and nothing else. */
export default function AuthWeb3Page() {
  const { t } = useLateText()
  const site = useSite()
  const router = useRouter()
  const signIn = useMutation({
    mutationFn: (walletId: string) => signInWith(site, walletId),
    onSuccess: () => {
      if (!endStepUpWindow()) router.history.push(takePlace())
    },
  })
  const error =
    signIn.error && (signIn.error instanceof SignatureRefused ? t('list.tryAgain') : messageOf(signIn.error))
  return (
    <div className="page max-w-md pt-10 md:pt-20">
      <title>{t('signIn.wallet')}</title>
      <h1 className="title text-2xl md:text-3xl">{t('signIn.wallet')}</h1>
      <p className="mt-2 text-soft">{t('signIn.walletText')}</p>
      <div className="mt-8 grid gap-3">
        {error && <Notice tone="bad">{error}</Notice>}
        <WalletChooser
          busy={signIn.isPending ? signIn.variables : undefined}
          onChoose={(walletId) => signIn.mutate(walletId)}
        />
        <Link to="/sign-in" className={buttonClass('plain', 'small')}>
          {t('signIn.otherWay')}
        </Link>
        <Agreement />
      </div>
    </div>
  )
}
