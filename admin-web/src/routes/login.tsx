import { takePlace } from '@talad/ui/browser/return-place'
import { Mark, ShieldIcon } from '@talad/ui/components/icons'
import { Notice } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { noteStepUpWindow } from '@talad/ui/session/step-up'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { JOIN_AT_ONCE, WaysIn } from '../features/sign-in/ways-in.tsx'
import { useText } from '../i18n/index.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'

const route = getRouteApi('/login')

/** The way in; in a window of its own (`again`) it closes itself when the person has signed in once more. */
export default function LoginPage() {
  const { t } = useText()
  const { ended, again } = route.useSearch()
  const session = useSession()
  const router = useRouter()
  useEffect(() => {
    if (again !== undefined) noteStepUpWindow()
  }, [again])
  useEffect(() => {
    if (session.kind === 'user' && again === undefined) router.history.replace(takePlace())
  }, [session.kind, again, router])
  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-1 gap-6 px-4 py-12 md:py-20">
      <title>{t('signIn.title')}</title>
      <div className="grid justify-items-start gap-4">
        <Mark className="size-12" />
        <h1 className="title text-2xl">{t('signIn.title')}</h1>
        <p className="flex items-start gap-3 text-sm text-soft">
          <ShieldIcon className="mt-0.5 text-leaf" /> {t('signIn.text')}
        </p>
      </div>
      {ended && again === undefined && <Notice>{t('signIn.ended')}</Notice>}
      <div className="rounded-lg bg-surface p-5 shadow-card">
        <WaysIn begin={again === JOIN_AT_ONCE} />
      </div>
      <LanguageSwitch />
    </div>
  )
}
