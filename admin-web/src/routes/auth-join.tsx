import { takePlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { Spinner } from '@talad/ui/components/spinner'
import { finishJoin } from '@talad/ui/session/join'
import { endStepUpWindow } from '@talad/ui/session/step-up'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../i18n/index.ts'
import { messageOf } from '../lib/refusal.ts'

const route = getRouteApi('/auth/join')

/** Where Join sends the person back to (ID-13). */
export default function AuthJoinPage() {
  const { t } = useText()
  const { sessionId } = route.useSearch()
  const router = useRouter()
  const { data: end, error } = useQuery({
    queryKey: ['join', sessionId],
    queryFn: ({ signal }) => finishJoin(sessionId, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (end !== 'approved') return
    if (!endStepUpWindow()) router.history.replace(takePlace())
  }, [end, router])
  const isOver = error !== null || (end !== undefined && end !== 'approved')
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-4 px-4 pt-20 text-center">
      <title>{t('signIn.title')}</title>
      {isOver ? (
        <>
          <h1 className="text-xl">{t('signIn.failed')}</h1>
          {error && <p className="text-soft">{messageOf(error)}</p>}
          <Link to="/login" search={{}} className={buttonClass()}>
            {t('signIn.again')}
          </Link>
        </>
      ) : (
        <div role="status" className="grid justify-items-center gap-4">
          <Spinner className="size-9 text-leaf" />
          <h1 className="text-lg">{t('signIn.waiting')}</h1>
        </div>
      )}
    </div>
  )
}
