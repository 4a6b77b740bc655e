import { fileURLToPath } from 'node:url'
import { openRpc } from '@talad/asset-indexer/chain/rpc'
import { registerCollections } from '@talad/asset-indexer/collection/register'
import { createScanner } from '@talad/asset-indexer/scan/scanner'
import { openScanDb } from '@talad/asset-indexer/scan/store'
import { callRpc } from '@talad/contracts/rpc'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import type { Measured } from '../measure.ts'
import type { BusyChain } from './chain.ts'

const migrations = fileURLToPath(
  new URL('../../../../services/asset-indexer/prisma/migrations', import.meta.url),
)
const CONFIRMATIONS = 12
/** as many blocks as the scanner asks for at first */
const RANGE = 2_000

function rateOf(events: number, elapsedMs: number): Measured {
  return { perSecond: (events / elapsedMs) * 1000, p50: elapsedMs, p99: elapsedMs, count: events }
}

/** Indexes the whole chain into an empty database, with the scanner of the service. */
export async function backfill(postgres: string, chain: BusyChain): Promise<Measured> {
  const own = await createTestDatabase(postgres, migrations)
  const db = openScanDb(own.url)
  const rpc = openRpc(chain.rpcUrl, chain.chainId)
  try {
    const { collection: address } = chain
    await registerCollections(db, 'kub', 0, [{ address, type: 'erc721', slug: 'bench', name: 'Bench' }])
    const step = createScanner({
      db,
      rpc,
      now: () => new Date(),
      blockchain: 'kub',
      confirmations: CONFIRMATIONS,
      seaport: `0x${'5e'.repeat(20)}`,
      factory: undefined,
      firstBlock: 0,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    })
    const since = performance.now()
    while (await step());
    const elapsed = performance.now() - since
    const { rows } = await db.query<{ count: bigint }>('select count(*) from chain_fact')
    if (Number(rows[0]?.count) !== chain.events)
      throw new Error(`${rows[0]?.count} facts, not ${chain.events}`)
    return rateOf(chain.events, elapsed)
  } finally {
    rpc.close()
    await db.end()
    await own.drop()
  }
}

/** Only reads the same logs, in the same ranges: no faster can it be. */
export async function plainLogs(chain: BusyChain): Promise<Measured> {
  const since = performance.now()
  let events = 0
  for (let from = 0; from <= chain.height; from += RANGE) {
    const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${(from + RANGE - 1).toString(16)}` }
    const logs = await callRpc(chain.rpcUrl, 'eth_getLogs', [{ ...range, address: chain.collection }])
    events += Array.isArray(logs) ? logs.length : 0
  }
  if (events !== chain.events) throw new Error(`${events} logs, not ${chain.events}`)
  return rateOf(events, performance.now() - since)
}
