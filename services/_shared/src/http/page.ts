import type { Queryable } from '../db.ts'
import { Rejection } from '../rejection.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

type Asked =
  | { ps: number; pi: number }
  | { size: number; index: number }
  | { page: number; size: number }
  | { pageSize: number; pageIndex: number }

/** GW-19: length and number of a page, by whichever names they were asked for. */
export function pageOf(asked: Asked): { size: number; index: number } {
  if ('ps' in asked) return { size: asked.ps, index: asked.pi }
  if ('pageSize' in asked) return { size: asked.pageSize, index: asked.pageIndex }
  return { size: asked.size, index: 'page' in asked ? asked.page : asked.index }
}

/** GW-18, GW-20: a page of a list. @param counted of all entries; absent where it wasn't asked for */
export function page<T>(list: T[], asked: Asked, counted?: number | bigint | null) {
  const { size, index } = pageOf(asked)
  const total = counted == null ? null : Number(counted)
  const pages = total === null ? null : Math.ceil(total / size)
  return { list, size, index, total, pages }
}

/** GW-20: how many rows there are, where that was asked. @param from SQL from `from` on */
export async function countIf(
  asked: boolean | undefined,
  db: Queryable,
  from: string,
  values: readonly unknown[],
): Promise<bigint | undefined> {
  if (!asked) return undefined
  const { rows } = await db.query<{ total: bigint }>(`select count(*) as total ${from}`, [...values])
  return rows[0]?.total
}

/**
 * GW-21: cuts what was read, one more than asked for, to a page.
 * @param cursorOf where the list goes on after its last row
 */
export function cursorPage<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { shown, nextCursor: last === undefined ? null : cursorOf(last) }
}

/** The cursor of a list by `created_at` and `id`. */
export const createdCursor = (row: { created_at: Date; id: string }) =>
  encodeCursor({ sortKey: BigInt(row.created_at.getTime()), id: row.id })

/** Newest first: the values of `(created_at, id) < ($a, $b)`, both null at the start. @throws Rejection BAD_CURSOR */
export function afterCreated(cs: string | undefined): [Date | null, string | null] {
  if (cs === undefined) return [null, null]
  const { sortKey, id } = decodeCursor(cs)
  const created = new Date(Number(sortKey))
  if (sortKey < 0n || Number.isNaN(created.getTime())) throw new Rejection('BAD_CURSOR', { field: 'cs' })
  return [created, id]
}
