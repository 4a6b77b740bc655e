import { say } from '@talad/ui/browser/toast'
import { Messages } from '@talad/ui/components/messages'
import { lazyPart, Part } from '@talad/ui/components/part'
import { useSession } from '@talad/ui/session/session'
import { endStepUp, useStepUp } from '@talad/ui/session/step-up'
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../i18n/index.ts'
import { useSite } from '../market/reads/site.ts'
import { unfinishedOf } from '../market/trading/unfinished.ts'
import { arrivedToken, forgetArrivedToken } from '../start/arrival-tokens.ts'
import { isPreviewFrame } from '../start/preview-frame.ts'
import { arrivalMessage, withoutError } from './arrival.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { StatusBar } from './status-bar.tsx'

/** Shows the error of an address once, and takes it out of the address (WB-3). */
function Arrival() {
  const { errorCode, errorMessage } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  useEffect(() => {
    if (errorCode === undefined && errorMessage === undefined) return
    void arrivalMessage({ errorCode, errorMessage }).then((message) => message && say(message, 'error'))
    void navigate({
      to: '.',
      replace: true,
      search: withoutError,
    })
  }, [errorCode, errorMessage, navigate])
  return null
}

const PayBar = lazyPart(() => import('./pay-bar.tsx'))

/** What somebody who is signed in has reserved and not paid. */
function Unpaid() {
  const session = useSession()
  if (session.kind !== 'user' || !session.isCustomer) return null
  return (
    <Part onMissing={() => {}}>
      <PayBar account={session.accountId} />
    </Part>
  )
}

const UnfinishedBar = lazyPart(() => import('./unfinished-bar.tsx'))

/** What a phone was asked to sign for a page that is gone. */
function Unfinished() {
  const session = useSession()
  const account = session.kind === 'user' ? session.accountId : undefined
  // what this page begins itself is waited for where it was begun
  const isAny = useMemo(() => account !== undefined && unfinishedOf(account).length > 0, [account])
  if (account === undefined || !isAny) return null
  return (
    <Part onMissing={() => {}}>
      <UnfinishedBar account={account} />
    </Part>
  )
}

const StepUpDialog = lazyPart(() => import('./step-up-dialog.tsx'))

/** ID-29: a call that was refused waits until the person has signed in again. */
function StepUp() {
  if (!useStepUp()) return null
  return (
    <Part onMissing={() => endStepUp(false)}>
      <StepUpDialog />
    </Part>
  )
}

const ContinueAs = lazyPart(() => import('./continue-as.tsx'))

/** Somebody who came by a link that would sign them in (ID-8). */
function Arrived() {
  const [token, setToken] = useState(arrivedToken)
  if (token === undefined) return null
  const end = () => {
    forgetArrivedToken()
    setToken(undefined)
  }
  return (
    <Part onMissing={end}>
      <ContinueAs token={token} onEnd={end} />
    </Part>
  )
}

const Tags = lazyPart(() => import('../features/tags/tags.tsx'))

/** GW-36: a host that has a tag manager asks before it is fetched; what an editor writes is counted by nobody. */
function Counted() {
  const { gtm_id } = useSite()
  if (import.meta.env.SSR || gtm_id === null || isPreviewFrame()) return null
  return (
    <Part onMissing={() => {}}>
      <Tags />
    </Part>
  )
}

export function Root() {
  const { t, language } = useText()
  const { metadata, names, is_main } = useSite()
  return (
    <>
      <title>{metadata?.title[language] || (is_main ? t('site.title') : names[language])}</title>
      <Header />
      <Unpaid />
      <Unfinished />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
      <BottomBar />
      <StatusBar />
      <Messages />
      <StepUp />
      <Arrival />
      <Arrived />
      <Counted />
    </>
  )
}
