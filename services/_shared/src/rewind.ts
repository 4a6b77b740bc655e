import { setTimeout as pause } from 'node:timers/promises'
import type { Bus } from './bus/port.ts'
import { asError, type Db } from './db.ts'
import { withLease } from './lease.ts'

type Due = { epoch: number; back_to: Date }
type Reads = { group: string; topic: string }

const TRIES = 60
const RETRY_MS = 1_000

/**
 * Takes the groups of a service back after a standby was promoted, before any of them is read with: the bus may have them
 * further than their database is. What they handled they recognise. Other processes of the service end meanwhile.
 * @throws Error when a group still has members after a minute
 */
export async function takeBack(db: Db, bus: Pick<Bus, 'seek'>, reads: readonly Reads[]): Promise<void> {
  const due = async () =>
    (await db.query<Due>('select epoch, back_to from kit.rewind where done_at is null order by epoch')).rows
  for (let tries = 1; (await due()).length > 0; tries++) {
    try {
      await withLease(db, 'talad.rewind', async () => {
        for (const { epoch, back_to } of await due()) {
          for (const { group, topic } of reads) await bus.seek(group, topic, { atMost: back_to })
          await db.query('update kit.rewind set done_at = now() where epoch = $1', [epoch])
        }
      })
    } catch (error) {
      if (tries >= TRIES) throw asError(error)
    }
    await pause(RETRY_MS)
  }
}
