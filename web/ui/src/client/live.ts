import { eventReader, type LiveEvent } from '@talad/proto/http/event-reader'
import { live, liveMarket } from '@talad/proto/http/gateway/live'
import { checkNetwork } from '../browser/network.ts'
import { currentSession, currentToken, onSession, type Session } from '../session/session.ts'
import { type Read, type Screens, type Told, toldBy } from './live-events.ts'
import { queryClient } from './query.ts'

/** Several events of one moment cause one round of reads. */
const GATHER_MS = 300
/** Those who show prices hear of the order themselves; it takes them a moment. */
const GATHER_ORDERS_MS = 700
/** Of the market there is always something new. */
const LISTS_EVERY_MS = 2_000
/** A screen that changes is whole after this, and then something else is watched. */
const SETTLE_MS = 400
/** A browser has few connections to a site: a page that nobody sees gives its own back. */
const HIDDEN_MS = 10_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

/** What is on the screen. */
function shown(): Read[] {
  return queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ queryKey, state }) => ({ queryKey, data: state.data }))
}

/** Reads again what events make old: together, and lists not all the time. */
function createReader(isMadeOld: Screens['isMadeOld']) {
  let told: Told[] = []
  let due = Number.POSITIVE_INFINITY
  let timer: number | undefined
  let lastMs = Number.NEGATIVE_INFINITY

  function readAgain() {
    const events = told
    told = []
    due = Number.POSITIVE_INFINITY
    lastMs = performance.now()
    void queryClient.invalidateQueries({
      predicate: ({ queryKey, state }) =>
        events.some((event) => isMadeOld({ queryKey, data: state.data }, event)),
    })
  }
  function waitOf(type: Told['type']): number {
    if (type === 'order') return GATHER_ORDERS_MS
    if (type !== 'market') return GATHER_MS
    return Math.max(GATHER_ORDERS_MS, lastMs + LISTS_EVERY_MS - performance.now())
  }

  return function hear({ type, data }: LiveEvent) {
    const event = toldBy(type, data)
    if (!event || event.type === 'open') return
    told.push(event)
    const wait = waitOf(event.type)
    if (performance.now() + wait >= due) return
    due = performance.now() + wait
    window.clearTimeout(timer)
    timer = window.setTimeout(readAgain, wait)
  }
}

/**
 * Keeps a live connection for what is on the screen and, while somebody is signed in, for what is theirs. Screens poll as
 * well (WB-10), so it may be missing.
 * @param screens what the app's screens show, and what an event makes old of it
 */
export function startLive({ watchOf, isMadeOld }: Screens): void {
  const hear = createReader(isMadeOld)
  let lastId: string | undefined
  let watched: readonly string[] = []
  let account: string | undefined
  /** ends the connection, or the pause before the next one */
  let interrupt = () => {}
  let isOver = true
  let isListening = false

  async function listen(signal: AbortSignal): Promise<void> {
    const token = await currentToken()
    watched = watchOf(shown())
    const { path } = token === undefined ? liveMarket : live
    const response = await fetch(watched.length === 0 ? path : `${path}?watch=${watched.join()}`, {
      signal,
      cache: 'no-store',
      headers: {
        accept: 'text/event-stream',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
      },
    })
    if (!response.ok || !response.body) throw new Error('no live updates')
    const read = eventReader((id) => {
      lastId = id
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (const event of read(value)) hear(event)
    }
  }

  async function keepListening() {
    if (isListening) return
    isListening = true
    let wait = FIRST_RETRY_MS
    while (!isOver) {
      const began = Date.now()
      const abort = new AbortController()
      interrupt = () => abort.abort()
      await listen(abort.signal).catch(() => !abort.signal.aborted && void checkNetwork())
      if (abort.signal.aborted) continue // something else is shown, or somebody else is here
      wait = Date.now() - began > LONGEST_RETRY_MS ? FIRST_RETRY_MS : Math.min(wait * 2, LONGEST_RETRY_MS)
      await new Promise<void>((resolve) => {
        window.setTimeout(resolve, wait)
        interrupt = resolve
      })
    }
    isListening = false
  }

  function run(wanted: boolean) {
    if (wanted === !isOver) return
    isOver = !wanted
    if (isOver) interrupt()
    else void keepListening()
  }

  let settling: number | undefined
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (settling !== undefined || !['observerAdded', 'updated'].includes(type)) return
    settling = window.setTimeout(() => {
      settling = undefined
      const known = new Set(watched)
      if (!isOver && watchOf(shown()).some((one) => !known.has(one))) interrupt()
    }, SETTLE_MS)
  })
  let hiding: number | undefined
  document.addEventListener('visibilitychange', () => {
    window.clearTimeout(hiding)
    if (document.hidden) hiding = window.setTimeout(() => run(false), HIDDEN_MS)
    else run(true)
  })
  const follow = (session: Session) => {
    const now = session.kind === 'user' ? session.accountId : undefined
    if (now === account) return
    account = now
    lastId = undefined
    interrupt()
  }
  onSession(follow)
  follow(currentSession())
  run(!document.hidden)
}
