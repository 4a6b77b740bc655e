import type { Bus, InMessage } from './bus/port.ts'
import type { Clock } from './clock.ts'
import { type Context, placeOf, withContext } from './context.ts'
import { type Db, inTx, type Tx } from './db.ts'
import { blockedKeys, comesAgain, orderingKeyOf, park, parkBehind } from './dead-letters.ts'
import { receive, receiveOnce } from './inbox.ts'
import { isConflict, retryOnConflict } from './lost-race.ts'
import { renewParked } from './mended-letters.ts'
import type { Notifier } from './notifier.ts'
import { Rejection } from './rejection.ts'
import { MAX_TRIES } from './retry-loop.ts'
import { currentTraceparent, inSpan } from './telemetry.ts'

/** What a handler works with besides the events: the transaction that all its effects belong to. */
export type Received<Event = never> = {
  tx: Tx
  now: Date
  /** who caused an event: for what is appended of several */
  contextOf: (event: Event) => Context
  messageOf: (event: Event) => InMessage
}

/** Does what follows from messages for whoever caused the first, and notes that it was done, well or badly. */
type Within = (messages: readonly InMessage[], work: () => Promise<void>) => Promise<void>

/** What a consumer's messages are handled by. */
export type By = Omit<Received<InMessage>, 'messageOf'> & { within: Within }

/** One kind of message and what it means here. */
export type Consumer<Deps> = {
  topic: string
  group: string
  /** absent: whatever lies on the topic is for it */
  type?: string
  /** see `About` in consumer.ts */
  lingerMs?: number | undefined
  filter?: ((message: Pick<InMessage, 'payload'>) => boolean) | undefined
  /** what a message says, as JSON, for whoever looks at one that could not be handled */
  says?: (message: Pick<InMessage, 'payload'>) => string
  /** the newest of a key says all: several in one list are for it, and it supersedes what could not be handled before it */
  takesKeysWhole?: boolean | undefined
  /** most messages of one transaction */
  atOnce: number
} & (
  | {
      /** handles messages, of each key one at a time; a failure is of those that the failed `within` names, or of all */
      run: (messages: readonly InMessage[], by: By, deps: Deps) => Promise<void>
      handle?: undefined
    }
  | {
      /**
       * In place of `run`: handles messages in their order, all or none, in a transaction of its own. There is no inbox: it
       * has to know by itself what it has handled before.
       */
      handle: (messages: readonly InMessage[], deps: Deps) => Promise<void>
      run?: undefined
    }
)

export type ConsumerDeps = {
  db: Db
  bus: Bus
  notifier: Notifier
  now: Clock
  log: { warn(about: object, text: string): void; error(about: object, text: string): void }
  /** tries of a message before it is parked; a database that is away doesn't count */
  maxTries?: number
}

/** A message with the consumer that it is for. */
export type Due<Deps> = { one: Consumer<Deps>; message: InMessage }

type Handling<Deps> = {
  deps: ConsumerDeps & Deps
  onParked: () => void
  onProgress: () => void
  /** how often in a row messages have waited for too long, by their ids */
  waits: Map<string, number>
}

/** The handler of one message of a transaction has thrown. */
class HandlerFault extends Error {
  readonly of: InMessage

  constructor(message: InMessage, cause: unknown) {
    super('a handler has thrown', { cause })
    this.of = message
  }
}

function contextOf(group: string, { id, headers }: InMessage): Context {
  const { ce_correlationid, ce_actor } = headers
  return {
    correlationId: ce_correlationid ?? id,
    causationId: id,
    actor: ce_actor ?? group,
    ...placeOf(headers),
  }
}

/** Does the work of a message in its span, for whoever caused it. */
function inContextOf(group: string, message: InMessage, work: () => Promise<void>): Promise<void> {
  const about = contextOf(group, message)
  return inSpan(`${group} ${message.type}`, { ...about, kind: 'consumer' }, () => {
    const traceparent = currentTraceparent() ?? about.traceparent
    return withContext({ ...about, ...(traceparent ? { traceparent } : {}) }, work)
  })
}

/**
 * Puts messages into lists for one consumer each, the messages of a key in their order: one of each key in a list, or what
 * follows one another for who takes keys whole.
 */
function listsOf<Deps>(due: readonly Due<Deps>[]): Due<Deps>[][] {
  const last = new Map<string, { of: Consumer<Deps>; round: number }>()
  const withRound = due.map((one) => {
    const key = `${one.message.topic}\n${one.message.key}`
    const before = last.get(key)
    const isWithIt = before?.of === one.one && one.one.takesKeysWhole
    const round = before === undefined ? 0 : before.round + (isWithIt ? 0 : 1)
    last.set(key, { of: one.one, round })
    return { one, round }
  })
  const all = [...Map.groupBy(withRound, ({ round }) => round)].sort(([a], [b]) => a - b)
  return all.flatMap(([, round]) => [
    ...Map.groupBy(
      round.map(({ one }) => one),
      ({ one }) => one,
    ).values(),
  ])
}

/**
 * Handles messages of one group in one transaction: their effects and the notes that they were handled commit together.
 * @param take notes them in the inbox. @returns the ids of those to be handled
 * @throws HandlerFault when the handler of one message throws
 */
async function handleOnce<Deps>(
  deps: AloneDeps & Deps,
  due: readonly Due<Deps>[],
  take: (tx: Tx) => Promise<Set<string>>,
  onProgress: () => void = () => undefined,
): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const fresh = await take(tx)
    const taken = due.filter(({ message }) => fresh.delete(message.id))
    for (const list of listsOf(taken)) {
      const [first] = list
      if (!first?.one.run) continue
      const within: Within = async (messages, work) => {
        const [message = first.message] = messages
        await inContextOf(first.one.group, message, work)
          .catch((error: unknown) => {
            throw messages.length > 1 ? error : new HandlerFault(message, error)
          })
          .finally(onProgress)
      }
      const messages = list.map(({ message }) => message)
      const { group } = first.one
      const by = { tx, within, now: deps.now(), contextOf: (message: InMessage) => contextOf(group, message) }
      await first.one.run(messages, by, deps)
    }
  })
}

