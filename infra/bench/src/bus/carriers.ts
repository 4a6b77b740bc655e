import type { Bus } from '@talad/shared/bus/port'
import { openDb } from '@talad/shared/db'

/** One way from a sender to a handler, which names each message that it was handed. */
export type Carrier = {
  /** resolves when all of them are durable */
  publish(ids: readonly number[]): Promise<void>
  close(): Promise<void>
}

const TOPIC = 'bench.note.v1'
const keyOf = (id: number) => `key-${id % 64}`
const payloadOf = (id: number) => Buffer.alloc(300, id)

export async function openOurs(bus: Bus, handled: (id: number) => void): Promise<Carrier> {
  await bus.ensureTopics([TOPIC])
  await bus.subscribe({
    group: 'bench.note',
    topics: [TOPIC],
    onError: (error) => console.error(String(error)),
    async handle(batch) {
      for (const { id } of batch) handled(Number(id))
    },
  })
  const headers = { ce_specversion: '1.0', ce_source: 'bench', ce_correlationid: 'bench' }
  return {
    publish: (ids) =>
      bus.publish(
        ids.map((id) => ({
          id: String(id),
          topic: TOPIC,
          key: keyOf(id),
          type: 'bench.Note',
          payload: payloadOf(id),
          time: new Date(),
          headers,
        })),
      ),
    close: () => bus.close(),
  }
}

/** The least that Postgres has to do: rows that last, and a NOTIFY that carries their numbers. */
export async function openBare(url: string, handled: (id: number) => void): Promise<Carrier> {
  const db = openDb(url, { max: 9, owner: true, name: 'bench' })
  await db.query('create table note (id bigint primary key, key text, payload bytea)')
  const listener = await db.connect()
  listener.on('notification', ({ payload = '' }) => {
    for (const id of payload.split(',')) handled(Number(id))
  })
  await listener.query('listen note')
  return {
    async publish(ids) {
      await db.query({
        name: 'publish',
        text: `with sent as (insert into note select * from unnest($1::bigint[], $2::text[], $3::bytea[]))
               select pg_notify('note', $4)`,
        values: [ids, ids.map(keyOf), ids.map(payloadOf), ids.join()],
      })
    },
    async close() {
      listener.release(true)
      await db.end()
    },
  }
}
