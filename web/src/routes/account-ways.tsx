import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { WayProof } from '../features/wallets/api/ways.ts'
import { AddWay } from '../features/wallets/components/add-way.tsx'
import { Ways } from '../features/wallets/components/ways.tsx'
import { useWaysText } from '../i18n/ways.ts'
import { OwnPage } from './own-page.tsx'

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
  const { proof, error } = useArrived()
  return (
    <OwnPage title={t('ways.title')} about={t('ways.about')}>
      {({ accountId, isCustomer }) => (
        <>
          <Ways account={accountId} />
          <AddWay account={accountId} isCustomer={isCustomer} arrived={proof} error={error} />
        </>
      )}
    </OwnPage>
  )
}
