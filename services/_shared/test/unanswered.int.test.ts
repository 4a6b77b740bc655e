import { connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Db, inTx, isConnectionFault, isTransient, openDb } from '../src/db.ts'
import { createTestDatabase } from '../src/testing/postgres.ts'

// A network that takes everything and delivers nothing, without breaking a connection.

let held = false
let sockets: Socket[]
let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
const way = createServer((client) => {
  const { hostname, port } = new URL(database.url)
  const server = connect(Number(port), hostname)
  sockets.push(client, server)
  for (const socket of [client, server]) socket.on('error', () => undefined)
  client.on('data', (bytes) => held || server.write(bytes))
  server.on('data', (bytes) => held || client.write(bytes))
  client.on('close', () => server.destroy())
  server.on('close', () => client.destroy())
})

beforeEach(async () => {
  held = false
  sockets = []
  database = await createTestDatabase(inject('postgres'))
  await new Promise<void>((done) => way.listen(0, '127.0.0.1', done))
  const address = way.address()
  const url = new URL(database.url)
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  db = openDb(url.toString(), { queryTimeoutMs: 1_000 })
})
afterEach(async () => {
  await db.end()
  for (const socket of sockets) socket.destroy()
  await new Promise((done) => way.close(done))
  await database.drop()
})

test('a query that is not answered fails as a dependency that is away, and its connection is not used again', async () => {
  await db.query('select 1')
  held = true
  const fault: unknown = await db.query('select 1').catch((error: unknown) => error)
  expect(isConnectionFault(fault)).toBe(true)
  expect(db.totalCount).toBe(0)
  held = false
  expect((await db.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

test('a transaction whose query is not answered ends at once: nobody waits for its rollback too', async () => {
  await db.query('select 1')
  const since = performance.now()
  const fault: unknown = await inTx(db, async (tx) => {
    held = true
    await tx.query('select 1')
  }).catch((error: unknown) => error)
  expect(isConnectionFault(fault)).toBe(true)
  expect(performance.now() - since).toBeLessThan(1_900)
  expect(db.totalCount).toBe(0)
})

test('a query that only takes too long is ended by the server, and is no sign that the database is away', async () => {
  const fault: unknown = await db.query('select pg_sleep(5)').catch((error: unknown) => error)
  expect(fault).toMatchObject({ code: '57014' })
  expect(isConnectionFault(fault)).toBe(false)
  expect(isTransient(fault)).toBe(true)
  expect((await db.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})
