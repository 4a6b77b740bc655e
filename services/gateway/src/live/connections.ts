import { PassThrough, type Readable } from 'node:stream'
import { Rejection } from '@talad/shared/rejection'
import { type Bundle, bundleText, createBundle } from './bundle.ts'
import { eventText, type Hub } from './hub.ts'

/** Who listens, to what, and until when. */
export type Listener = {
  /** absent for visitors, who hear only of what they watch */
  accountId: string | undefined
  customerId: string | undefined
  sessionId: string | undefined
  ip: string
  /** what the listener shows of the market, as audiences */
  watch: readonly string[]
  /** end of the access token, or of a visitor's stream; milliseconds since 1970 */
  expiresAt: number
  lastEventId: string | undefined
}

export type ConnectionOptions = {
  hub: Hub
  now: () => Date
  perAccount: number
  perIp: number
  /** of everybody together */
  inAll: number
  heartbeatMs: number
  /** ID-11: whether a listener's session is over */
  hasEnded: (listener: Listener) => Promise<boolean>
}

export type Connections = {
  /**
   * A stream of server-sent events: what was missed, then what happens, in bundles, until the token expires, the session
   * ends (ID-11) or the reader leaves.
   * @throws Rejection TOO_MANY_CONNECTIONS
   */
  open(listener: Listener): Readable
  count(): number
  /** Ends every stream; the clients come back to another process. */
  close(): void
}

/** A reader that lets this much pile up (bytes) is cut; it comes back with its last id, or is told to start afresh. */
const MAX_BEHIND = 256 * 1024

/** A sign of life moves the reader's id on: one that hears nothing for long has still missed nothing when it comes back. */
function heartbeatText(position: string): string {
  return `:\nid: ${position}\n\n`
}

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

/** Whoever watches an asset or a collection hears what is said of its contract. */
function contractsOf(watch: readonly string[]): string[] {
  const named = watch.flatMap((one) => /^(?:asset|collection):(0x[0-9a-f]{40})/.exec(one)?.[1] ?? [])
  return [...new Set(named)].map((contract) => `contract:${contract}`)
}

function audiencesOf({ accountId, customerId, watch }: Listener): string[] {
  return [
    ...watch,
    ...contractsOf(watch),
    ...(accountId === undefined ? [] : [`account:${accountId}`]),
    ...(customerId === undefined ? [] : [`customer:${customerId}`]),
  ]
}

export function createConnections(options: ConnectionOptions): Connections {
  const { hub, now, perAccount, perIp, inAll, heartbeatMs, hasEnded } = options
  const accounts = createTally(perAccount)
  const ips = createTally(perIp)
  const streams = new Map<PassThrough, { listener: Listener; bundle: Bundle }>()

  function write(stream: PassThrough, text: string): void {
    if (stream.writableEnded || stream.destroyed) return
    stream.write(text)
    if (stream.writableLength + stream.readableLength > MAX_BEHIND) stream.destroy()
  }

  const heartbeat = setInterval(() => {
    for (const [stream, { bundle }] of streams) {
      bundle.flush()
      write(stream, heartbeatText(hub.position()))
    }
  }, heartbeatMs)
  const review = setInterval(() => {
    for (const [stream, { listener }] of streams) {
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
  function greeting(lastEventId: string | undefined, audiences: readonly string[]): string {
    if (lastEventId === undefined) return eventText(hub.position(), 'open', {})
    const missed = hub.since(lastEventId, audiences)
    return (
      eventText(undefined, 'open', {}) +
      (missed ? bundleText(missed) : eventText(hub.position(), 'reset', {}))
    )
  }

  return {
    open(listener) {
      const { accountId, ip, expiresAt, lastEventId } = listener
      const full =
        (accountId !== undefined && accounts.full(accountId)) || ips.full(ip) || streams.size >= inAll
      if (full) throw new Rejection('TOO_MANY_CONNECTIONS') // GW-24
      const audiences = audiencesOf(listener)
      const stream = new PassThrough()
      const bundle = createBundle((text) => write(stream, text))
      write(stream, greeting(lastEventId, audiences))
      const stop = hub.listen(audiences, bundle.add)
      const expiry = setTimeout(() => stream.end(), Math.max(0, expiresAt - now().getTime()))
      if (accountId !== undefined) accounts.add(accountId)
      ips.add(ip)
      streams.set(stream, { listener, bundle })
      stream.once('close', () => {
        stop()
        bundle.close()
        clearTimeout(expiry)
        if (accountId !== undefined) accounts.remove(accountId)
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
