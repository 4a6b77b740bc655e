import { ResponseError } from '@talad/proto/http/client'
import { Button } from '@talad/ui/components/button'
import { useLanguage } from '@talad/ui/i18n/language'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLateText } from '../../../i18n/late.ts'
import { waysQuery } from '../../../market/reads/ways.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { startWay } from '../api/ways.ts'

/** Why a way in could not be begun: whom to wait for, where its provider is away. */
export function useWayFault(): (error: unknown, name: string) => string {
  const { t } = useLateText()
  return (error, name) =>
    error instanceof ResponseError && error.code === 'unavailable'
      ? t('signIn.away', { name })
      : messageOf(error)
}

/** One way: where its provider is away, it says so, and the others are there as before. */
function Way({ way, name, label }: { way: string; name: string; label: string }) {
  const faultOf = useWayFault()
  const start = useMutation({
    mutationFn: () => startWay(way),
    onSuccess: (url) => window.location.assign(url),
  })
  return (
    <div className="grid gap-1">
      <Button look="quiet" busy={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
        {label}
      </Button>
      {start.isError && (
        <p role="alert" className="text-balance text-center text-sm text-chili">
          {faultOf(start.error, name)}
        </p>
      )}
    </div>
  )
}

/** LINE and memberships, as far as they are there. */
export function OtherWays() {
  const { t } = useLateText()
  const language = useLanguage()
  const { data } = useQuery(waysQuery)
  if (!data) return null
  return (
    <>
      {data.line && <Way way="line" name="LINE" label={t('signIn.line')} />}
      {data.memberships.map(({ provider, ...names }) => (
        <Way
          key={provider}
          way={provider}
          name={names[language]}
          label={t('signIn.membership', { name: names[language] })}
        />
      ))}
    </>
  )
}
