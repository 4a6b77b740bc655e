import { takePlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { Spinner } from '@talad/ui/components/spinner'
import { endStepUpWindow } from '@talad/ui/session/step-up'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { finishWay } from '../features/sign-in/api/ways.ts'
import { useLateText } from '../i18n/late.ts'
import { bringRefusals, messageOf, textOfCode } from '../market/refusals/rejection-texts.ts'

/** Where LINE or a membership sends the person back to: finishes the sign-in, and goes on to where they were. */
export default function AuthBackPage() {
  const { t } = useLateText()
  const router = useRouter()
  const end = useQuery({
    queryKey: ['way-back'],
    queryFn: async () => {
      const code = await finishWay()
      if (code !== undefined) await bringRefusals()
      return code ?? null
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (end.data === null && !endStepUpWindow()) router.history.replace(takePlace())
  }, [end.data, router])

  const isOver = end.isError || typeof end.data === 'string'
  return (
    <div className="page grid max-w-md justify-items-center gap-4 pt-20 text-center">
      <title>{t('signIn.title')}</title>
      {isOver ? (
        <>
          <h1 className="text-xl">{t('signIn.failed')}</h1>
          <p className="text-soft">
            {end.isError ? messageOf(end.error) : (textOfCode(end.data ?? '') ?? t('signIn.expired'))}
          </p>
          <Link to="/sign-in" className={buttonClass()}>
            {t('signIn.again')}
          </Link>
        </>
      ) : (
        <div role="status" className="grid justify-items-center gap-4">
          <Spinner className="size-9 text-leaf" />
          <h1 className="text-lg font-semibold">{t('signIn.finishing')}</h1>
        </div>
      )}
    </div>
  )
}
