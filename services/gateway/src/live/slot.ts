import type { Bus } from '@talad/shared/bus/port'
import type { Db, Tx } from '@talad/shared/db'

/** A number that no other running gateway has, for as long as this process holds it. */
export type Slot = { number: number; release(): Promise<void> }

/** More than gateways ever run at once. */
const SLOTS = 256
/** Groups that are passed over before the bus itself is thought to be in trouble. */
const MAX_TRIES = 3
const LOCK = "hashtext('gateway.live')"

export function groupOf(slot: number): string {
  return `gateway.live-${slot}`
}

async function lock(client: Tx, number: number): Promise<boolean> {
  const { rows } = await client.query<{ ok: boolean }>(`select pg_try_advisory_lock(${LOCK}, $1) as ok`, [
    number,
  ])
  return rows[0]?.ok === true
}

/** @returns the first slot that is free and whose group could be moved @throws what kept the last group from moving */
async function firstFree(client: Tx, move: (group: string) => Promise<void>): Promise<number> {
  let fault: unknown = new Error(`all ${SLOTS} slots are taken`)
  let tries = 0
  for (let number = 0; number < SLOTS && tries < MAX_TRIES; number++) {
    if (!(await lock(client, number))) continue
    try {
      await move(groupOf(number))
      return number
    } catch (error) {
      fault = error
      tries += 1
      await client.query(`select pg_advisory_unlock(${LOCK}, $1)`, [number])
    }
  }
  throw fault
}

/**
 * Takes the lowest free slot and moves its consumer group to what was published from a time on.
 *
 * Each gateway must see every message, so each needs a group of its own. Groups named at random would pile up on the
 * bus with every restart; slots are used again, so there are never more groups than gateways ran at once. A lock in
 * the database, which ends with the connection, says who has which. A slot whose group still has a member (a process
 * that died a moment ago, or one that lost its connection to the database) is passed over.
 * @throws Error when no slot is free or the bus can't move a group: worth trying again
 */
export async function takeSlot(db: Db, bus: Bus, topics: readonly string[], from: Date): Promise<Slot> {
  const client = await db.connect()
  // a slot whose connection broke is free to others, who then find its group in use
  const onError = () => undefined
  client.on('error', onError)
  const release = async () => {
    client.off('error', onError)
    client.release(true) // closing the connection gives the lock back
  }
  try {
    const number = await firstFree(client, async (group) => {
      for (const topic of topics) await bus.seek(group, topic, from)
    })
    return { number, release }
  } catch (error) {
    await release()
    throw error
  }
}
