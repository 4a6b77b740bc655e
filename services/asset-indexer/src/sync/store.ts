import type { Queryable, Tx } from '@talad/shared/db'
import type { ContractType } from '../chain/facts.ts'
import { type SyncKind, syncDue } from '../due/sync.ts'
import type { DecidedSync, Sync, SyncStateName } from './decide.ts'

type SyncRow = {
  state: SyncStateName
  failures: number
  sleeps: number
  synced_at: Date | null
  forced_at: Date | null
  error: string | null
}

/** The state of one sync, held for this transaction. */
export async function holdSync(tx: Tx, assetId: string, kind: SyncKind): Promise<Sync | undefined> {
  const result = await tx.query<SyncRow>(
    `select state, failures, sleeps, synced_at, forced_at, error from sync
     where asset_id = $1 and kind = $2 for update`,
    [assetId, kind],
  )
  const row = result.rows[0]
  if (!row) return undefined
  const { state, failures, sleeps, error } = row
  return {
    state,
    failures,
    sleeps,
    error,
    syncedAt: row.synced_at,
    forcedAt: row.forced_at,
  }
}

/** Writes what is shown of a sync. */
export async function saveState(tx: Tx, assetId: string, kind: SyncKind, sync: Sync): Promise<void> {
  await tx.query(
    `update sync set state = $3, failures = $4, sleeps = $5, synced_at = $6, forced_at = $7, error = $8
     where asset_id = $1 and kind = $2`,
    [assetId, kind, sync.state, sync.failures, sync.sleeps, sync.syncedAt, sync.forcedAt, sync.error],
  )
}

/** Writes a sync and has it worked on when its time comes. */
export async function saveSync(tx: Tx, assetId: string, kind: SyncKind, sync: DecidedSync): Promise<void> {
  await saveState(tx, assetId, kind, sync)
  const due = syncDue[kind]
  if (sync.dueAt === null) return due.cancel(tx, assetId)
  const asset = await findAsset(tx, assetId)
  const payload = { assetId, contract: asset?.contract }
  await due.enqueue(tx, [{ payload, key: assetId, at: sync.dueAt, postpone: true }])
}

export type SyncedAsset = {
  id: string
  contract: string
  type: ContractType
  token_id: bigint
  image_source: string | null
  /** the contract has declared its metadata permanent (AI-1) */
  permanent: boolean
}

/** What is needed to fetch for an asset; undefined: a reorganisation took it back. */
export async function findAsset(db: Queryable, assetId: string): Promise<SyncedAsset | undefined> {
  const result = await db.query<SyncedAsset>({
    name: 'sync.asset',
    text: `select a.id, a.contract, c.type, a.token_id, a.image_source, a.permanent_block is not null as permanent
           from asset a join collection c on c.id = a.collection_id where a.id = $1`,
    values: [assetId],
  })
  return result.rows[0]
}
