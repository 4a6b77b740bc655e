import { rememberPlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { type Session, useSession } from '@talad/ui/session/session'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../i18n/index.ts'

type Props = {
  title: string
  about: string
  children: (person: Extract<Session, { kind: 'user' }>) => ReactNode
}

/** A page below the account, for who is signed in; others are led to the sign-in and back. */
export function OwnPage({ title, about, children }: Props) {
  const { t } = useText()
  const session = useSession()
  return (
    <div className="page grid max-w-3xl content-start gap-10 pt-10 *:min-w-0">
      <title>{title}</title>
      <div>
        <Link
          to="/account"
          search={{}}
          className="inline-flex min-h-6 items-center font-semibold text-leaf hover:underline"
        >
          {t('nav.account')}
        </Link>
        <h1 className="title text-2xl md:text-3xl">{title}</h1>
        <p className="mt-2 text-soft">{about}</p>
      </div>
      {session.kind === 'visitor' && (
        <Empty title={t('account.signInFirst')}>
          <Link to="/sign-in" onClick={rememberPlace} className={buttonClass()}>
            {t('nav.signIn')}
          </Link>
        </Empty>
      )}
      {session.kind === 'starting' && <Skeleton className="h-96 rounded-lg" />}
      {session.kind === 'user' && children(session)}
    </div>
  )
}
