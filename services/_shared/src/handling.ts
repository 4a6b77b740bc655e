import type { Bus, InMessage } from './bus/port.ts'
import type { Clock } from './clock.ts'
import { placeOf, withContext } from './context.ts'
import { type Db, inTx, isPassingFault, type Tx } from './db.ts'
import { park, parkBehind } from './dead-letters.ts'
import { receive, receiveOnce } from './inbox.ts'
import { isLostRace, retryConflicts } from './lost-race.ts'
import type { Notifier } from './notifier.ts'
import { Rejection } from './rejection.ts'
import { MAX_TRIES } from './retry-loop.ts'
import { currentTraceparent, inSpan } from './telemetry.ts'

/** What a handler works with besides the event: the transaction that all its effects belong to. */
export type Received = { tx: Tx; message: InMessage; now: Date }

/** One kind of message and what it means here. */
export type Consumer<Deps> = {
  topic: string
  group: string
  type: string
  /** see `consumer` in consumer.ts */
  batched?: boolean | undefined
  /** see `SubscribeOptions`; of a group the shortest counts, and none if one of its consumers has none */
  gatherMs?: number | undefined
  /** see `consumer` in consumer.ts; absent: every message concerns it */
  concerns?: ((message: Pick<InMessage, 'payload'>) => boolean) | undefined
  handle: (message: InMessage, received: Received, deps: Deps) => Promise<void>
  /** see `runAll` of `consumer`; of each key there is one message */
  handleAll?:
    | ((messages: readonly InMessage[], received: Omit<Received, 'message'>, deps: Deps) => Promise<void>)
    | undefined
}

export type ConsumerDeps = {
  db: Db
  bus: Bus
  notifier: Notifier
  now: Clock
  log: { warn(about: object, text: string): void; error(about: object, text: string): void }
  /** tries of a message before it is parked; a database that is away doesn't count */
  maxTries?: number
}

function contextOf(group: string, message: InMessage) {
  return {
    correlationId: message.headers.ce_correlationid ?? message.id,
    causationId: message.id,
    actor: message.headers.ce_actor ?? group,
    ...placeOf(message.headers),
  }
}

/** Does the work of one message in its span, for whoever caused it. */
function inContextOf<Deps>({ group, type }: Consumer<Deps>, message: InMessage, work: () => Promise<void>) {
  const about = contextOf(group, message)
  return inSpan(`${group} ${type}`, { ...about, kind: 'consumer' }, () => {
    const traceparent = currentTraceparent() ?? about.traceparent
    return withContext({ ...about, ...(traceparent ? { traceparent } : {}) }, work)
  })
}

/** A message with the consumer that it is for. */
type Due<Deps> = { one: Consumer<Deps>; message: InMessage }

/** The handler of one message of a transaction has thrown. */
class HandlerFault extends Error {
  readonly index: number

  constructor(index: number, cause: unknown) {
    super('a handler has thrown', { cause })
    this.index = index
  }
}

/** In their order, but of each key only one at a time. */
function roundsOf<Deps>(due: readonly Due<Deps>[]): Due<Deps>[][] {
  const seen = new Map<string, number>()
  const rounds: Due<Deps>[][] = []
  for (const one of due) {
    const place = `${one.message.topic} ${one.message.key}`
    const round = seen.get(place) ?? 0
    seen.set(place, round + 1)
    rounds[round] = [...(rounds[round] ?? []), one]
  }
  return rounds
}

/** What handles all of these at once, if there is such a thing. */
function togetherOf<Deps>([first, ...others]: readonly Due<Deps>[]): Consumer<Deps>['handleAll'] {
  const handleAll = first?.one.handleAll
  return others.length > 0 && others.every(({ one }) => one.handleAll === handleAll) ? handleAll : undefined
}

/**
 * Handles messages of one group in one transaction: their effects and the notes that they were handled commit together.
 * @param take notes them in the inbox. @returns the ids of those to be handled
 * @throws HandlerFault when the handler of one message throws
 */
async function handleOnce<Deps>(
  deps: ConsumerDeps & Deps,
  due: readonly Due<Deps>[],
  take: (tx: Tx) => Promise<Set<string>>,
): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const fresh = await take(tx)
    const taken = due
      .map((one, index) => ({ ...one, index }))
      .filter(({ message }) => fresh.delete(message.id))
    const handleAll = togetherOf(taken)
    for (const round of handleAll ? roundsOf(taken) : []) {
      const messages = round.map(({ message }) => message)
      const [first] = round
      const handle = async () => handleAll?.(messages, { tx, now: deps.now() }, deps)
      if (first) await inContextOf(first.one, first.message, handle)
    }
    for (const { one, message, index } of handleAll ? [] : taken) {
      const handle = () => one.handle(message, { tx, message, now: deps.now() }, deps)
      await inContextOf(one, message, handle).catch((error: unknown) => {
        throw new HandlerFault(index, error)
      })
    }
  })
}

