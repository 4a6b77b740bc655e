import { staff } from '@talad/demo/staff'
import { changePermissions } from '@talad/moderation/permission/change'
import { findAdmin } from '@talad/moderation/permission/read-model'
import { openDb } from '@talad/shared/db'
import { LOG_CHANNEL } from '@talad/shared/event-log'
import { notifyOnce } from '@talad/shared/notifier'
import type { Run } from '../run-file.ts'

/** Lets the demonstration's staff do their work; who was an admin before is left as they are. */
export async function appointStaff({ databases }: Pick<Run, 'databases'>): Promise<void> {
  const db = openDb(databases.moderation ?? '', { max: 1, name: 'demonstration' })
  try {
    for (const { joinId, may } of staff) {
      const customerId = `join-${joinId}`
      if ((await findAdmin(db, customerId)).version > 0) continue
      const superAdmin = may === 'super_admin'
      const held = { superAdmin, permissions: superAdmin ? [] : [...may] }
      const note = 'staff of the demonstration'
      await changePermissions(
        { db },
        { type: 'SetPermissions', customerId, held, version: 0, note, now: new Date() },
        { actor: { operator: 'demonstration' }, requestId: 'demonstration', id: customerId },
      )
    }
    await notifyOnce(db, LOG_CHANNEL)
  } finally {
    await db.end()
  }
}
