import { inTx } from '@talad/shared/db'
import { defineService } from '@talad/shared/service'
import { published } from '@talad/shared/stream'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { verifyAuditLog } from './audit/log.ts'
import { moderationConfig } from './config.ts'
import { auditRecorded } from './consumers/audit.ts'
import { makeDeps } from './deps.ts'
import { permissions } from './permission/stream.ts'
import { suspensions } from './suspension/stream.ts'

/** Moderation: what admins may do, the log of what they did, and what must not be traded. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: moderationConfig,
  makeDeps,
  app: buildApp,
  streams: [published(permissions), published(suspensions)],
  consumers: [auditRecorded],
  checks: [
    {
      name: 'audit',
      says: 'the audit log is whole: no line was changed, removed, moved or cut off',
      async run(db) {
        const { lines, faults } = await inTx(db, async (tx) => {
          await tx.query('set transaction isolation level repeatable read read only')
          return verifyAuditLog(tx)
        })
        return { covers: `${lines} lines`, faults }
      },
    },
  ],
})
