import { Rejection } from '@talad/shared/rejection'

/** Where the rows of a report go on: after a key of theirs, of 37 letters at most (GW-21: a cursor has 50). */
export const cursorOf = (key: string) => Buffer.from(key).toString('base64url')

/** @throws Rejection BAD_CURSOR */
export function keyOf(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString()
  if (cursorOf(key) !== cursor) throw new Rejection('BAD_CURSOR', { field: 'cs' })
  return key
}

/** A row by its time and its id. */
export type Place = { at: Date; id: string }

/** Where rows go on by time: in base 36, which is shorter than ISO 8601. */
export const cursorAfter = ({ at, id }: Place) => cursorOf(`${at.getTime().toString(36)} ${id}`)

/** @throws Rejection BAD_CURSOR */
export function placeOf(cursor: string): Place {
  const [time = '', id = ''] = keyOf(cursor).split(' ')
  const at = new Date(Number.parseInt(time, 36))
  if (Number.isNaN(at.getTime())) throw new Rejection('BAD_CURSOR', { field: 'cs' })
  return { at, id }
}

/** Rows of a file that are in memory at once. */
export const FILE_PAGE = 1_000
