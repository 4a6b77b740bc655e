import { rememberPlace } from '@talad/ui/browser/return-place'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { Link } from '@tanstack/react-router'
import { type TextKey, useText } from '../i18n/index.ts'
import { KycNotice } from '../market/people/kyc-notice.tsx'
import type { Viewer } from '../market/people/viewer.ts'
import type { Closed, NextStep } from '../market/refusals/next-step.ts'

const closedTexts: Record<Closed, TextKey> = {
  own_order: 'closed.ownOrder',
  suspended: 'closed.suspended',
  owner_changed: 'closed.ownerChanged',
  expired: 'closed.expired',
  inactive: 'closed.inactive',
  offers_disabled: 'closed.offersDisabled',
  reserved: 'reserved.busy',
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
        <Link
          data-tap="next-step"
          to="/sign-in"
          onClick={rememberPlace}
          className={`${buttonClass(look)} w-full`}
        >
          {signInText}
        </Link>
      )
    case 'switch-wallet':
      return (
        <div className="grid gap-3">
          <Notice>{viewer.isCustomer ? t('panel.switchWallet') : t('account.noCustomer')}</Notice>
          {viewer.isCustomer ? (
            <Link to="/sign-in" onClick={rememberPlace} className={buttonClass(look)}>
              {t('signIn.join')}
            </Link>
          ) : (
            <Link to="/account/ways" search={{}} className={buttonClass(look)}>
              {t('account.addJoin')}
            </Link>
          )}
        </div>
      )
    case 'kyc':
      return <KycNotice level={viewer.kycLevel} />
    case 'closed':
      return (
        <Button look={look} disabled className="w-full">
          {t(closedTexts[step.reason])}
        </Button>
      )
    case 'assessment':
    case 'approve':
    case 'go':
      return (
        <Button data-tap="next-step" look={look} onClick={onGo} className="w-full">
          {goText}
        </Button>
      )
  }
}

/** What the call behind the button will ask for first: it stands below the button, also while that is drawn as a bar. */
export function NextStepNote({ step: { kind } }: { step: NextStep }) {
  const { t } = useText()
  if (kind !== 'assessment' && kind !== 'approve') return null
  return <p className="text-sm text-soft">{t(kind === 'approve' ? 'panel.approve' : 'panel.assessment')}</p>
}
