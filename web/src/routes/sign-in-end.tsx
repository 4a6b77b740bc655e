import { takePlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { Spinner } from '@talad/ui/components/spinner'
import { endStepUpWindow } from '@talad/ui/session/step-up'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLateText } from '../i18n/late.ts'
import { messageOf } from '../market/refusals/rejection-texts.ts'

type Props = {
  /** signed in: the person goes on to where they were */
  isDone: boolean
  /** why it came to nothing, where it did */
  refused: string | undefined
  error: Error | null
  /** what is waited for */
  waiting: string
  /** what the phone asks for (ID-13) */
  digits?: string | undefined
}

/** How a sign-in ends that went by another page: on to where the person was, or why not. */
export function SignInEnd({ isDone, refused, error, waiting, digits }: Props) {
  const { t } = useLateText()
  const router = useRouter()
  useEffect(() => {
    if (isDone && !endStepUpWindow()) router.history.replace(takePlace())
  }, [isDone, router])
  const fault = error ? messageOf(error) : refused
  return (
    <div className="page grid max-w-md justify-items-center gap-4 pt-20 text-center">
      <title>{t('signIn.title')}</title>
      {fault === undefined ? (
        <div role="status" className="grid justify-items-center gap-4">
          <Spinner className="size-9 text-leaf" />
          <h1 className="text-lg font-semibold">{waiting}</h1>
          {digits !== undefined && (
            <>
              <p className="text-balance text-soft">{t('signIn.digits')}</p>
              <p className="title text-4xl tracking-widest tabular-nums">{digits}</p>
              <p className="text-balance text-sm text-soft">{t('signIn.digitsOnly')}</p>
            </>
          )}
        </div>
      ) : (
        <>
          <h1 className="text-xl">{t('signIn.failed')}</h1>
          <p role="alert" className="text-soft">
            {fault}
          </p>
          <Link to="/sign-in" className={buttonClass()}>
            {t('signIn.again')}
          </Link>
        </>
      )}
    </div>
  )
}
