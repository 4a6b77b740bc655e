import { type Db, inTx, type Queryable } from '@talad/shared/db'
import type { ChainRpc } from '../chain/rpc.ts'
import { readScan, type Scan } from '../scan/scan.ts'
import { type Held, heldOnChain } from './chain.ts'

const WEEK_MS = 7 * 86_400_000
/** An asset that nothing happened to for so long, and that nobody offers, is not looked at. */
const ACTIVE_DAYS = 90
/** So many holders go to the node at once. */
const AT_ONCE = 50
/** How many holders of one asset are compared: the first ones by address. */
const MOST_HOLDERS = 500

export type CheckDeps = {
  db: Db
  rpc: ChainRpc
  log: { error(about: object, text: string): void; info(about: object, text: string): void }
}

/** The part that was looked at longest ago, if that is more than a week. */
async function partDue(db: Queryable, now: Date): Promise<number | undefined> {
  const { rows } = await db.query<{ part: number }>(
    'select part from holder_check where checked_at <= $1 order by checked_at, part limit 1',
    [new Date(now.getTime() - WEEK_MS)],
  )
  return rows[0]?.part
}

/** What we think that people hold of the active assets of a part, and at which block: both as of one moment. */
async function ours(db: Db, part: number, now: Date): Promise<{ scan: Scan | undefined; held: Held[] }> {
  return inTx(db, async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const scan = await readScan(tx)
    const byte = part.toString(16).padStart(2, '0')
    const { rows } = await tx.query<Held>(
      `select a.id as "assetId", a.contract, c.type, a.token_id as "tokenId", h.address, h.quantity
       from asset a join collection c on c.id = a.collection_id and c.next_block is null
       cross join lateral (
         select address, quantity from holder where asset_id = a.id order by address limit $4) h
       where a.id >= $1 and a.id < $2 and (a.listings > 0 or a.offers > 0 or exists (
         select 1 from activity e where e.asset_id = a.id and e.at > $3))`,
      [byte, `${byte}g`, new Date(now.getTime() - ACTIVE_DAYS * 86_400_000), MOST_HOLDERS],
    )
    return { scan, held: rows }
  })
}

/**
 * AI-5: compares who holds the active assets of one part with the chain, as of one block, and keeps where they differ.
 * Ends having changed nothing where the block has left the chain meanwhile: the next turn begins anew.
 * @returns whether there was a part to look at
 */
export async function checkHolders(deps: CheckDeps, now: Date): Promise<boolean> {
  const { db, rpc } = deps
  const part = await partDue(db, now)
  if (part === undefined) return false
  const { scan, held } = await ours(db, part, now)
  if (!scan || scan.hash === null) return false
  const { hash, position } = scan
  const drifts: { held: Held; chain: bigint }[] = []
  for (let from = 0; from < held.length; from += AT_ONCE) {
    const some = held.slice(from, from + AT_ONCE)
    const told = await Promise.all(some.map((one) => heldOnChain(rpc, one, hash)))
    for (const [n, one] of some.entries())
      if (told[n] !== one.quantity) drifts.push({ held: one, chain: told[n] ?? 0n })
  }
  await save(db, { part, position, now, agreed: held, drifts })
  for (const { held: one, chain } of drifts)
    deps.log.error({ ...one, chain, block: position }, 'holders differ from the chain (AI-5)')
  return true
}

async function save(
  db: Db,
  about: {
    part: number
    position: number
    now: Date
    agreed: readonly Held[]
    drifts: readonly { held: Held; chain: bigint }[]
  },
): Promise<void> {
  const { part, position, now, agreed, drifts } = about
  await inTx(db, async (tx) => {
    await tx.query('delete from holder_drift where asset_id = any($1)', [
      agreed.map(({ assetId }) => assetId),
    ])
    for (const { held, chain } of drifts) {
      await tx.query(
        `insert into holder_drift (asset_id, address, ours, chain, block_number, found_at)
         select $1, $2, $3, $4, $5, $6 where exists (select 1 from asset where id = $1) on conflict do nothing`,
        [held.assetId, held.address, held.quantity, chain, position, now],
      )
    }
    await tx.query('update holder_check set checked_at = $2 where part = $1', [part, now])
  })
}
