import { rememberPlace } from '@talad/ui/browser/return-place'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type TextKey, useText } from '../i18n/index.ts'
import type { Closed, NextStep } from '../lib/next-step.ts'
import { readProfileAgain } from '../lib/profile.ts'
import { useSite } from '../lib/site.ts'
import type { Viewer } from '../lib/viewer.ts'

const closedTexts: Record<Closed, TextKey> = {
  own_order: 'closed.ownOrder',
  suspended: 'closed.suspended',
  owner_changed: 'closed.ownerChanged',
  expired: 'closed.expired',
  inactive: 'closed.inactive',
  offers_disabled: 'closed.offersDisabled',
  reserved: 'reserved.busy',
}

const levels: readonly TextKey[] = ['kyc.none', 'kyc.bronze', 'kyc.silver', 'kyc.gold']
const NEEDED_LEVEL: TextKey = 'kyc.silver'

/** WB-20: the level, the level that is needed, and the way there; the profile is read again once before. */
function KycNotice({ level }: { level: number }) {
  const { t } = useText()
  const { sandboxUrl } = useSite()
  const { mutate, isPending, isIdle } = useMutation({ mutationFn: readProfileAgain })
  useEffect(() => mutate(), [mutate])
  if (isIdle || isPending) return <Button busy>{t('kyc.checking')}</Button>
  return (
    <Notice>
      <p className="font-semibold">{t('kyc.title')}</p>
      <p>{t('kyc.text', { level: t(levels[level] ?? 'kyc.none'), needed: t(NEEDED_LEVEL) })}</p>
      <p className="mt-2 flex flex-wrap gap-4 font-semibold">
        {sandboxUrl && (
          <a href={sandboxUrl} target="_blank" rel="noreferrer" className="underline underline-offset-4">
            {t('kyc.upgrade')}
          </a>
        )}
        <button type="button" onClick={() => mutate()} className="underline underline-offset-4">
          {t('kyc.again')}
        </button>
      </p>
    </Notice>
  )
}

type Props = {
  step: NextStep
  viewer: Viewer
  goText: string
  signInText: string
  look?: 'primary' | 'quiet'
  onGo: () => void
}

/** One button, or the one thing that stands before it (WB-8). */
export function NextStepButton({ step, viewer, goText, signInText, look = 'primary', onGo }: Props) {
  const { t } = useText()
  switch (step.kind) {
    case 'sign-in':
      return (
        <Link to="/sign-in" onClick={rememberPlace} className={`${buttonClass(look)} w-full`}>
          {signInText}
        </Link>
      )
    case 'switch-wallet':
      return (
        <div className="grid gap-3">
          <Notice>{viewer.isCustomer ? t('panel.switchWallet') : t('account.noCustomer')}</Notice>
          <Link to="/sign-in" onClick={rememberPlace} className={buttonClass(look)}>
            {t('signIn.join')}
          </Link>
        </div>
      )
    case 'kyc':
      return <KycNotice level={viewer.kycLevel} />
    case 'assessment':
      return <Notice>{t('panel.assessment')}</Notice>
    case 'closed':
      return (
        <Button look={look} disabled className="w-full">
          {t(closedTexts[step.reason])}
        </Button>
      )
    case 'approve':
    case 'go':
      return (
        <Button look={look} onClick={onGo} className="w-full">
          {goText}
        </Button>
      )
  }
}
