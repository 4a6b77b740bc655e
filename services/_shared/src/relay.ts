import type { Bus, Outgoing, OutMessage } from './bus/port.ts'
import type { Db } from './db.ts'
import { HELD_MS, type Row, readerCursor, readLogPart, saveReaderCursor } from './event-log.ts'
import { LOG_CHANNEL } from './handle.ts'
import { withLease } from './lease.ts'
import { type Loop, startLoop } from './loop.ts'
import type { Wake } from './wake.ts'

const READER = 'relay'
const BATCH = 500

/** A message of a stored event. The id is the event's row (and the message's number within it), so a resend is recognised. */
export function toMessage(service: string, row: Row, out: Outgoing, index: number): OutMessage {
  const id = `${service}:${row.position}${index === 0 ? '' : `.${index}`}`
  return {
    ...out,
    id,
    time: row.at,
    headers: {
      ce_specversion: '1.0',
      ce_id: id,
      ce_source: service,
      ce_type: out.type,
      ce_time: row.at.toISOString(),
      ce_correlationid: row.meta.correlationId,
      ...(row.meta.actor ? { ce_actor: row.meta.actor } : {}),
      ...(row.meta.traceparent ? { traceparent: row.meta.traceparent } : {}),
    },
  }
}

export type RelayDeps = {
  service: string
  db: Db
  bus: Bus
  wake: Wake
  /** what the outside may know of a stored event: none, one or several messages */
  publish: (row: Row) => readonly Outgoing[]
  onError: (error: unknown) => void
}

/**
 * Sends the event log to the bus, in order, at least once: the position is saved after the bus has acknowledged. One
 * relay per log: whoever holds the advisory lock; the others wait to take over.
 */
export function startRelay(deps: RelayDeps): Loop {
  const step = () =>
    withLease(deps.db, 'talad.relay', async (client) => {
      for (;;) {
        const { rows, held } = await readLogPart(client, await readerCursor(client, READER), BATCH)
        const last = rows.at(-1)
        if (!last) return held ? HELD_MS : false
        const messages = rows.flatMap((row) =>
          deps.publish(row).map((out, index) => toMessage(deps.service, row, out, index)),
        )
        if (messages.length > 0) await deps.bus.publish(messages)
        await saveReaderCursor(client, READER, last)
      }
    }).then((more) => more ?? false)
  const loop = startLoop(step, { idleMs: 2_000, onError: deps.onError })
  const unlisten = deps.wake.listen(LOG_CHANNEL, () => loop.wake())
  return {
    wake: () => loop.wake(),
    async close() {
      unlisten()
      await loop.close()
    },
  }
}
