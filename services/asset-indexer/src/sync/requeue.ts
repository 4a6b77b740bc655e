import { arrayText, type Tx } from '@talad/shared/db'
import { type SyncKind, syncDue } from '../due/sync.ts'
import type { SyncStateName } from './decide.ts'

/** One statement's list of keys has an end, and an admin may name a million tokens. */
const PER_STATEMENT = 5_000

type Among = { assetIds: readonly string[] } | { collectionId: string }

/** SQL for the ids of what is meant. */
function among(which: Among, most: number | undefined): [string, unknown[]] {
  if ('assetIds' in which) return ['$3::text[]', [arrayText(which.assetIds)]]
  const limit = most === undefined ? '' : `limit ${most}`
  // by the ids, one by one: joined, it might read all that sleep again for each of them
  return [
    `array(select s.asset_id from sync s join asset on asset.id = s.asset_id
       where s.kind = $1 and s.state = any($2) and asset.collection_id = $3 ${limit})`,
    [which.collectionId],
  ]
}

/**
 * AI-1: → pending, for all of those that are in one of some states, or `most` of them. Set-based.
 * @returns how many there were
 */
export async function requeueAll(
  tx: Tx,
  which: { kind: SyncKind; states: readonly SyncStateName[]; most?: number } & Among,
  now: Date,
): Promise<number> {
  const [ids, values] = among(which, which.most)
  const { rows } = await tx.query<{ asset_id: string; contract: string }>(
    `update sync set state = 'pending', failures = 0, sleeps = 0
     where kind = $1 and state = any($2) and asset_id = any(${ids})
     returning asset_id, (select contract from asset where id = asset_id)`,
    [which.kind, which.states, ...values],
  )
  const pieces = rows.map(({ asset_id: assetId, contract }) => ({
    key: assetId,
    payload: { assetId, contract },
  }))
  for (let start = 0; start < pieces.length; start += PER_STATEMENT)
    await syncDue[which.kind].enqueue(tx, pieces.slice(start, start + PER_STATEMENT), now)
  return pieces.length
}
