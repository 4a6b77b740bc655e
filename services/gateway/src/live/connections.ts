import { PassThrough, type Readable } from 'node:stream'
import { Rejection } from '@talad/shared/rejection'
import { type Audience, eventText, type Hub } from './hub.ts'

/** Who listens, and until when. */
export type Listener = {
  accountId: string
  customerId: string | undefined
  sessionId: string | undefined
  ip: string
  /** end of the access token, milliseconds since 1970 */
  expiresAt: number
  lastEventId: string | undefined
}

export type ConnectionOptions = {
  hub: Hub
  now: () => Date
  perAccount: number
  perIp: number
  heartbeatMs: number
  /** ID-11: whether a listener's session is over */
  hasEnded: (listener: Listener) => Promise<boolean>
}

export type Connections = {
  /**
   * A stream of server-sent events: what was missed, then what happens, until the token expires, the session ends
   * (ID-11) or the reader leaves.
   * @throws Rejection TOO_MANY_CONNECTIONS
   */
  open(listener: Listener): Readable
  count(): number
  /** Ends every stream; the clients come back to another process. */
  close(): void
}

/** A reader that lets this much pile up (bytes) is cut; it comes back with its last id, or is told to start afresh. */
const MAX_BEHIND = 256 * 1024
const HEARTBEAT = ':\n\n'
/** How often it is asked whose session has ended. */
const REVIEW_MS = 1_000

/** Counts what each key has open. */
function createTally(max: number) {
  const open = new Map<string, number>()
  return {
    full: (key: string) => (open.get(key) ?? 0) >= max,
    add: (key: string) => void open.set(key, (open.get(key) ?? 0) + 1),
    remove(key: string) {
      const left = (open.get(key) ?? 0) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    },
  }
}

export function createConnections({
  hub,
  now,
  perAccount,
  perIp,
  heartbeatMs,
  hasEnded,
}: ConnectionOptions): Connections {
  const accounts = createTally(perAccount)
  const ips = createTally(perIp)
  const streams = new Map<PassThrough, Listener>()

  function write(stream: PassThrough, text: string): void {
    if (stream.writableEnded || stream.destroyed) return
    stream.write(text)
    if (stream.writableLength + stream.readableLength > MAX_BEHIND) stream.destroy()
  }

  const heartbeat = setInterval(() => {
    for (const stream of streams.keys()) write(stream, HEARTBEAT)
  }, heartbeatMs)
  const review = setInterval(() => {
    for (const [stream, listener] of streams) {
      // while identity is away nothing is known of anybody: the stream lives as long as its token
      void hasEnded(listener).then(
        (over) => over && stream.end(),
        () => undefined,
      )
    }
  }, REVIEW_MS)

  /**
   * What a connection is told first: everything it missed, or that this is no longer known. One that goes on keeps its
   * own id until it has read what it missed: it may break again before.
   */
  function greeting(lastEventId: string | undefined, audiences: readonly Audience[]): string {
    if (lastEventId === undefined) return eventText(hub.position(), 'open', {})
    const missed = hub.since(lastEventId, audiences) ?? [eventText(hub.position(), 'reset', {})]
    return [eventText(undefined, 'open', {}), ...missed].join('')
  }

  return {
    open(listener) {
      const { accountId, customerId, ip, expiresAt, lastEventId } = listener
      if (accounts.full(accountId) || ips.full(ip)) throw new Rejection('TOO_MANY_CONNECTIONS') // GW-24
      const audiences: Audience[] = [
        'everybody',
        `account:${accountId}`,
        ...(customerId === undefined ? [] : [`customer:${customerId}` as const]),
      ]
      const stream = new PassThrough()
      write(stream, greeting(lastEventId, audiences))
      const stop = hub.listen(audiences, (text) => write(stream, text))
      const expiry = setTimeout(() => stream.end(), Math.max(0, expiresAt - now().getTime()))
      accounts.add(accountId)
      ips.add(ip)
      streams.set(stream, listener)
      stream.once('close', () => {
        stop()
        clearTimeout(expiry)
        accounts.remove(accountId)
        ips.remove(ip)
        streams.delete(stream)
      })
      return stream
    },
    count: () => streams.size,
    close() {
      clearInterval(heartbeat)
      clearInterval(review)
      for (const stream of streams.keys()) stream.end()
    },
  }
}
