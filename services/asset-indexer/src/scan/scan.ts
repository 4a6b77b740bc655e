import { append } from '@talad/shared/append'
import { currentContext } from '@talad/shared/context'
import { columns, type Queryable, type Tx } from '@talad/shared/db'
import type { ChainEvent } from '../chain/events.ts'
import { inEvents } from '../chain/events.ts'
import { type ChainFact, chainFact } from '../chain/facts.ts'

/** How far the chain is indexed. */
export type Scan = { position: number; hash: string | null; confirmed: number; logVersion: number }

type ScanRow = { position: bigint; position_hash: string | null; confirmed: bigint; log_version: number }

/** The scan was moved by another process meanwhile: look again. */
export class ScanMoved extends Error {
  constructor() {
    super('the scan was moved by another process')
    this.name = 'ScanMoved'
  }
}

export async function readScan(db: Queryable, lock: '' | 'for update' = ''): Promise<Scan | undefined> {
  const result = await db.query<ScanRow>(
    `select position, position_hash, confirmed, log_version from scan where id = 1 ${lock}`,
  )
  const row = result.rows[0]
  return (
    row && {
      position: Number(row.position),
      hash: row.position_hash,
      confirmed: Number(row.confirmed),
      logVersion: row.log_version,
    }
  )
}

/** Holds the scan for this transaction. @throws ScanMoved when it isn't where the work began */
export async function holdScan(tx: Tx, expected: Scan): Promise<Scan> {
  const scan = await readScan(tx, 'for update')
  if (!scan || scan.position !== expected.position || scan.hash !== expected.hash) throw new ScanMoved()
  return scan
}

/** Puts the scan before its first block. */
export async function startScan(db: Queryable, firstBlock: number): Promise<void> {
  await db.query(
    `insert into scan (id, position, position_hash, confirmed, log_version) values (1, $1, null, $1, 0)
     on conflict do nothing`,
    [firstBlock - 1],
  )
}

export async function saveScan(tx: Tx, scan: Scan): Promise<void> {
  await tx.query(
    'update scan set position = $1, position_hash = $2, confirmed = $3, log_version = $4 where id = 1',
    [scan.position, scan.hash, scan.confirmed, scan.logVersion],
  )
}

/** Appends events to the chain's stream. @returns the scan with the stream's new version */
export async function record(
  tx: Tx,
  scan: Scan,
  blockchain: string,
  events: readonly ChainEvent[],
  at: Date,
): Promise<Scan> {
  await append(tx, `chain-${blockchain}`, scan.logVersion, events, { meta: currentContext(), at })
  return { ...scan, logVersion: scan.logVersion + events.length }
}

/** Writes new facts. Facts at or below `confirmed` have passed the finality depth already. */
export async function insertFacts(tx: Tx, facts: readonly ChainFact[], confirmed: number): Promise<void> {
  await tx.query(
    `insert into chain_fact (block_number, log_index, item, kind, asset_id, order_hash, confirmed, fact)
     select * from unnest($1::bigint[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[],
       $7::boolean[], $8::json[])`,
    columns(
      facts,
      (fact) => fact.block,
      (fact) => fact.log,
      (fact) => fact.item,
      (fact) => fact.kind,
      (fact) => ('assetId' in fact ? fact.assetId : null),
      (fact) => ('orderHash' in fact ? fact.orderHash : null),
      (fact) => fact.block <= confirmed,
      (fact) => JSON.stringify(fact), // facts hold no bigint
    ),
  )
}

/** Marks what has passed the finality depth. @returns events that tell of it once more, now confirmed */
export async function confirmFacts(tx: Tx, upTo: number): Promise<ChainEvent[]> {
  const result = await tx.query<{ fact: unknown }>(
    `with passed as (update chain_fact set confirmed = true where not confirmed and block_number <= $1
       returning block_number, log_index, item, fact)
     select fact from passed order by block_number, log_index, item`,
    [upTo],
  )
  const facts = result.rows.map((row) => chainFact.parse(row.fact))
  return inEvents(facts, (part) => ({ type: 'FactsConfirmed', data: { facts: part } }))
}
