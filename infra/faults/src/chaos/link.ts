import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Epoch } from './network-faults.ts'

/** One connection through a proxy. */
export type Link = {
  /**
   * Applies the fault that now begins.
   * @param forgets the connection stays dead after a time-out, as when a firewall in between has forgotten it
   */
  apply(epoch: Epoch, forgets: boolean): void
  /** breaks it at once, by RST to both sides */
  reset(): void
}

type Way = 'request' | 'answer'

export type LinkOptions = {
  targetPort: number
  random: () => number
  hurry: number
  epoch: () => Epoch
  onBytes: (bytes: number) => void
  onGone: () => void
}

const LATENCY_MS = 200
const JITTER_MS = 150
/** a connection breaks within this time while connections are reset */
const RESET_WITHIN_MS = 4_000
/** and with this chance at each piece, half of which still arrives */
const RESET_CHANCE = 0.05
/** the other side goes within this time while it closes slowly */
const LEAVES_WITHIN_MS = 4_000
/** and the word of it takes this long */
const LATE_CLOSE_MS = 5_000
/** of connections that time out, those whose requests still arrive */
const ANSWERS_ONLY = 0.5
/** of a forgotten connection the server notices by keep-alive; the client is left to find out by itself */
const NOTICED_MS = 25_000

/** Joins a client to the dependency, and treats what passes as the network of the moment does. */
export function connectThrough(client: Socket, options: LinkOptions): Link {
  const { random, hurry, epoch, onBytes, onGone } = options
  const timers = new Set<NodeJS.Timeout>()
  const answersOnly = random() < ANSWERS_ONLY
  let target: Socket | undefined
  let gone = false
  let deserted = false
  let forgotten = false

  const reset = () => {
    if (gone) return
    gone = true
    for (const timer of timers) clearTimeout(timer)
    client.resetAndDestroy()
    target?.resetAndDestroy()
    onGone()
  }
  const within = (ms: number, then: () => void) => {
    const timer = setTimeout(then, (random() * ms) / hurry)
    timers.add(timer)
  }
  const held = (way: Way) => epoch().fault === 'time-out' && !(way === 'request' && answersOnly)

  /** Waits until the network lets a piece of this way, or a word of a close, pass. */
  async function passage(way: Way): Promise<void> {
    while (held(way) && !gone && !forgotten) await epoch().over
    if (forgotten) await new Promise(() => undefined)
    if (epoch().fault === 'latency') await delay((LATENCY_MS + random() * JITTER_MS) / hurry)
  }

  async function forward(way: Way, piece: Buffer, to: Socket): Promise<void> {
    await passage(way)
    if (gone || deserted) return
    const breaks = epoch().fault === 'reset' && random() < RESET_CHANCE
    const part = breaks ? piece.subarray(0, piece.length >> 1) : piece
    onBytes(part.length)
    await new Promise<void>((done) => to.write(part, () => done()))
    if (breaks) reset()
  }

  function join(way: Way, from: Socket, to: Socket): void {
    let before: Promise<void> = Promise.resolve()
    const then = (work: () => Promise<void> | void) => {
      before = before.then(work).catch(() => undefined) // the other end is gone: its own events tell
    }
    from.on('data', (piece: Buffer) => then(() => forward(way, piece, to)))
    from.on('end', () => {
      if (forgotten) from.destroy()
      then(async () => {
        await passage(way)
        if (epoch().fault === 'slow close') await delay(LATE_CLOSE_MS / hurry)
        to.end()
      })
    })
    from.on('error', () =>
      then(async () => {
        await passage(way)
        reset()
      }),
    )
    from.on('close', () => {
      if (client.destroyed && target?.destroyed) reset()
    })
  }

  /** The dependency ends its side now; the client hears of it seconds later. */
  function desert(): void {
    if (gone || deserted) return
    deserted = true
    target?.resetAndDestroy()
    timers.add(
      setTimeout(() => {
        client.end()
        timers.add(setTimeout(reset, LATE_CLOSE_MS / hurry))
      }, LATE_CLOSE_MS / hurry),
    )
  }

  function forget(): void {
    if (gone) return
    forgotten = true
    timers.add(setTimeout(() => target?.resetAndDestroy(), NOTICED_MS / hurry))
  }

  async function open(): Promise<void> {
    while (epoch().fault === 'time-out' && !gone) await epoch().over
    if (gone) return
    target = connect({ port: options.targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    join('request', client, target)
    join('answer', target, client)
  }

  client.on('error', () => {
    if (!target) reset()
  })
  client.on('close', () => {
    if (!target && epoch().fault !== 'time-out') reset()
  })
  void open()

  return {
    reset,
    apply({ fault, over }, forgets) {
      // asked for before any piece waits, so that none slips through when it is over
      if (fault === 'time-out' && target && forgets) void over.then(forget)
      if (fault === 'reset') within(RESET_WITHIN_MS, () => epoch().fault === 'reset' && reset())
      if (fault === 'slow close') within(LEAVES_WITHIN_MS, () => epoch().fault === 'slow close' && desert())
    },
  }
}
