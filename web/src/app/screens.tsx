import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useText } from '../i18n/index.ts'
import { messageOf } from '../lib/rejection-texts.ts'
import { useSession } from '../lib/session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/status.tsx'

/** 404 */
export function NotFound() {
  const { t } = useText()
  return (
    <div className="page py-16">
      <title>{t('notFound.title')}</title>
      <Empty title={t('notFound.title')}>
        <p className="max-w-sm text-sm text-soft">{t('notFound.text')}</p>
        <Link to="/" className={buttonClass('primary', 'small')}>
          {t('common.home')}
        </Link>
      </Empty>
    </div>
  )
}

/** M§2: what went wrong, with what support needs to know. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useText()
  const router = useRouter()
  const session = useSession()
  const facts: [string, string][] = [
    [t('error.path'), window.location.pathname],
    [t('error.kyc'), session.kind === 'user' ? String(session.kycLevel) : '–'],
    [t('error.account'), session.kind === 'user' ? session.accountId : '–'],
    [t('error.message'), error instanceof Error ? error.message : String(error)],
  ]
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div role="alert" className="page max-w-xl py-16">
      <h1 className="text-2xl">{t('error.title')}</h1>
      <p className="mt-2 text-soft">{messageOf(error)}</p>
      <dl className="mt-6 divide-y divide-line rounded-md bg-surface px-4 text-sm shadow-card">
        {facts.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[7rem_1fr] gap-3 py-2.5">
            <dt className="text-soft">{label}</dt>
            <dd className="min-w-0 font-mono break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={again}>{t('common.refresh')}</Button>
        <Link to="/" className={buttonClass('quiet')}>
          {t('common.home')}
        </Link>
      </div>
    </div>
  )
}
