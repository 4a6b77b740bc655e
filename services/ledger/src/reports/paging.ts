import { Rejection } from '@talad/shared/rejection'

/** Where the rows of a report go on: after a key of theirs. */
export const cursorOf = (key: string) => Buffer.from(key).toString('base64url')

/** @throws Rejection BAD_CURSOR */
export function keyOf(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString()
  if (cursorOf(key) !== cursor) throw new Rejection('BAD_CURSOR', { field: 'cs' })
  return key
}

/** Rows of a file that are in memory at once. */
export const FILE_PAGE = 1_000
