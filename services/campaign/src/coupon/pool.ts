import type { PoolCodeShown } from '@talad/proto/http/campaign/coupon-pools-admin'
import type { MetaTimerTerms } from '@talad/proto/http/campaign/coupon-shapes'
import { isUniqueViolation, type Queryable, type Tx } from '@talad/shared/db'
import type { Cell } from '@talad/shared/http/csv'
import { countIf } from '@talad/shared/http/page'
import { newId } from '@talad/shared/ids'
import { toJson } from '@talad/shared/json'
import { lockKey } from '@talad/shared/lock-key'
import { Rejection } from '@talad/shared/rejection'
import { decideBatch, MOST_IN_POOL, type PoolCode, requireRoom } from './decide-batch.ts'
import { shownTimer } from './shown.ts'

/** A pool, by its project and its name there. */
export type Pool = { spaceId: string; poolName: string }

export type CodeRow = {
  id: string
  seq: bigint
  space_id: string
  pool_name: string
  code: string
  description: string
  meta_timer: MetaTimerTerms
  assigned_to: string | null
  assigned_at: Date | null
  taken: boolean
  use_count: bigint
  last_used: Date | null
  created: Date
  updated: Date
}

const PAGE = 1_000
const OF_POOL = 'from coupon_code where space_id = $1 and pool_name = $2'

export const poolId = ({ spaceId, poolName }: Pool) => `${spaceId}:${poolName}`
const poolOf = ({ space_id: spaceId, pool_name: poolName }: CodeRow): Pool => ({ spaceId, poolName })

/** What comes into a pool, leaves it or changes does so one after the other; who uses its codes doesn't wait for that. */
export const lockCodes = (tx: Tx, pool: Pool) => lockKey(tx, `coupon.codes.${poolId(pool)}`)

export async function findCode(db: Queryable, id: string): Promise<CodeRow | undefined> {
  return (await db.query<CodeRow>('select * from coupon_code where id = $1', [id])).rows[0]
}

/** The oldest first. */
export async function listCodes(
  db: Queryable,
  {
    spaceId,
    poolName,
    size,
    index,
    count,
  }: Pool & { size: number; index: number; count?: boolean | undefined },
) {
  const { rows } = await db.query<CodeRow>(`select * ${OF_POOL} order by seq limit $3 offset $4`, [
    ...[spaceId, poolName, size, size * index],
  ])
  return { list: rows, total: await countIf(count, db, OF_POOL, [spaceId, poolName]) }
}

export async function countCodes(db: Queryable, { spaceId, poolName }: Pool) {
  const { rows } = await db.query<{ all: bigint; free: bigint }>(
    `select count(*) as all, count(*) filter (where not taken) as free ${OF_POOL}`,
    [spaceId, poolName],
  )
  return { count: Number(rows[0]?.all ?? 0n), free: Number(rows[0]?.free ?? 0n) }
}

export const CODE_TITLES = [
  ...['code', 'description', 'limit', 'active_start', 'active_end', 'age', 'cooldown'],
  ...['assigned_to', 'assigned_at', 'use_count', 'last_used'],
]

/** All codes of a pool, as lines of a file: a spreadsheet takes no code for a number, a date or a formula. */
export async function* codeLines(db: Queryable, { spaceId, poolName }: Pool): AsyncGenerator<Cell[]> {
  for (let after = 0n; ; ) {
    const { rows } = await db.query<CodeRow>(`select * ${OF_POOL} and seq > $3 order by seq limit ${PAGE}`, [
      ...[spaceId, poolName, after.toString()],
    ])
    for (const { code, description, meta_timer: timer, ...row } of rows)
      yield [
        ...[{ text: code }, description, timer.limit, timer.active_start, timer.active_end, timer.age],
        ...[timer.cooldown, row.assigned_to, row.assigned_at?.toISOString(), row.use_count],
        row.last_used?.toISOString(),
      ]
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.seq
  }
}

/** By jumps from name to name: a pool may have a million codes. */
export async function poolNames(db: Queryable, spaceId: string): Promise<string[]> {
  const { rows } = await db.query<{ pool_name: string }>(
    `with recursive named as (
       select min(pool_name) as pool_name from coupon_code where space_id = $1
       union all select (select min(c.pool_name) from coupon_code c where c.space_id = $1 and c.pool_name > n.pool_name)
       from named n where n.pool_name is not null)
     select pool_name from named where pool_name is not null
     union select pool_name from coupon_pool_setting where space_id = $1 order by pool_name`,
    [spaceId],
  )
  return rows.map(({ pool_name }) => pool_name)
}

async function countForRoom(tx: Tx, { spaceId, poolName }: Pool): Promise<number> {
  const { rows } = await tx.query<{ n: bigint }>(
    `select count(*) as n from (select 1 ${OF_POOL} limit ${MOST_IN_POOL}) c`,
    [spaceId, poolName],
  )
  return Number(rows[0]?.n ?? 0n)
}

