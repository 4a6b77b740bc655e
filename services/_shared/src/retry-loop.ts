import type { InMessage } from './bus/port.ts'
import { type Db, isConnectionFault, isTransient } from './db.ts'
import { type DeadRow, dueDeadLetters, messageOf, noteFailure, resolveDeadLetter } from './dead-letters.ts'
import { withLease } from './lease.ts'
import { type Loop, startLoop } from './loop.ts'

const BATCH = 64
const CONCURRENCY = 4
const IDLE_MS = 2_000

/** Tries of a message, the first one included, before it waits for an operator. */
export const MAX_TRIES = 6

export type RetryOptions = {
  db: Db
  /** the consumer's handling of one message of a group, inbox included */
  handleOne: (group: string, message: InMessage) => Promise<void>
  /** see `parkBehind` */
  saysAll?: (group: string, message: InMessage) => boolean
  groups: readonly string[]
  maxTries?: number | undefined
  log: { warn(about: object, text: string): void; error(about: object, text: string): void }
  onError: (error: unknown) => void
}

/**
 * Tries parked messages again, each a few times with growing pauses, away from the batches of the bus: so a failing
 * message holds up its own key and nothing else. What has used up its tries waits for an operator. One process of a
 * service does this at a time; `wake` it when something was parked.
 */
export function startRetryLoop(options: RetryOptions): Loop {
  const { db, handleOne, saysAll = () => false, groups, maxTries = MAX_TRIES, log } = options

  async function tryAgain(row: DeadRow): Promise<void> {
    try {
      await handleOne(row.consumer_group, messageOf(row))
    } catch (error) {
      if (isConnectionFault(error)) throw error
      const counts = !isTransient(error) // who waited for too long has done nothing wrong, and has its next turn after others
      const failures = await noteFailure(db, row, error, maxTries, counts)
      const about = {
        group: row.consumer_group,
        message: row.message_id,
        type: row.type,
        failures,
        err: error,
      }
      if (failures < maxTries) log.warn(about, 'message failed, trying again')
      else log.error(about, 'message parked')
      return
    }
    await resolveDeadLetter(db, row, saysAll(row.consumer_group, messageOf(row)))
  }

  async function look(): Promise<boolean | number> {
    const found = await dueDeadLetters(db, groups, BATCH)
    const ready = found.filter(({ waitMs }) => waitMs <= 0)
    if (ready.length === 0) return found[0] ? Math.max(1, Math.ceil(found[0].waitMs)) : false
    const lanes = Array.from({ length: CONCURRENCY }, async () => {
      for (let next = ready.shift(); next !== undefined; next = ready.shift()) await tryAgain(next.row)
    })
    const ended = await Promise.allSettled(lanes)
    const fault = ended.find((one) => one.status === 'rejected')
    if (fault) throw fault.reason
    return true
  }

  const step = async () => {
    // nearly always nothing waits: no lease for that
    const [soonest] = groups.length === 0 ? [] : await dueDeadLetters(db, groups, 1)
    return soonest === undefined ? false : ((await withLease(db, 'talad.retries', look)) ?? false)
  }
  return startLoop(step, { idleMs: IDLE_MS, onError: options.onError })
}
