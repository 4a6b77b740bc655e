import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { Notice, Skeleton } from '@talad/ui/components/status'
import { shortAddress } from '@talad/ui/format/address'
import { useMutation, useQuery } from '@tanstack/react-query'
import { goOnAs, ownerOf } from '../features/sign-in/api/arrived.ts'
import { usePrivacyText } from '../i18n/privacy.ts'
import { personName } from '../market/people/person-name.ts'
import { messageOf } from '../market/refusals/rejection-texts.ts'

/** Asks before a link signs somebody in: who made it may have meant them to act as somebody else (ID-8). */
export default function ContinueAs({ token, onEnd }: { token: string; onEnd: () => void }) {
  const { t, language } = usePrivacyText()
  const owner = useQuery({
    queryKey: ['arrived', token.length],
    queryFn: ({ signal }) => ownerOf(token, signal),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const goOn = useMutation({ mutationFn: () => goOnAs(token), onSuccess: onEnd })
  const name =
    owner.data && (personName(owner.data, language) ?? shortAddress(owner.data.wallets[0]?.address ?? ''))
  const error = owner.error ?? goOn.error
  return (
    <Dialog title={t('arrived.title')} onClose={onEnd}>
      <div className="grid gap-5">
        {error ? (
          <Notice tone="bad">
            <p role="alert">{messageOf(error)}</p>
          </Notice>
        ) : owner.isPending ? (
          <Skeleton className="h-12 rounded-md" />
        ) : (
          <p>{t('arrived.text', { name: name ?? '' })}</p>
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button look="quiet" onClick={onEnd}>
            {t('arrived.no')}
          </Button>
          <Button busy={goOn.isPending} disabled={!owner.data} onClick={() => goOn.mutate()}>
            {t('arrived.yes')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
