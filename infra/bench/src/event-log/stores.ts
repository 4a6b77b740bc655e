import { dumbo } from '@event-driven-io/dumbo'
import { getPostgreSQLEventStore, readMessagesBatch } from '@event-driven-io/emmett-postgresql'
import { append } from '@talad/shared/append'
import { inTx, openDb } from '@talad/shared/db'
import { type Cursor, readLog, readStreams, START } from '@talad/shared/event-log'
import { createEmptyDatabase, createTestDatabase } from '@talad/shared/testing/postgres'
import pg from 'pg'

export type Fact = { type: string; data: { transfer: string; account: string; value: number; at: string } }

/** What a kit for event sourcing must do, as both of them offer it. */
export type Store = {
  /** appends to a stream that is at the expected version; 0 makes it */
  append(stream: string, expected: number, events: readonly Fact[]): Promise<void>
  /** @returns the number of its events */
  load(stream: string): Promise<number>
  /** reads the whole log in batches, as a reader that must miss nothing. @returns how many different events it saw */
  readAll(batch: number): Promise<number>
  /** how many events lie in the log */
  count(): Promise<number>
  close(): Promise<void>
}

const CONNECTIONS = 64
const about = { correlationId: '65f0c0ffee65f0c0ffee65f0', actor: 'join-bench-1' }

export async function openOurs(postgres: string): Promise<Store> {
  const database = await createTestDatabase(postgres)
  const db = openDb(database.url, { max: CONNECTIONS })
  return {
    append: async (stream, expected, events) => {
      await inTx(db, (tx) => append(tx, stream, expected, events, { meta: about, at: new Date() }))
    },
    load: async (stream) => (await readStreams(db, [stream])).length,
    async readAll(batch) {
      const seen = new Set<bigint>()
      for (let cursor: Cursor = START; ; ) {
        const rows = await readLog(db, cursor, batch)
        for (const { position } of rows) seen.add(position)
        const last = rows.at(-1)
        if (!last) return seen.size
        cursor = last
      }
    },
    async count() {
      const { rows } = await db.query<{ count: bigint }>('select count(*) from kit.event')
      return Number(rows[0]?.count)
    },
    async close() {
      await db.end()
      await database.drop()
    },
  }
}

/** The published kit, over a pool of as many connections. Its schema is made before anything is measured. */
export async function openEmmett(postgres: string): Promise<Store> {
  const database = await createEmptyDatabase(postgres)
  const db = new pg.Pool({ connectionString: database.url, max: CONNECTIONS })
  const pool = dumbo({ connectionString: database.url, pool: db })
  const options = { connectionOptions: { dumbo: pool }, schema: { autoMigration: 'None' as const } }
  const store = getPostgreSQLEventStore(database.url, options)
  await store.schema.migrate()
  return {
    append: async (stream, expected, events) => {
      const expectedStreamVersion = expected === 0 ? 'STREAM_DOES_NOT_EXIST' : BigInt(expected)
      const withMeta = events.map((event) => ({ ...event, metadata: about }))
      await store.appendToStream(stream, withMeta, { expectedStreamVersion })
    },
    load: async (stream) => (await store.readStream(stream)).events.length,
    async readAll(batchSize) {
      const seen = new Set<string>()
      for (let after = 0n; ; ) {
        const part = await readMessagesBatch(pool.execute, { after, batchSize })
        if (part.messages.length === 0) return seen.size
        for (const { metadata } of part.messages) seen.add(metadata.messageId)
        after = part.currentGlobalPosition
      }
    },
    async count() {
      const { rows } = await db.query<{ count: string }>('select count(*) from emt_messages')
      return Number(rows[0]?.count)
    },
    async close() {
      await pool.close()
      await db.end()
      await database.drop()
    },
  }
}
