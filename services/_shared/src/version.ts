import { Rejection } from './rejection.ts'

/** What was changed last: its version, and by whom and when where that is known. */
type Found = { version: number; changedBy?: string | null | undefined; changedAt?: Date | null | undefined }

/**
 * AW-4: nobody decides on what somebody else has changed since it was read.
 * @param read absent: whoever calls has read nothing, and decides on what there is
 * @throws Rejection VERSION_CONFLICT
 */
export function requireVersion({ version, changedBy, changedAt }: Found, read: number | undefined): void {
  if (read === undefined || version === read) return
  throw new Rejection('VERSION_CONFLICT', {
    field: 'version',
    details: {
      version,
      ...(changedBy !== undefined && { changed_by: changedBy }),
      ...(changedAt !== undefined && { changed_at: changedAt?.toISOString() ?? null }),
    },
  })
}
