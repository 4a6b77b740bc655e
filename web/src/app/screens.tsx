import { reportError } from '@talad/ui/browser/error-reports'
import { useOffline } from '@talad/ui/browser/network'
import { reloadPage } from '@talad/ui/browser/new-version'
import { PartMissing } from '@talad/ui/browser/part-missing'
import { say } from '@talad/ui/browser/toast'
import { queryClient } from '@talad/ui/client/query'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Mark } from '@talad/ui/components/icons'
import { Messages } from '@talad/ui/components/messages'
import { Empty } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { company } from '../content/company.ts'
import { useText } from '../i18n/index.ts'
import { useProfile, walletsOf } from '../market/people/profile.ts'
import { siteQuery } from '../market/reads/site.ts'
import { messageOf } from '../market/refusals/rejection-texts.ts'
import { supportLink } from './support-link.ts'

/** A screen whose code could not be fetched: where it is a matter of the network, nothing is broken. */
function MissingScreen({ again }: { again: () => void }) {
  const { t } = useText()
  const offline = useOffline()
  return (
    <div className="page py-16">
      <title>{t('part.missing')}</title>
      <Empty isPage title={offline ? t('part.offline') : t('part.missing')}>
        <div className="flex flex-wrap justify-center gap-3">
          <Button size="small" onClick={again}>
            {t('common.retry')}
          </Button>
          {!offline && (
            <Button look="quiet" size="small" onClick={() => void reloadPage()}>
              {t('version.reload')}
            </Button>
          )}
        </div>
      </Empty>
    </div>
  )
}

/** M§2: what went wrong, with what support needs to know. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t, language } = useText()
  const site = queryClient.getQueryData(siteQuery.queryKey) // perhaps it is what could not be read
  const email = site?.support.email ?? company.email
  const router = useRouter()
  const session = useSession()
  const profile = useProfile().data
  useEffect(() => reportError(error), [error])
  const facts: [string, string][] = [
    [t('error.site'), window.location.host],
    [t('error.path'), window.location.pathname],
    [t('error.kyc'), session.kind === 'user' ? String(session.kycLevel) : '–'],
    [t('error.account'), session.kind === 'user' ? session.accountId : '–'],
    [t('error.wallets'), walletsOf(profile).join('\n') || '–'],
    [t('error.message'), error instanceof Error ? error.message : String(error)],
  ]
  const factsText = facts.map((fact) => fact.join(': ')).join('\n')
  const again = () => {
    if (error instanceof PartMissing) error.forget()
    reset()
    void router.invalidate()
  }
  const copy = () =>
    navigator.clipboard.writeText(factsText).then(
      () => say(t('share.copied'), 'success'),
      () => {},
    )
  if (error instanceof PartMissing) return <MissingScreen again={again} />
  return (
    <div role="alert" className="page grid max-w-xl gap-6 py-12 md:py-20">
      <title>{t('error.title')}</title>
      <div>
        <Mark className="size-14" />
        <h1 className="mt-5 title text-2xl md:text-3xl">{t('error.title')}</h1>
        <p className="mt-2 text-soft">{messageOf(error)}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={again}>{t('common.refresh')}</Button>
        <Link to="/" className={buttonClass('quiet')}>
          {t('common.home')}
        </Link>
        <a href={supportLink(`mailto:${email}`, factsText)} className={buttonClass('quiet')}>
          {t('error.support')}
        </a>
      </div>
      {site?.texts.support && <p className="whitespace-pre-line">{site.texts.support[language]}</p>}
      <section className="rounded-lg bg-surface p-5 text-sm shadow-card">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 className="text-base">{t('error.forSupport')}</h2>
          <Button look="plain" size="small" onClick={() => void copy()}>
            {t('error.copy')}
          </Button>
        </div>
        <dl className="mt-1 divide-y divide-line">
          {facts.map(([label, value]) => (
            <div key={label} className="grid grid-cols-[7rem_1fr] gap-3 py-2.5">
              <dt className="text-soft">{label}</dt>
              <dd className="min-w-0 font-mono break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

/** The same where not even the frame of the page could be made. */
export function RootError(props: ErrorComponentProps) {
  return (
    <>
      <main>
        <ErrorScreen {...props} />
      </main>
      <Messages />
    </>
  )
}
