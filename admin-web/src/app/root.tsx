import { rememberPlace } from '@talad/ui/browser/return-place'
import { Button } from '@talad/ui/components/button'
import { LoadError } from '@talad/ui/components/load-error'
import { Messages } from '@talad/ui/components/messages'
import { Spinner } from '@talad/ui/components/spinner'
import { Empty } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { signOut } from '@talad/ui/session/sign-out'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../i18n/index.ts'
import { messageOf } from '../lib/refusal.ts'
import { useMenu } from '../lib/use-menu.ts'
import { Ident } from '../ui/ident.tsx'
import { Frame } from './frame.tsx'
import { IdleWatch } from './idle-watch.tsx'
import { StepUpDialog } from './step-up-dialog.tsx'

const WAYS_IN = /^\/(login|auth)(\/|$)/

function Waiting() {
  const { t } = useText()
  return (
    <div role="status" aria-label={t('common.loading')} className="grid flex-1 place-items-center py-24">
      <Spinner className="size-8 text-leaf" />
    </div>
  )
}

/** Signed in, and neither an admin nor in a project: what to do about it. */
function NothingAllowed({ customer, account }: { customer: string | null; account: string | undefined }) {
  const { t } = useText()
  const navigate = useNavigate()
  return (
    <main className="mx-auto w-full max-w-xl px-4 py-16">
      <title>{t('nothing.title')}</title>
      <Empty isPage title={t('nothing.title')}>
        {customer && (
          <>
            <p className="text-sm text-soft">{t('nothing.text')}</p>
            <code className="rounded-sm bg-surface px-3 py-1 text-sm break-all">{customer}</code>
          </>
        )}
        {account && (
          <>
            <p className="text-sm text-soft">{t('nothing.project')}</p>
            <span className="rounded-sm bg-surface px-3 py-1 text-sm">
              <Ident value={account} />
            </span>
          </>
        )}
        <Button
          look="quiet"
          size="small"
          onClick={() => void signOut().then(() => navigate({ to: '/login', search: {} }))}
        >
          {t('nothing.other')}
        </Button>
      </Empty>
    </main>
  )
}

/** For those who are signed in; the others are shown the way in, and come back here afterwards. */
function SignedIn() {
  const navigate = useNavigate()
  const session = useSession()
  const { groups, customer, account, isPending, error, refetch } = useMenu()
  useEffect(() => {
    if (session.kind !== 'visitor') return
    rememberPlace()
    void navigate({ to: '/login', search: {}, replace: true })
  }, [session.kind, navigate])
  if (error) return <LoadError isPage message={messageOf(error)} retry={() => void refetch()} />
  if (session.kind !== 'user' || isPending) return <Waiting />
  if (groups.length === 0) return <NothingAllowed customer={customer} account={account} />
  return (
    <Frame>
      <Outlet />
      <IdleWatch />
      <StepUpDialog />
    </Frame>
  )
}

export function Root() {
  const { t } = useText()
  const { pathname } = useLocation()
  return (
    <>
      <title>{t('site.title')}</title>
      {WAYS_IN.test(pathname) ? (
        <main className="flex-1">
          <Outlet />
        </main>
      ) : (
        <SignedIn />
      )}
      <Messages />
    </>
  )
}