/** Those of some codes that a pool has; none of them is assigned until the transaction ends. */
export async function knownCodes(tx: Tx, { spaceId, poolName }: Pool, codes: readonly string[]) {
  const { rows } = await tx.query<CodeRow>(
    `select * ${OF_POOL} and code = any($3::text[]) order by id for update`,
    [spaceId, poolName, codes],
  )
  return new Map(rows.map((row) => [row.code, row]))
}

async function insertCodes(tx: Tx, { spaceId, poolName }: Pool, codes: readonly PoolCode[], now: Date) {
  if (codes.length === 0) return
  requireRoom(await countForRoom(tx, { spaceId, poolName }), codes.length)
  const rows = codes.map(({ code, description, metaTimer }) => ({
    id: newId(now),
    code,
    description,
    meta_timer: metaTimer ?? {},
  }))
  await tx.query(
    `insert into coupon_code (id, space_id, pool_name, code, description, meta_timer, created, updated)
     select r.value->>'id', $1, $2, r.value->>'code', r.value->>'description', r.value->'meta_timer', $4, $4
     from jsonb_array_elements($3::jsonb) with ordinality r order by r.ordinality`,
    [spaceId, poolName, toJson(rows), now],
  )
}

/** CA-76: puts codes into a pool; again, it changes nothing. @throws Rejection VALIDATION, POOL_FULL */
export async function putCodes(
  tx: Tx,
  pool: Pool,
  codes: readonly PoolCode[],
  now: Date,
): Promise<{ created: number; modified: number }> {
  await lockCodes(tx, pool)
  const known = await knownCodes(
    tx,
    pool,
    codes.map(({ code }) => code),
  )
  const existing = [...known].map(
    ([code, { description, meta_timer: metaTimer, taken: isAssigned }]) =>
      [code, { code, description, metaTimer, isAssigned }] as const,
  )
  const { created, modified } = decideBatch(codes, new Map(existing))
  await insertCodes(tx, pool, created, now)
  await tx.query(
    `update coupon_code c set description = r.value->>'description', meta_timer = r.value->'metaTimer', updated = $4
     from jsonb_array_elements($3::jsonb) r
     where c.space_id = $1 and c.pool_name = $2 and c.code = r.value->>'code' and not c.taken`,
    [pool.spaceId, pool.poolName, toJson(modified), now],
  )
  return { created: created.length, modified: modified.length }
}

/** A code that is nobody's until the transaction ends. @throws Rejection CODE_NOT_FOUND, CODE_ASSIGNED */
async function requireFree(tx: Tx, id: string): Promise<CodeRow> {
  const { rows } = await tx.query<CodeRow>('select * from coupon_code where id = $1 for update', [id])
  if (!rows[0]) throw new Rejection('CODE_NOT_FOUND', { field: '_id' })
  if (rows[0].taken) throw new Rejection('CODE_ASSIGNED', { field: '_id' }) // CA-76
  return rows[0]
}

/** @throws Rejection CODE_NOT_FOUND, CODE_ASSIGNED, CODE_TAKEN */
export async function changeCode(
  tx: Tx,
  id: string,
  { code, description, metaTimer }: { [Name in keyof PoolCode]: PoolCode[Name] | undefined },
  now: Date,
): Promise<{ before: CodeRow; after: CodeRow }> {
  const there = await findCode(tx, id)
  if (there) await lockCodes(tx, poolOf(there))
  const before = await requireFree(tx, id)
  const { rows } = await tx
    .query<CodeRow>(
      `update coupon_code set code = coalesce($2, code), description = coalesce($3, description),
         meta_timer = coalesce($4::jsonb, meta_timer), updated = $5 where id = $1 returning *`,
      [id, code ?? null, description ?? null, metaTimer ? toJson(metaTimer) : null, now],
    )
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'coupon_code_once')
        ? new Rejection('CODE_TAKEN', { field: 'codepool.code' }) // CA-75
        : error
    })
  return { before, after: rows[0] ?? before }
}

/** @throws Rejection CODE_NOT_FOUND, CODE_ASSIGNED */
export async function deleteCode(tx: Tx, id: string): Promise<CodeRow> {
  const before = await requireFree(tx, id)
  await tx.query('delete from coupon_code where id = $1', [id])
  // who deleted it may ask again for the answer
  await tx.query('insert into virtual_deleted (id, project_id) values ($1, $2) on conflict do nothing', [
    ...[id, before.space_id],
  ])
  return before
}

export const shownCode = (row: CodeRow): PoolCodeShown => ({
  _id: row.id,
  space_id: row.space_id,
  pool_name: row.pool_name,
  code: row.code,
  description: row.description,
  meta_timer: shownTimer(
    row.meta_timer,
    { use_count: Number(row.use_count), last_used: row.last_used },
    row.assigned_at,
  ),
  assigned_to: row.assigned_to,
  free: !row.taken,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
})
