import { reportError } from '@talad/ui/browser/error-reports'
import { useOffline } from '@talad/ui/browser/network'
import { reloadPage } from '@talad/ui/browser/new-version'
import { PartMissing } from '@talad/ui/browser/part-missing'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Mark } from '@talad/ui/components/icons'
import { Messages } from '@talad/ui/components/messages'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Empty } from '@talad/ui/components/status'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../i18n/index.ts'
import { messageOf } from '../market/refusals/rejection-texts.ts'

const ErrorFacts = lazyPart(() => import('./error-facts.tsx'))

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
  const { t } = useText()
  const router = useRouter()
  useEffect(() => reportError(error), [error])
  const again = () => {
    if (error instanceof PartMissing) error.forget()
    reset()
    void router.invalidate()
  }
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
      </div>
      <Part onMissing={() => {}}>
        <ErrorFacts error={error} />
      </Part>
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
