import { takePlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { Spinner } from '@talad/ui/components/spinner'
import { finishJoin, pushDigits } from '@talad/ui/session/join'
import { endStepUpWindow } from '@talad/ui/session/step-up'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useLateText } from '../i18n/late.ts'
import { messageOf } from '../market/refusals/rejection-texts.ts'

const route = getRouteApi('/auth/join')

/** Where the Join app sends the person back to: finishes the sign-in, and goes on to where they were. */
export default function AuthJoinPage() {
  const { t } = useLateText()
  const { sessionId } = route.useSearch()
  const router = useRouter()
  const [digits] = useState(pushDigits)
  const end = useQuery({
    queryKey: ['join', sessionId],
    queryFn: ({ signal }) => finishJoin(sessionId, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (end.data === 'approved' && !endStepUpWindow()) router.history.replace(takePlace())
  }, [end.data, router])

  const isOver = end.isError || (end.data !== undefined && end.data !== 'approved')
  return (
    <div className="page grid max-w-md justify-items-center gap-4 pt-20 text-center">
      <title>{t('signIn.title')}</title>
      {isOver ? (
        <>
          <h1 className="text-xl">{t('signIn.failed')}</h1>
          <p className="text-soft">
            {end.isError
              ? messageOf(end.error)
              : end.data === 'rejected'
                ? t('signIn.rejected')
                : t('signIn.expired')}
          </p>
          <Link to="/sign-in" className={buttonClass()}>
            {t('signIn.again')}
          </Link>
        </>
      ) : (
        <div role="status" className="grid justify-items-center gap-4">
          <Spinner className="size-9 text-leaf" />
          <h1 className="text-lg font-semibold">{t('signIn.waiting')}</h1>
          {digits !== undefined && (
            <>
              <p className="text-balance text-soft">{t('signIn.digits')}</p>
              <p className="title text-4xl tracking-widest tabular-nums">{digits}</p>
              <p className="text-balance text-sm text-soft">{t('signIn.digitsOnly')}</p>
            </>
          )}
        </div>
      )}
    </div>
  )
}
