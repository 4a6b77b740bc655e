import type { Queryable, Tx } from '@talad/shared/db'
import { changeIn, changeMany } from '@talad/shared/stream'
import type { OrderCommand, RaisedCounter } from './decide.ts'
import type { Fact } from './events.ts'
import { lockOfferer } from './row.ts'
import { orders, streamId } from './stream.ts'

/**
 * OB-15: notes that an offerer has raised their counter, or that the block of it is gone. From the commit on nothing of
 * a lower counter is let in or shown as for sale; `followCounters` ends the orders that are there. Whoever calls has
 * locked the offerer.
 */
export async function hearCounter(
  tx: Tx,
  offerer: string,
  { fact, counter }: RaisedCounter,
  reverted: boolean,
): Promise<void> {
  await tx.query(
    `insert into raised_counter (offerer, fact_key, tx_hash, log_index, block_number, counter, reverted)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (offerer, fact_key) do update set reverted = excluded.reverted`,
    [offerer, fact.key, fact.txHash, fact.logIndex, fact.block, counter, reverted],
  )
}

type Row = {
  fact_key: string
  tx_hash: string
  log_index: number
  block_number: bigint
  counter: bigint
  reverted: boolean
}

const raisedOf = (row: Row): RaisedCounter => ({
  counter: row.counter,
  fact: {
    key: row.fact_key,
    kind: 'counter',
    units: 0n,
    txHash: row.tx_hash,
    logIndex: row.log_index,
    block: row.block_number,
  },
})

async function rowsOf(tx: Tx, offerer: string): Promise<Row[]> {
  const found = await tx.query<Row>(
    `select fact_key, tx_hash, log_index, block_number, counter, reverted from raised_counter
     where offerer = $1 order by block_number, log_index`,
    [offerer],
  )
  return found.rows
}

/** What an offerer has raised their counter to, the first time first. */
export async function raisedBy(tx: Tx, offerer: string): Promise<RaisedCounter[]> {
  return (await rowsOf(tx, offerer)).filter(({ reverted }) => !reverted).map(raisedOf)
}

/** The present counters of offerers, as far as they were heard of. */
export async function countersOf(db: Queryable, offerers: readonly string[]): Promise<Map<string, bigint>> {
  const found = await db.query<{ offerer: string; counter: bigint }>(
    `select offerer, max(counter) as counter from raised_counter
     where offerer = any($1) and not reverted group by offerer`,
    [offerers],
  )
  return new Map(found.rows.map(({ offerer, counter }) => [offerer, counter]))
}

/** What one transaction changes at most. */
const PIECE = 250

/** @returns the streams of some orders */
async function nextOf(tx: Tx, condition: string, values: unknown[]): Promise<string[]> {
  // who could still be bought of comes first
  const found = await tx.query<{ hash: string }>(
    `select hash from order_row where offerer = $1 and ${condition} order by open desc, hash limit ${PIECE}`,
    values,
  )
  return found.rows.map(({ hash }) => streamId(hash))
}

const changeEach = (tx: Tx, ids: readonly string[], command: OrderCommand, now: Date) =>
  changeMany(
    tx,
    ids.map((id) => ({ stream: orders, id, command })),
    now,
  )

/**
 * OB-15: brings some orders of an offerer in step with the counters that were heard of, also orders that have ended: what
 * ended them may be taken back. Each order's row tells which counter it knows, so what is left is found again after a
 * crash.
 * @returns whether there is more to do
 */
export async function followCounters(tx: Tx, offerer: string, now: Date): Promise<boolean> {
  await lockOfferer(tx, offerer)
  const rows = await rowsOf(tx, offerer)
  const raised = rows.filter(({ reverted }) => !reverted).map(raisedOf)
  for (const { fact_key: key } of rows.filter(({ reverted }) => reverted)) {
    const ended = await nextOf(tx, 'counter_fact = $2', [offerer, key])
    await changeEach(tx, ended, { type: 'RevertFact', key, raised }, now)
    if (ended.length > 0) return true
    await tx.query('delete from raised_counter where offerer = $1 and fact_key = $2', [offerer, key])
  }
  const highest = raised.at(-1)?.counter ?? 0n // it never goes down
  const behind = await nextOf(tx, 'counter_fact is null and counter < $2', [offerer, highest])
  await changeEach(tx, behind, { type: 'SeeCounter', raised }, now)
  return behind.length > 0
}

/** Takes a fact of an order back. Whoever calls has locked the offerer. */
export async function revertFact(tx: Tx, of: { hash: string; offerer: string }, fact: Fact, now: Date) {
  const raised = await raisedBy(tx, of.offerer)
  await changeIn(tx, orders, streamId(of.hash), { type: 'RevertFact', key: fact.key, raised }, now)
}
