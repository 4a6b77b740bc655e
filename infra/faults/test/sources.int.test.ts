import { serviceNames } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import type { InMessage } from '@talad/shared/bus/port'
import { type Db, openDb, type Queryable, type Tx } from '@talad/shared/db'
import type { AnyReplica } from '@talad/shared/replica'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { streamId, valuesOf } from './stored-shapes.ts'

const services = await Promise.all(serviceNames.map(loadService))
/** All that a log's messages depend on besides the log. */
const config = { CHAIN_SLUG: 'kub' } as unknown as Parameters<(typeof services)[number]['publish']>[0]
const at = new Date('2026-01-01T00:00:00Z')

const databases = new Map<string, { db: Db; drop: () => Promise<void> }>()
beforeAll(async () => {
  for (const { manifest, migrations, replicas } of services) {
    if (replicas.length === 0) continue
    const { url, drop } = await createTestDatabase(inject('postgres'), migrations)
    databases.set(manifest.name, { db: openDb(url, { max: 1, owner: true }), drop })
  }
})
afterAll(async () => {
  for (const { db, drop } of databases.values()) {
    await db.end()
    await drop()
  }
})

type Stored = { event: { type: string; data: object }; view: object | null; version: number; id: string }

/** What a shape refuses isn't stored, so nothing is published of it. */
function storable<T>(make: () => readonly T[]): readonly T[] {
  try {
    return make()
  } catch (error) {
    if (error instanceof z.ZodError) return []
    throw error
  }
}

/** What services may publish on a topic, as it comes from the bus: made of what their logs may hold. */
const messagesOf = (topic: string): fc.Arbitrary<InMessage[]> =>
  fc.oneof(
    ...services
      .filter(({ manifest }) => manifest.publishes.includes(topic))
      .flatMap(({ stored, publish }) =>
        stored.map(({ name, event, view }) =>
          fc
            .record({
              event: valuesOf(event, '', name),
              view: view ? valuesOf(view, '', name) : fc.constant(null),
              version: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
              id: streamId,
            })
            .map((made) => {
              const { event: happened, view: shown, version, id } = made as Stored
              const about = { position: 1n, txid: '1', meta: { correlationId: 'c', actor: 'a' }, at }
              const row = { ...about, ...happened, stream: `${name}-${id}`, version, view: shown }
              return storable(() => publish(config)(row))
                .filter((message) => message.topic === topic)
                .map((one) => ({ ...one, id: 'm', time: at, headers: {}, partition: 0, offset: '0' }))
            }),
        ),
      ),
  )

/** What a replica refuses of messages, and how many rows it made of the others. */
async function taken(client: Queryable, of: AnyReplica, messages: readonly InMessage[]): Promise<number> {
  await client.query('begin')
  try {
    for (const message of messages) await of.write(client as Tx, message)
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${of.tables[0]}`)
    return rows[0]?.n ?? 0
  } finally {
    await client.query('rollback')
  }
}

/** Tries what may come on its topic. @throws Error with the smallest message that is refused @returns rows made */
async function tryAll(db: Db, of: AnyReplica): Promise<number> {
  let rows = 0
  const client = await db.connect()
  try {
    await fc.assert(
      fc.asyncProperty(messagesOf(of.topic), async (messages) => {
        rows += await taken(client, of, messages)
      }),
      { numRuns: 400, endOnFailure: true },
    )
  } finally {
    client.release()
  }
  return rows
}

const kept = services.flatMap(({ manifest, replicas }) =>
  replicas.map((of) => ({ service: manifest.name, of })),
)
const dbOf = (service: string) => databases.get(service)?.db as Db

test.each(kept.map(({ service, of }) => [service, of.name, of] as const))(
  '%s takes whatever is published for its %s',
  async (service, _name, of) => {
    expect(await tryAll(dbOf(service), of)).toBeGreaterThan(0)
  },
)

test('a constraint that a source does not keep is found', async () => {
  const [found] = kept.filter(({ of }) => of.name === 'item_name')
  if (!found) throw new Error('no replica of names')
  const db = dbOf(found.service)
  await db.query('alter table item_name add constraint short check (length(name) < 1000)')
  await expect(tryAll(db, found.of)).rejects.toMatchObject({ cause: { constraint: 'short' } })
})
