import { rememberPlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { WayProof } from '../features/wallets/api/ways.ts'
import { AddWay } from '../features/wallets/components/add-way.tsx'
import { Ways } from '../features/wallets/components/ways.tsx'
import { useText } from '../i18n/index.ts'
import { useWaysText } from '../i18n/ways.ts'

const route = getRouteApi('/account/ways')

/** What a provider has sent the person back with; it counts once, so that the address keeps none of it. */
function useArrived(): { proof: WayProof | undefined; error: string | undefined } {
  const { sessionId } = route.useSearch()
  const navigate = route.useNavigate()
  const [arrived] = useState(() => {
    const answer = new URLSearchParams(window.location.hash.slice(1))
    const handle = answer.get('proof')
    const byHandle = handle === null ? undefined : ({ provider: 'handle', handle } as const)
    const byJoin = sessionId === undefined ? undefined : ({ provider: 'join', sessionId } as const)
    return { proof: byHandle ?? byJoin, error: answer.get('error') ?? undefined }
  })
  const isThere = arrived.proof !== undefined || arrived.error !== undefined
  useEffect(() => {
    if (isThere) void navigate({ search: {}, hash: '', replace: true })
  }, [isThere, navigate])
  return arrived
}

/** By what somebody signs in: what there is, one more, one less, and two accounts that become one. */
export default function AccountWaysPage() {
  const { t } = useWaysText()
  const { t: word } = useText()
  const session = useSession()
  const { proof, error } = useArrived()
  return (
    <div className="page grid max-w-3xl content-start gap-10 pt-10 *:min-w-0">
      <title>{t('ways.title')}</title>
      <div>
        <Link
          to="/account"
          search={{}}
          className="inline-flex min-h-6 items-center font-semibold text-leaf hover:underline"
        >
          {word('nav.account')}
        </Link>
        <h1 className="title text-2xl md:text-3xl">{t('ways.title')}</h1>
        <p className="mt-2 text-soft">{t('ways.about')}</p>
      </div>
      {session.kind === 'visitor' && (
        <Empty title={word('account.signInFirst')}>
          <Link to="/sign-in" onClick={rememberPlace} className={buttonClass()}>
            {word('nav.signIn')}
          </Link>
        </Empty>
      )}
      {session.kind === 'starting' && <Skeleton className="h-96 rounded-lg" />}
      {session.kind === 'user' && (
        <>
          <Ways account={session.accountId} />
          <AddWay isCustomer={session.isCustomer} arrived={proof} error={error} />
        </>
      )}
    </div>
  )
}
