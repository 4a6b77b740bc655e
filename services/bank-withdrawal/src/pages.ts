import { decodeCursor, encodeCursor } from '@talad/shared/http/cursor'

type Listed = { id: string; created_at: Date }

/** Newest first: the values of `(created_at, id) < ($a, $b)`, both null at the start. @throws Rejection BAD_CURSOR */
export function afterCursor(cs: string | undefined): [Date | null, string | null] {
  if (cs === undefined) return [null, null]
  const { sortKey, id } = decodeCursor(cs)
  return [new Date(Number(sortKey)), id]
}

/** Cuts what was read, one more than asked for, to a page and where the next begins (GW-21). */
export function pageOf<T extends Listed>(rows: readonly T[], limit: number) {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    shown,
    nextCursor: last ? encodeCursor({ sortKey: BigInt(last.created_at.getTime()), id: last.id }) : null,
  }
}
