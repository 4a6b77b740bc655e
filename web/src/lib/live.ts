import { type LiveEventName, live, liveEvents } from '@talad/proto/http/gateway'
import { eventReader } from './event-reader.ts'
import { checkNetwork } from './network.ts'
import { type Key, keys, refetch } from './query.ts'
import { currentToken, onSession, type Session } from './session.ts'

/** Several events of one moment cause one round of reads; orders are of everybody, and so there are many. */
const GATHER_MS = 300
const GATHER_ORDERS_MS = 2_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

const madeOld: Record<LiveEventName, readonly Key[]> = {
  open: [],
  shipping: [
    ...[keys.shipping, keys.shippings, keys.asset, keys.holders, keys.orders, keys.events],
    keys.balances,
  ],
  balance: [keys.balances, keys.credit],
  order: [keys.orders, keys.asset, keys.assets, keys.events],
  // What was missed is unknown.
  reset: Object.values(keys),
}

function isLiveEvent(type: string): type is LiveEventName {
  return Object.hasOwn(liveEvents, type)
}

/**
 * Keeps a live connection while somebody is signed in. Screens poll as well (WB-10), so it may be missing.
 * @param now who is signed in at this moment
 */
export function startLive(now: Session): void {
  let lastId: string | undefined
  let abort: AbortController | undefined
  let gathered = new Set<Key>()
  let pending: number | undefined

  function gather(type: string) {
    if (!isLiveEvent(type) || madeOld[type].length === 0) return
    for (const key of madeOld[type]) gathered.add(key)
    if (pending !== undefined) return
    const wait = type === 'order' ? GATHER_ORDERS_MS : GATHER_MS
    pending = window.setTimeout(() => {
      const old = [...gathered]
      gathered = new Set()
      pending = undefined
      void refetch(...old)
    }, wait)
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
