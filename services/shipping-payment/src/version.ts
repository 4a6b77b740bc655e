import { Rejection } from '@talad/shared/rejection'

/** AW-4: nobody decides on what somebody else has changed meanwhile. @throws Rejection VERSION_CONFLICT */
export function requireVersion(
  found: { revision: number; changedBy: string | undefined; updatedAt: Date },
  version: number,
): void {
  if (found.revision === version) return
  throw new Rejection('VERSION_CONFLICT', {
    field: 'version',
    details: {
      version: found.revision,
      changed_by: found.changedBy ?? null,
      changed_at: found.updatedAt.toISOString(),
    },
  })
}
