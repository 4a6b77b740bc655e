import type { SyncOfAsset } from '@talad/proto/http/asset-indexer/indexer-admin'
import { syncKinds } from '@talad/proto/http/asset-indexer/indexer-admin'
import type { Queryable } from '@talad/shared/db'
import type { Conditions } from '../asset/sql.ts'
import type { SyncKind } from '../due/sync.ts'
import type { SyncStateName } from '../sync/decide.ts'
import type { FaultKind } from './judge-node.ts'

const SHOWN_REORGANISATIONS = 10

type ScanRow = { position: bigint; confirmed: bigint; at: Date | null }
type FaultRow = { kind: FaultKind; says: string; since: Date; at: Date; times: number }

/** How far the chain is read, and why it isn't read further. */
export async function readScanHealth(db: Queryable) {
  const [scans, faults, behind] = await Promise.all([
    db.query<ScanRow>(
      'select s.position, s.confirmed, b.at from scan s left join block b on b.number = s.position',
    ),
    db.query<FaultRow>('select kind, says, since, at, times from scan_fault'),
    db.query<{ n: number }>('select count(*)::int as n from collection where next_block is not null'),
  ])
  const [[scan], [fault]] = [scans.rows, faults.rows]
  const isRead = scan !== undefined && scan.position >= 0n
  return {
    position: isRead ? scan.position.toString() : null,
    position_at: scan?.at?.toISOString() ?? null,
    confirmed: isRead && scan.confirmed >= 0n ? scan.confirmed.toString() : null,
    catching_up: behind.rows[0]?.n ?? 0,
    fault: fault ? { ...fault, since: fault.since.toISOString(), at: fault.at.toISOString() } : null,
  }
}

type ReorganisationRow = { at: Date; from_block: bigint; fork_block: bigint; facts: number }

/** OB-42 */
export async function readReorganisations(db: Queryable) {
  const [sums, newest] = await Promise.all([
    db.query<{ total: number; deepest: number }>(
      'select count(*)::int as total, coalesce(max(from_block - fork_block), 0)::int as deepest from reorganisation',
    ),
    db.query<ReorganisationRow>(
      `select at, from_block, fork_block, facts from reorganisation order by id desc limit ${SHOWN_REORGANISATIONS}`,
    ),
  ])
  return {
    ...(sums.rows[0] ?? { total: 0, deepest: 0 }),
    list: newest.rows.map(({ at, from_block, fork_block, facts }) => ({
      at: at.toISOString(),
      facts,
      from_block: from_block.toString(),
      fork_block: fork_block.toString(),
    })),
  }
}

/** AI-1: how many assets are in which state, and what waits for its turn. */
export async function readQueues(db: Queryable, now: Date) {
  const [counted, due] = await Promise.all([
    db.query<{ kind: SyncKind; state: SyncStateName; n: number }>(
      'select kind, state, count(*)::int as n from sync group by kind, state',
    ),
    db.query<{ kind: SyncKind; n: number; oldest: Date }>(
      `select substr(task, 6) as kind, count(*)::int as n, min(run_at) as oldest from kit.job
       where task in ('sync.metadata', 'sync.image') and run_at <= $1 group by task`,
      [now],
    ),
  ])
  return syncKinds.map((kind) => {
    const waiting = due.rows.find((row) => row.kind === kind)
    const states = counted.rows.filter((row) => row.kind === kind).map(({ state, n }) => [state, n] as const)
    return {
      kind,
      states: Object.fromEntries(states),
      due: waiting?.n ?? 0,
      oldest_due_at: waiting?.oldest.toISOString() ?? null,
    }
  })
}

const SHOWN_CONTRACTS = 20

/** Logs of followed contracts that nobody understands, the newest first. */
export async function readUnread(db: Queryable) {
  const { rows } = await db.query<{ contract: string; logs: bigint; last_block: bigint; last_tx: string }>(
    `select contract, logs, last_block, last_tx from unread_log order by last_block desc, contract limit ${SHOWN_CONTRACTS}`,
  )
  return rows.map(({ contract, logs, last_block, last_tx }) => ({
    contract,
    logs: Number(logs),
    last_block: last_block.toString(),
    last_tx,
  }))
}

/** What the weekly check and the scan have put aside for somebody to look at. */
export async function readFindings(db: Queryable): Promise<{ refused: number; drifts: number }> {
  const { rows } = await db.query<{ refused: number; drifts: number }>(
    `select (select count(*)::int from refused_fact) as refused, (select count(*)::int from holder_drift) as drifts`,
  )
  return rows[0] ?? { refused: 0, drifts: 0 }
}

const FROM = `from sync s join asset a on a.id = s.asset_id join collection c on c.id = a.collection_id`

type SyncRow = Omit<SyncOfAsset, 'token_id' | 'synced_at' | 'next_at' | 'collection'> & {
  token_id: bigint
  synced_at: Date | null
  next_at: Date | null
  collection_id: string
  slug: string
  collection_name: string
}

export async function countSyncs(db: Queryable, where: Conditions): Promise<bigint> {
  const { rows } = await db.query<{ n: bigint }>(
    `select count(*) as n ${FROM} where ${where.text()}`,
    where.values,
  )
  return rows[0]?.n ?? 0n
}

/** Syncs of assets, those that failed longest first. */
export async function readSyncs(
  db: Queryable,
  where: Conditions,
  { ps, pi }: { ps: number; pi: number },
): Promise<SyncOfAsset[]> {
  const { rows } = await db.query<SyncRow>(
    `select s.asset_id, a.token_id, a.name, a.contract, c.id as collection_id, c.slug, c.name as collection_name,
       s.kind, s.state, s.failures, s.sleeps, s.error, s.synced_at,
       (select j.run_at from kit.job j where j.task = 'sync.' || s.kind and j.key = s.asset_id) as next_at
     ${FROM} where ${where.text()}
     order by s.sleeps desc, s.failures desc, s.asset_id, s.kind limit ${ps} offset ${ps * pi}`,
    where.values,
  )
  return rows.map(({ collection_id, slug, collection_name, ...row }) => ({
    ...row,
    token_id: row.token_id.toString(),
    collection: { _id: collection_id, slug, name: collection_name },
    synced_at: row.synced_at?.toISOString() ?? null,
    next_at: row.next_at?.toISOString() ?? null,
  }))
}
