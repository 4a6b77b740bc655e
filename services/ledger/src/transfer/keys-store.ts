import { columns, type Queryable, type Tx } from '@talad/shared/db'
import { readStream } from '@talad/shared/event-log'
import { hashOf } from '@talad/shared/json'
import { type Command, keyOf } from './commands.ts'
import type { OutcomeEvent } from './events.ts'
import { batchStream, outcomesOf } from './stored.ts'

/** The same key came with another body: a distinct error, never a second posting (GW-10). */
export class KeyReused extends Error {
  constructor(key: string) {
    super(`command ${key} was posted before with another content`)
    this.name = 'KeyReused'
  }
}

/** The hash of each command's body, hex, by its key. */
export type Bodies = ReadonlyMap<string, string>

/** @throws KeyReused when one key comes with two bodies */
export function bodiesOf(commands: readonly Command[]): Bodies {
  const bodies = new Map<string, string>()
  for (const command of commands) {
    const key = keyOf(command)
    const body = hashOf(command)
    if ((bodies.get(key) ?? body) !== body) throw new KeyReused(key)
    bodies.set(key, body)
  }
  return bodies
}

/** Keys in one order, so that two batches can't wait for each other. */
function keyColumns(bodies: Bodies): string[] {
  const sorted = [...bodies].sort(([a], [b]) => (a < b ? -1 : 1))
  return columns(
    sorted,
    ([key]) => key,
    ([, hash]) => hash,
  )
}

/**
 * Which keys of a batch nobody has had before, and in which batches the others were posted.
 * `txid`: the transaction that takes them, with its epoch; absent when it takes none
 */
export type Taken = { fresh: Set<string>; earlier: ReadonlyMap<string, string | null>; txid?: bigint }

/**
 * Takes the keys of a batch, for ever (LG-7). Who takes the same key at this moment is waited for.
 * @param batch id of the batch
 * @throws KeyReused when a key was taken with another body
 */
export async function takeKeys(tx: Tx, bodies: Bodies, batch: string): Promise<Taken> {
  const taken = await tx.query<{ key: string; txid: string }>({
    name: 'ledger.take_keys',
    text: `insert into posting (key, body_hash, batch) select key, decode(hash, 'hex'), $3
           from unnest($1::text[], $2::text[]) as p (key, hash) on conflict do nothing
           returning key, kit.log_txid(pg_current_xact_id())::text as txid`,
    values: [...keyColumns(bodies), batch],
  })
  const fresh = new Set(taken.rows.map(({ key }) => key))
  const [first] = taken.rows
  const here = { fresh, ...(first && { txid: BigInt(first.txid) }) }
  const known = [...bodies.keys()].filter((key) => !fresh.has(key))
  if (known.length === 0) return { ...here, earlier: new Map() }
  const before = await tx.query<{ key: string; hash: string; batch: string | null }>({
    name: 'ledger.known_keys',
    text: `select key, encode(body_hash, 'hex') as hash, batch from posting where key = any($1)`,
    values: [known],
  })
  for (const { key, hash } of before.rows) if (bodies.get(key) !== hash) throw new KeyReused(key)
  return { ...here, earlier: new Map(before.rows.map((row) => [row.key, row.batch])) }
}

/** What came of commands that were posted in earlier batches, by their keys. */
export async function earlierResults(
  db: Queryable,
  earlier: Taken['earlier'],
): Promise<Map<string, readonly OutcomeEvent[]>> {
  const batches = new Set([...earlier.values()].filter((batch) => batch !== null))
  const results = new Map<string, OutcomeEvent[]>()
  for (const batch of batches)
    for (const row of await readStream(db, batchStream(batch)))
      for (const { key, event } of outcomesOf(row))
        if (earlier.get(key) === batch) results.set(key, [...(results.get(key) ?? []), event])
  return results
}
