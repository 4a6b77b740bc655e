import { fileURLToPath } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import { type Db, inTx, openDb } from '@talad/shared/db'
import { startJobs } from '@talad/shared/job-runner'
import type { AnyJob } from '@talad/shared/jobs'
import { toJson } from '@talad/shared/json'
import { createNotifier } from '@talad/shared/notifier'
import { rebuildReadModel } from '@talad/shared/read-model'
import { changeIn } from '@talad/shared/stream'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import type { ChainReader } from '../src/chain/read.ts'
import type { Deps } from '../src/deps.ts'
import { PrismaClient } from '../src/generated/prisma/client.ts'
import { decide } from '../src/order/decide.ts'
import { evolve, initialOrder, publicStateOf } from '../src/order/state.ts'
import { orders, streamId } from '../src/order/stream.ts'
import type { Terms } from '../src/public-state/terms.ts'
import { orderView } from '../src/read-models/order-view.ts'
import { market, now, putOf, terms } from './samples.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))

/** A hash for each number. */
export const hashOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`

/** The database of an order book, without its service: what jobs and consumers do is seen one by one. */
export async function openBook(serverUrl: string) {
  const database = await createTestDatabase(serverUrl, migrations)
  const db = openDb(database.url)
  const owner = openDb(database.url, { owner: true })
  return {
    db,
    owner,
    url: database.url,
    async close() {
      await Promise.all([db.end(), owner.end()])
      await database.drop()
    },
  }
}
export type Book = Awaited<ReturnType<typeof openBook>>

export async function put(db: Db, n: number, changes: Partial<Terms> = {}): Promise<Terms> {
  const about = terms({ hash: hashOf(n), orderId: hashOf(n).slice(-24), ...changes })
  await inTx(db, (tx) => changeIn(tx, orders, streamId(about.hash), putOf(about), now))
  return about
}

/** Puts orders 1 to `count` of one offerer at once, as their own commands would leave them. */
export async function putMany({ owner }: Book, count: number, offerer: string): Promise<void> {
  const command = putOf(terms({ offerer }))
  const [event] = decide(command, initialOrder)
  if (event?.type !== 'OrderPut') throw new Error('nothing was put')
  const view = publicStateOf(evolve(initialOrder, event))
  await inTx(owner, async (tx) => {
    await tx.query(
      `insert into kit.event (stream, version, type, data, view, meta, at)
       select 'order-' || h, 1, 'OrderPut', jsonb_set($1::jsonb, '{terms}', $1::jsonb->'terms' || own),
         jsonb_set($2::jsonb, '{terms}', $2::jsonb->'terms' || own), '{"correlationId": "many"}', $3
       from generate_series(1, $4::int) n, lpad(to_hex(n), 64, '0') h,
         jsonb_build_object('hash', '0x' || h, 'orderId', right(h, 24)) own`,
      [toJson(event.data), toJson(view), now, count],
    )
    await tx.query(
      // the limits are those of an insert that is open
      `insert into order_row (hash, order_id, customer_id, offerer, contract, token_id, counter, open, display_end, signed_end)
       select t->>'hash', t->>'orderId', t->>'customerId', t->>'offerer', t->>'contract', t->>'tokenId',
         (t->'parameters'->>'counter')::numeric, false, (t->>'end')::bigint, (t->>'signedEnd')::bigint
       from (select view->'terms' as t from kit.event) put`,
    )
    await tx.query('update order_row set open = true')
  })
  await rebuildReadModel(owner, orderView)
}

/** Everything is in order with a listing. */
export const goodListing: Awaited<ReturnType<ChainReader['listing']>> = {
  block: 1n,
  counter: 0n,
  cancelled: false,
  filled: false,
  balance: 100n,
  approved: true,
}

/** A chain that a test plays. */
export function playedChain(played: Partial<ChainReader>): ChainReader {
  return {
    listing: async () => goodListing,
    offer: async () => goodListing,
    fills: async () => true,
    touched: async () => ({ owners: [], upTo: 1n, more: false }),
    contractAccepts: async () => false,
    departure: async () => undefined,
    ...played,
  }
}

/** Runs jobs of the order book as one process does. */
export function runJobs(db: Db, jobs: readonly AnyJob<Deps>[], chain: ChainReader, clock = { now }) {
  const faults: unknown[] = []
  const notifier = createNotifier(db, { onError: (error) => faults.push(error) })
  const prisma = new PrismaClient({ adapter: new PrismaPg(db) })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const deps = { db, notifier, prisma, chain, market, log, now: () => clock.now }
  const runner = startJobs(deps as unknown as Deps, jobs, (error) => faults.push(error))
  return {
    faults,
    wake: () => runner.wake(),
    async close() {
      await runner.close()
      await notifier.close()
      await prisma.$disconnect()
    },
  }
}