/** What handling one message takes. */
export type AloneDeps = Pick<ConsumerDeps, 'db' | 'log' | 'now'>

/** Handles one message, whatever is parked; a refusal by business is noted and leaves nothing else. */
export async function handleAlone<Deps>(
  deps: AloneDeps & Deps,
  due: Due<Deps>,
  onProgress: () => void = () => undefined,
): Promise<void> {
  const { one, message } = due
  if (one.handle) return one.handle([message], deps).finally(onProgress)
  const { group } = one
  const { id } = message
  const take = async (tx: Tx) => new Set((await receiveOnce(tx, group, id)) ? [id] : [])
  try {
    await handleOnce(deps, [due], take, onProgress)
  } catch (error) {
    const reason = error instanceof HandlerFault ? error.cause : error
    if (!(reason instanceof Rejection)) throw reason
    deps.log.warn({ group, message: id, code: reason.code }, 'message refused')
    await inTx(deps.db, (tx) => receiveOnce(tx, group, id, reason.code))
  }
}

/** Parks a message at its first failure, to be tried again away from the batch: nothing waits for it but its key. */
async function deadLetter<Deps>(
  { deps, onParked, waits }: Handling<Deps>,
  { one: { group }, message }: Due<Deps>,
  error: unknown,
): Promise<void> {
  waits.delete(message.id)
  if (await parkBehind(deps.db, group, message)) return // what lies before it in its batch has failed without it
  const maxTries = deps.maxTries ?? MAX_TRIES
  const about = { group, message: message.id, type: message.type, failures: 1, err: error }
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
  const { deps, onProgress, onParked } = handling
  const { group, takesKeysWhole = false } = due.one
  if (await parkBehind(deps.db, group, due.message, takesKeysWhole)) {
    if ((await renewParked(deps.db, group, due.message)) || takesKeysWhole) onParked()
    return onProgress()
  }
  try {
    await retryOnConflict(() => handleAlone(deps, due, onProgress))
  } catch (error) {
    if (comesAgain(handling.waits, error, due.message)) throw error
    await deadLetter(handling, due, error)
  }
}

/** Handles messages in one transaction, all or none. @returns the ids of those that lie behind a parked one of their key */
async function handleUnparked<Deps>(
  { deps, onProgress }: Handling<Deps>,
  due: readonly Due<Deps>[],
): Promise<Set<string>> {
  const messages = due.map(({ message }) => message)
  const [{ one }] = due as [Due<Deps>]
  if (one.handle) {
    const blocked = await blockedKeys(deps.db, one.group, messages)
    const isBehind = (message: InMessage) => blocked.has(orderingKeyOf(message))
    const free = messages.filter((message) => !isBehind(message))
    if (free.length > 0) await one.handle(free, deps)
    return new Set(messages.filter(isBehind).map(({ id }) => id))
  }
  let behind = new Set<string>()
  const take = async (tx: Tx) => {
    const received = await receive(tx, one.group, messages)
    behind = received.behind
    return received.fresh
  }
  await handleOnce(deps, due, take, onProgress)
  return behind
}

/** How many of these one transaction takes, from the first on: no more than any of their consumers. */
function countOf<Deps>(due: readonly Due<Deps>[]): number {
  let most = Number.POSITIVE_INFINITY
  return due.findIndex(({ one }, index) => {
    most = Math.min(most, one.atOnce)
    return index >= most
  })
}

/** As `handleTogether`, until all are through. */
async function handleAll<Deps>(handling: Handling<Deps>, due: readonly Due<Deps>[]): Promise<void> {
  for (let done = 0; done < due.length; ) done += await handleTogether(handling, due.slice(done))
}

/**
 * Handles messages of one group together, as many as go into one transaction. One that fails spoils it: what lies before it
 * is handled without it, it is parked, and the rest is left to the caller.
 * @returns how many of them, from the first on, are through
 * @throws what no further try can mend: the bus is to bring the batch again
 */
export async function handleTogether<Deps>(
  handling: Handling<Deps>,
  waiting: readonly Due<Deps>[],
): Promise<number> {
  const count = countOf(waiting)
  const due = count < 0 ? waiting : waiting.slice(0, count)
  let behind: Set<string>
  try {
    behind = await handleUnparked(handling, due)
  } catch (error) {
    const fault = error instanceof HandlerFault ? error.cause : error
    const index = error instanceof HandlerFault ? due.findIndex(({ message }) => message === error.of) : -1
    const failed = due[index]
    const blamed = failed ?? due[0]
    if (blamed && comesAgain(handling.waits, fault, blamed.message)) throw fault
    if (failed === undefined) {
      // each list locks in one order, several after each other don't: two transactions may wait in a circle
      const lists = isConflict(fault) ? listsOf(due) : []
      if (lists.length > 1) for (const list of lists) await handleAll(handling, list)
      else for (const one of due) await handleOrPark(handling, one)
      return due.length
    }
    await handleAll(handling, due.slice(0, index))
    const mayGo = fault instanceof Rejection || isConflict(fault) // alone it is noted, or run again
    await (mayGo ? handleOrPark(handling, failed) : deadLetter(handling, failed, fault))
    return index + 1
  }
  if (handling.waits.size > 0) for (const { message } of due) handling.waits.delete(message.id)
  for (const one of due) if (behind.has(one.message.id)) await handleOrPark(handling, one)
  return due.length
}
