import { currentContext } from '@talad/shared/context'
import type { Queryable, Tx } from '@talad/shared/db'
import { append } from '@talad/shared/event-log'
import { hashOf } from '@talad/shared/json'
import type { ChainEvent } from '../chain/events.ts'
import type { ContractType } from '../chain/facts.ts'
import { type SyncKind, syncDue } from '../due/sync.ts'
import { mediaUrl } from '../media/routes.ts'
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
  if (sync.dueAt === null) await due.cancel(tx, assetId)
  else await due.enqueue(tx, { assetId }, { key: assetId, at: sync.dueAt, postpone: true })
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

type ViewRow = {
  contract: string
  type: ContractType
  token_id: bigint
  collection_id: string
  name: string
  r360: string | null
  description: string
  external_url: string | null
  image_source: string | null
  attributes: unknown
}

/** MO-10: what its maker shows of it, in one hash: another name, text, trait or picture makes another one. */
function contentHashOf(row: ViewRow): string {
  const { name, description, external_url, image_source, r360, attributes } = row
  return hashOf({ name, description, external_url, image_source, r360, attributes })
}

/** Appends what others may now know of an asset (asset.changed). */
export async function recordAsset(tx: Tx, assetId: string, at: Date): Promise<void> {
  const found = await tx.query<ViewRow>(
    `select a.contract, c.type, a.token_id, a.collection_id, a.name, a.r360, a.description, a.external_url, a.image_source,
       (select json_agg(json_build_array(t->>'key', t->>'value', t->>'displayType') order by n)
        from jsonb_array_elements(a.attributes) with ordinality as given (t, n)) as attributes
     from asset a join collection c on c.id = a.collection_id where a.id = $1`,
    [assetId],
  )
  const row = found.rows[0]
  if (!row) return
  const event: ChainEvent = {
    type: 'AssetUpdated',
    data: {
      asset: {
        assetId,
        ...{ contract: row.contract, contractType: row.type, token: row.token_id.toString() },
        ...{ collectionId: row.collection_id, name: row.name, image: mediaUrl(row.r360) ?? '' },
        contentHash: contentHashOf(row),
      },
    },
  }
  const stream = `asset-${assetId}`
  const last = await tx.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from kit.event where stream = $1',
    [stream],
  )
  await append(tx, stream, last.rows[0]?.version ?? 0, [event], { meta: currentContext(), at })
}
