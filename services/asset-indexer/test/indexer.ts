import { fileURLToPath } from 'node:url'
import type { Db } from '@talad/shared/db'
import { claimJobs, finishJob } from '@talad/shared/job-claims'
import type { AnyJob } from '@talad/shared/jobs'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { publishFor } from '../src/chain/publish.ts'
import { openRpc } from '../src/chain/rpc.ts'
import { type ListedCollection, registerCollections } from '../src/collection/register.ts'
import { marketJob } from '../src/jobs/market.ts'
import { noticesJob } from '../src/jobs/notices.ts'
import { createScanner, type ScannerDeps } from '../src/scan/scanner.ts'
import { openScanDb } from '../src/scan/store.ts'
import type { TestChain } from './chain.ts'

export const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))

export type TestIndexer = {
  db: Db
  url: string
  deps: ScannerDeps
  /** what those who wait were told, in order */
  announced: string[]
  /** scans until there is nothing more to do */
  scan(): Promise<void>
  step(): Promise<boolean>
  drop(): Promise<void>
}

/** The scanner on a database of its own, without the service around it. */
export async function createIndexer(
  server: string,
  chain: TestChain,
  options: { confirmations?: number; collections?: ListedCollection[] } = {},
): Promise<TestIndexer> {
  const own = await createTestDatabase(server, migrations)
  const announced: string[] = []
  const db = openScanDb(own.url, { notify: (channel) => announced.push(channel) })
  const rpc = openRpc(chain.anvil.rpcUrl, chain.anvil.chainId)
  const deps: ScannerDeps = {
    db,
    rpc,
    now: () => new Date(),
    blockchain: 'kub',
    confirmations: options.confirmations ?? 3,
    seaport: chain.deployment.seaport,
    factory: chain.deployment.collectionFactory,
    firstBlock: 0,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  }
  await registerCollections(db, 'kub', 0, options.collections ?? [])
  const step = createScanner(deps)
  return {
    db,
    announced,
    url: own.url,
    deps,
    step,
    async scan() {
      while (await step());
      await runDue({ db, log: deps.log }, marketJob, new Date())
      while (await runDue({ db }, noticesJob, new Date()));
    },
    async drop() {
      rpc.close()
      await db.end()
      await own.drop()
    },
  }
}

/** Does what is due of a kind of work, as a process of the service does. @returns how many pieces */
export async function runDue<Deps extends { db: Db }>(
  deps: Deps,
  one: AnyJob<Deps>,
  now: Date,
): Promise<number> {
  const { claimed } = await claimJobs(deps.db, 1, new Map([[one.name, 100]]), now)
  for (const piece of claimed) {
    const nextAt = await one.run(piece.payload, { deps, now, attempt: 1 })
    await finishJob(deps.db, 1, piece, nextAt ?? undefined)
  }
  return claimed.length
}

/** What the chain alone determines, whole tables, so that two of them can be compared. */
const CHAIN_TABLES: Readonly<Record<string, string>> = {
  collection:
    'select id, blockchain, address, type, slug, name, found_block, next_block from collection order by id',
  asset: 'select * from asset order by id',
  holder: 'select * from holder order by asset_id, address',
  chain_fact: 'select * from chain_fact order by block_number, log_index, item',
  activity: 'select * from activity order by id',
  sync: 'select * from sync order by asset_id, kind',
  scan: 'select position, position_hash, confirmed from scan',
  block: `select * from block b where exists (select 1 from chain_fact f where f.block_number = b.number) order by number`,
}

export async function dump(db: Db): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const [name, sql] of Object.entries(CHAIN_TABLES)) tables[name] = (await db.query(sql)).rows
  return tables
}

/** What was told, in order: as `type of message`, key, and standing. */
export async function told(db: Db): Promise<{ type: string; key: string; payload: Uint8Array }[]> {
  const rows = await db.query('select *, txid::text from kit.event order by kit.event.txid, position')
  const publish = publishFor('kub')
  return rows.rows.flatMap((row) => publish(row)).map(({ type, key, payload }) => ({ type, key, payload }))
}
