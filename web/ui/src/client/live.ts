import { type LiveEventName, live, liveEvents } from '@talad/proto/http/gateway'
import { checkNetwork } from '../browser/network.ts'
import { currentToken, onSession, type Session } from '../session/session.ts'
import { eventReader } from './event-reader.ts'
import { refetch } from './query.ts'

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

/** What an event makes old, by the first parts of query keys, and how long several of one moment are gathered. */
export type LiveReads = Readonly<Record<LiveEventName, { names: readonly string[]; gatherMs: number }>>

function isLiveEvent(type: string): type is LiveEventName {
  return Object.hasOwn(liveEvents, type)
}

/**
 * Keeps a live connection while somebody is signed in. Screens poll as well (WB-10), so it may be missing.
 * Several events of one moment cause one round of reads.
 * @param now who is signed in at this moment
 * @param reads what of the app each event makes old
 */
export function startLive(now: Session, reads: LiveReads): void {
  let lastId: string | undefined
  let abort: AbortController | undefined
  let gathered = new Set<string>()
  let pending: number | undefined

  function gather(type: string) {
    if (!isLiveEvent(type) || reads[type].names.length === 0) return
    for (const name of reads[type].names) gathered.add(name)
    if (pending !== undefined) return
    pending = window.setTimeout(() => {
      const old = [...gathered]
      gathered = new Set()
      pending = undefined
      void refetch(...old)
    }, reads[type].gatherMs)
  }

  async function listen(signal: AbortSignal): Promise<void> {
    const token = await currentToken()
    if (!token) return
    const response = await fetch(live.path, {
      signal,
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
      },
    })
    if (!response.ok || !response.body) throw new Error('no live updates')
    const read = eventReader()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (const event of read(value)) {
        lastId = event.id ?? lastId
        gather(event.type)
      }
    }
  }

  async function keepListening(signal: AbortSignal) {
    let wait = FIRST_RETRY_MS
    while (!signal.aborted) {
      const began = Date.now()
      await listen(signal).catch(() => !signal.aborted && void checkNetwork())
      wait = Date.now() - began > LONGEST_RETRY_MS ? FIRST_RETRY_MS : Math.min(wait * 2, LONGEST_RETRY_MS)
      await new Promise((resolve) => window.setTimeout(resolve, wait))
    }
  }

  const follow = ({ kind }: Session) => {
    if (kind !== 'user') {
      abort?.abort()
      abort = undefined
      lastId = undefined
    } else if (!abort) {
      abort = new AbortController()
      void keepListening(abort.signal)
    }
  }
  onSession(follow)
  follow(now)
}
