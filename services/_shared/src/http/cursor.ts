import { Rejection } from '../rejection.ts'

/** Where a cursor list goes on: after this sort key, then after this id (GW-21). */
export type PageCursor = { sortKey: bigint; id: string }

/** GW-21: base64url of an 8-byte sort key and a 12-byte id: 27 characters. */
export function encodeCursor(cursor: PageCursor): string {
  const bytes = Buffer.alloc(20)
  bytes.writeBigInt64BE(cursor.sortKey)
  bytes.write(cursor.id, 8, 'hex')
  return bytes.toString('base64url')
}

/** @throws Rejection BAD_CURSOR (GW-21) */
export function decodeCursor(text: string): PageCursor {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 20 || bytes.toString('base64url') !== text)
    throw new Rejection('BAD_CURSOR', { field: 'cs' })
  return { sortKey: bytes.readBigInt64BE(0), id: bytes.subarray(8).toString('hex') }
}
