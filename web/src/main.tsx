import { startErrorReports } from '@talad/ui/browser/error-reports'
import { startNetwork } from '@talad/ui/browser/network'
import { startVersionCheck } from '@talad/ui/browser/new-version'
import { startPlainCopy } from '@talad/ui/browser/plain-copy'
import { isSigningIn, rememberPlace } from '@talad/ui/browser/return-place'
import { source } from '@talad/ui/browser/source'
import { startTheme } from '@talad/ui/browser/theme'
import { queryClient, shareReads } from '@talad/ui/client/query'
import { startLanguage } from '@talad/ui/i18n/language'
import { onSession, startSession, stayVisitor } from '@talad/ui/session/session'
import { hydrate, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createAppRouter } from './app/router.tsx'
import { shownTexts } from './features/privacy/shown-texts.ts'
import { startFavourites } from './market/people/favourites.ts'
import { sharedKeys } from './market/reads/query-keys.ts'
import { takeHandedOver } from './start/arrival-tokens.ts'
import { startOffline } from './start/offline.ts'
import { isPreviewFrame } from './start/preview-frame.ts'
import { carryFocus, replayTap } from './start/replay-clicks.ts'
import { drawnPage } from './start/ssr-page.ts'
import { breath } from './start/yield-to-main.ts'

/** A line that is slower than this shows the screen as far as it is there. */
const WHOLE_WITHIN_MS = 3_000
/** The first screen doesn't share its line with the code for live updates; screens poll as well. */
const LIVE_AFTER_MS = 1_000

/** What the address asks for. What it asks for once is taken out of it (ID-9); the rest is kept across links (ID-8). */
function takeWishes(): URLSearchParams {
  const place = new URL(window.location.href)
  const wishes = new URLSearchParams(place.searchParams)
  if (wishes.has('refreshSession')) {
    place.searchParams.delete('refreshSession')
    window.history.replaceState(window.history.state, '', place)
  }
  return wishes
}

/** ID-44: whoever opens the site as an app of LINE; its code comes to nobody else. */
function startInLine(there: Promise<void>): void {
  const liffId = new URLSearchParams(window.location.search).get('liffId')
  if (liffId === null) return
  const stopWaiting = onSession(({ kind }) => {
    if (kind === 'starting') return
    stopWaiting()
    void there
      .then(() => import('./features/sign-in/liff.ts'))
      .then(({ signInByLiff }) => signInByLiff(liffId))
      .catch(() => {}) // LINE is one way in of several
  })
}

type AppRouter = ReturnType<typeof createAppRouter>

/** Tells when what it stands around is there, and answers to keys and fingers. */
function Begun({ onBegin, children }: { onBegin: () => void; children: ReactNode }) {
  useEffect(onBegin, [onBegin])
  return children
}

/** The screen takes the place of what the server has drawn once it is whole, not piece by piece. */
function whole(place: Element, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const watcher = new MutationObserver(() => {
      if (!place.querySelector('main > *')) return
      watcher.disconnect()
      resolve()
    })
    watcher.observe(place, { subtree: true, childList: true })
    window.setTimeout(resolve, withinMs)
  })
}

/** A draft is shown as anybody would see it: nobody is signed in there, and no cookie goes with what it reads. */
function startPreview(): void {
  source.fetch = (input, init) => fetch(input, { ...init, credentials: 'omit' })
  stayVisitor()
}

function startParts(router: AppRouter, there: Promise<void>, wishes: URLSearchParams): void {
  startErrorReports('web')
  startPlainCopy()
  if (isPreviewFrame()) {
    startPreview()
    return
  }
  startTheme()
  startFavourites()
  startOffline()
  startNetwork()
  startVersionCheck()
  const stopWaiting = onSession(({ kind }) => {
    if (kind === 'starting') return
    stopWaiting()
    const load = () =>
      void import('./market/reads/live-reads.ts')
        .then(({ startLiveReads }) => startLiveReads())
        .catch(() => {})
    void there.then(() => window.setTimeout(load, LIVE_AFTER_MS))
  })
  onSession(({ kind }) => {
    if (kind !== 'user' || shownTexts.read() === undefined) return
    void import('./features/privacy/api/consents.ts').then(({ noteAgreed }) => noteAgreed()).catch(() => {})
  })
  const expired = () => {
    queryClient.clear()
    if (isSigningIn()) return
    // WB-4: the place is kept for after the next sign-in.
    rememberPlace()
    // a way that is chosen while the first screen still loads would be overtaken by it
    void there.then(() => router.navigate({ to: '/', search: { errorCode: 'auth_error' } }))
  }
  const handedOver = takeHandedOver()
  if (handedOver !== undefined)
    void there
      .then(() => import('./features/hand-over/api/hand-over.ts'))
      .then(({ takeOver }) => takeOver(handedOver))
      .catch(() => {})
  startInLine(there) // before: of a visitor it is known at once that they are one
  void startSession(expired, { renew: wishes.get('refreshSession') === '1' }) // ID-9
  if (wishes.get('sign') !== '1') return
  const load = () => import('./features/sign-in/auto-sign.ts')
  void there
    .then(load)
    .then(({ autoSign }) => autoSign(wishes.get('redirectUrl'), (path) => router.history.push(path)))
    .catch(() => {})
}

// Not by awaits of the module itself: the screens import parts of the file it is in, and would wait for its end.
async function start(): Promise<void> {
  await breath()
  shareReads(sharedKeys)
  const { reads } = drawnPage()
  if (reads) hydrate(queryClient, reads)
  const wishes = takeWishes()
  const router = createAppRouter()
  await breath()
  let isThere = () => {}
  const there = new Promise<void>((resolve) => {
    isThere = resolve
  })
  startParts(router, there, wishes)
  await startLanguage()
  // all that the screen shows is here: it is drawn at once, in pieces between which the browser answers
  if (reads) await router.load()
  await breath()
  const drawn = document.getElementById('root')
  const place = drawn?.cloneNode(false)
  if (!drawn || !(place instanceof HTMLElement)) throw new Error('the page has no root')
  const shown = whole(place, drawn.hasChildNodes() ? WHOLE_WITHIN_MS : 0)
  const app = createRoot(place)
  const begun = new Promise<void>((resolve) =>
    startTransition(() =>
      app.render(
        <StrictMode>
          <Begun onBegin={resolve}>
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </Begun>
        </StrictMode>,
      ),
    ),
  )
  await Promise.all([shown, begun])
  const focus = carryFocus(drawn)
  drawn.replaceWith(place)
  focus()
  isThere()
  replayTap()
}

void start()
