import { rememberPlace } from '@talad/ui/browser/return-place'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Empty, Notice, Skeleton } from '@talad/ui/components/status'
import { shortAddress } from '@talad/ui/format/address'
import { useSession } from '@talad/ui/session/session'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { agree, handOverQuery } from '../features/hand-over/api/hand-over.ts'
import { usePrivacyText } from '../i18n/privacy.ts'
import { personName } from '../market/people/person-name.ts'
import { useProfile } from '../market/people/profile.ts'
import { messageOf } from '../market/refusals/rejection-texts.ts'

const route = getRouteApi('/auth/hand-over')

function Ask({ sessionId }: { sessionId: string }) {
  const { t, language } = usePrivacyText()
  const asked = useQuery(handOverQuery(sessionId))
  const profile = useProfile()
  const go = useMutation({ mutationFn: () => agree(sessionId) })
  const error = asked.error ?? profile.error ?? go.error
  if (error) {
    return (
      <Notice tone="bad">
        <p role="alert">{messageOf(error)}</p>
      </Notice>
    )
  }
  if (!asked.data || !profile.data) return <Skeleton className="h-48 rounded-lg" />
  const site = new URL(asked.data.site).host
  const name = personName(profile.data, language) ?? shortAddress(profile.data.wallets[0]?.address ?? '')
  return (
    <>
      <h1 className="title text-2xl break-words">{t('handOver.title', { site })}</h1>
      <p className="text-soft">{t('handOver.text', { site, name })}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Link to="/" className={buttonClass('quiet')}>
          {t('handOver.no')}
        </Link>
        <Button busy={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
          {t('handOver.agree')}
        </Button>
      </div>
    </>
  )
}

/** ID-8: another of our sites asks whether it may know who is signed in here. */
export default function AuthHandOverPage() {
  const { t } = usePrivacyText()
  const { sessionId = '' } = route.useSearch()
  const session = useSession()
  return (
    <div className="page grid max-w-md gap-5 pt-14 *:min-w-0">
      <title>{t('signIn.title')}</title>
      {session.kind === 'visitor' ? (
        <Empty isPage title={t('account.signInFirst')}>
          <Link to="/sign-in" onClick={rememberPlace} className={buttonClass()}>
            {t('nav.signIn')}
          </Link>
        </Empty>
      ) : session.kind === 'starting' ? (
        <Skeleton className="h-48 rounded-lg" />
      ) : (
        <Ask sessionId={sessionId} />
      )}
    </div>
  )
}
