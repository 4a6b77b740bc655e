import { useQuery } from '@tanstack/react-query'
import { finishWay } from '../features/sign-in/api/ways.ts'
import { useLateText } from '../i18n/late.ts'
import { bringRefusals, textOfCode } from '../market/refusals/rejection-texts.ts'
import { SignInEnd } from './sign-in-end.tsx'

/** Where LINE or a membership sends the person back to: finishes the sign-in. */
export default function AuthBackPage() {
  const { t } = useLateText()
  const { data: code, error } = useQuery({
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
  const refused = typeof code === 'string' ? (textOfCode(code) ?? t('signIn.expired')) : undefined
  return <SignInEnd isDone={code === null} refused={refused} error={error} waiting={t('signIn.finishing')} />
}