/** Handles one message, whatever is parked; a refusal by business is noted and leaves nothing else. */
export async function handleAlone<Deps>(deps: ConsumerDeps & Deps, due: Due<Deps>): Promise<void> {
  const { group } = due.one
  const { id } = due.message
  try {
    await handleOnce(deps, [due], async (tx) => new Set((await receiveOnce(tx, group, id)) ? [id] : []))
  } catch (error) {
    const reason = error instanceof HandlerFault ? error.cause : error
    if (!(reason instanceof Rejection)) throw reason
    deps.log.warn({ group, message: id, code: reason.code }, 'message refused')
    await inTx(deps.db, (tx) => receiveOnce(tx, group, id, reason.code))
  }
}

type Handling<Deps> = { deps: ConsumerDeps & Deps; onParked: () => void }

/** Parks a message at its first failure, to be tried again away from the batch: nothing waits for it but its key. */
async function deadLetter<Deps>(
  { deps, onParked }: Handling<Deps>,
  { one: { group }, message }: Due<Deps>,
  error: unknown,
): Promise<void> {
  const maxTries = deps.maxTries ?? MAX_TRIES
  const failures = 1
  const about = { group, message: message.id, type: message.type, failures, err: error }
  if (maxTries > 1) deps.log.warn(about, 'message failed, trying again')
  else deps.log.error(about, 'message parked')
  await park(deps.db, group, message, String(error), maxTries)
  onParked()
}

/**
 * Handles a message on its own, or parks it when it fails.
 * @throws what no further try can mend: the bus is to bring the batch again
 */
async function handleOrPark<Deps>(handling: Handling<Deps>, due: Due<Deps>): Promise<void> {
  const { deps } = handling
  if (await parkBehind(deps.db, due.one.group, due.message)) return
  try {
    await retryConflicts(() => handleAlone(deps, due))
  } catch (error) {
    if (isPassingFault(error)) throw error
    await deadLetter(handling, due, error)
  }
}

/**
 * Handles messages of one group together. One that fails spoils the transaction: what lies before it is handled without
 * it, it is parked, and the rest is left to the caller.
 * @returns how many of them, from the first on, are through
 * @throws what no further try can mend: the bus is to bring the batch again
 */
export async function handleBatched<Deps>(
  handling: Handling<Deps>,
  due: readonly Due<Deps>[],
): Promise<number> {
  const group = due[0]?.one.group
  if (group === undefined) return 0
  const messages = due.map(({ message }) => message)
  let behind = new Set<string>()
  const take = async (tx: Tx) => {
    const received = await receive(tx, group, messages)
    behind = received.behind
    return received.fresh
  }
  try {
    await handleOnce(handling.deps, due, take)
  } catch (error) {
    const fault = error instanceof HandlerFault ? error.cause : error
    if (isPassingFault(fault)) throw fault
    const failed = error instanceof HandlerFault ? due[error.index] : undefined
    if (!(error instanceof HandlerFault) || failed === undefined) {
      for (const one of due) await handleOrPark(handling, one)
      return due.length
    }
    const before = due.slice(0, error.index)
    for (let done = 0; done < before.length; ) done += await handleBatched(handling, before.slice(done))
    const mayGo = fault instanceof Rejection || isLostRace(fault) // alone it is noted, or run again
    await (mayGo ? handleOrPark(handling, failed) : deadLetter(handling, failed, fault))
    return error.index + 1
  }
  for (const one of due) if (behind.has(one.message.id)) await handleOrPark(handling, one)
  return due.length
}

/** Holds back the readers of the service's log for no longer than some messages take. */
const AT_ONCE = 16
/** The same of messages that are handled together. */
const TOGETHER = 100

/** How many messages, from a place on, may be handled in one transaction; at least one. */
export function batchFrom<Deps>(due: readonly Due<Deps>[], from: number): readonly Due<Deps>[] {
  const handleAll = due[from]?.one.handleAll
  const part = due.slice(from, from + (handleAll ? TOGETHER : AT_ONCE))
  const apart = part.findIndex(({ one }) => !one.batched || one.handleAll !== handleAll)
  return apart === -1 ? part : part.slice(0, Math.max(1, apart))
}
