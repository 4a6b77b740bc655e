import { say } from '@talad/ui/browser/toast'
import { queryClient } from '@talad/ui/client/query'
import { Button, buttonClass } from '@talad/ui/components/button'
import { useSession } from '@talad/ui/session/session'
import { company } from '../content/company.ts'
import { useFactsText } from '../i18n/facts.ts'
import { useProfile, walletsOf } from '../market/people/profile.ts'
import { siteQuery } from '../market/reads/site.ts'
import { supportLink } from './support-link.ts'

/** What support needs to know of what went wrong, and the way to them. */
export default function ErrorFacts({ error }: { error: unknown }) {
  const { t, language } = useFactsText()
  const site = queryClient.getQueryData(siteQuery.queryKey) // perhaps it is what could not be read
  const email = site?.support.email ?? company.email
  const session = useSession()
  const profile = useProfile().data
  const facts: [string, string][] = [
    [t('error.site'), window.location.host],
    [t('error.path'), window.location.pathname],
    [t('error.kyc'), session.kind === 'user' ? String(session.kycLevel) : '–'],
    [t('error.account'), session.kind === 'user' ? session.accountId : '–'],
    [t('error.wallets'), walletsOf(profile).join('\n') || '–'],
    [t('error.message'), error instanceof Error ? error.message : String(error)],
  ]
  const factsText = facts.map((fact) => fact.join(': ')).join('\n')
  const copy = () =>
    navigator.clipboard.writeText(factsText).then(
      () => say(t('share.copied'), 'success'),
      () => {},
    )
  return (
    <>
      <div>
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
    </>
  )
}
