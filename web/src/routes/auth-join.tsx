import { finishJoin, pushDigits } from '@talad/ui/session/join'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useLateText } from '../i18n/late.ts'
import { SignInEnd } from './sign-in-end.tsx'

const route = getRouteApi('/auth/join')

/** Where the Join app sends the person back to: finishes the sign-in. */
export default function AuthJoinPage() {
  const { t } = useLateText()
  const { sessionId } = route.useSearch()
  const [digits] = useState(pushDigits)
  const { data: status, error } = useQuery({
    queryKey: ['join', sessionId],
    queryFn: ({ signal }) => finishJoin(sessionId, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const isOver = status !== undefined && status !== 'approved'
  const refused = isOver ? t(status === 'rejected' ? 'signIn.rejected' : 'signIn.expired') : undefined
  return (
    <SignInEnd
      isDone={status === 'approved'}
      refused={refused}
      error={error}
      waiting={t('signIn.waiting')}
      digits={digits}
    />
  )
}
