import type { Bus } from '@talad/shared/bus/port'
import type { Db } from '@talad/shared/db'

/** A number that no other running gateway has, for as long as this process holds it. */
export type Slot = { number: number; release(): Promise<void> }

/** More than gateways ever run at once. */
const SLOTS = 256
const LOCK = "hashtext('gateway.live')"

export function groupOf(slot: number): string {
  return `gateway.live-${slot}`
}

/**
 * Takes the lowest free slot and moves its consumer group to the end of the topics.
 *
 * Each gateway must see every message, so each needs a group of its own. Groups named at random would pile up on the
 * bus with every restart; slots are used again, so there are never more groups than gateways ran at once. A lock in
 * the database, which ends with the connection, says who has which. A slot whose group still has a member (a process
 * that died a moment ago, or one that lost its connection) is passed over.
 * @throws Error when no slot is free, or the bus can't be reached
 */
export async function takeSlot(db: Db, bus: Bus, topics: readonly string[]): Promise<Slot> {
  const client = await db.connect()
  // without a connection the slot's group still has its member, which others meet above
  const onError = () => undefined
  client.on('error', onError)
  const release = async () => {
    client.off('error', onError)
    client.release(true) // closing the connection gives the lock back
  }
  let fault: unknown
  try {
    for (let number = 0; number < SLOTS; number++) {
      const { rows } = await client.query<{ ok: boolean }>(`select pg_try_advisory_lock(${LOCK}, $1) as ok`, [
        number,
      ])
      if (!rows[0]?.ok) continue
      try {
        for (const topic of topics) await bus.seek(groupOf(number), topic, 'end')
        return { number, release }
      } catch (error) {
        fault = error
        if ((await bus.lag(groupOf(number)).catch(() => undefined)) === undefined) break // the bus itself is away
        await client.query(`select pg_advisory_unlock(${LOCK}, $1)`, [number])
      }
    }
  } catch (error) {
    fault = error
  }
  await release()
  throw new Error('no slot for live updates', { cause: fault })
}
