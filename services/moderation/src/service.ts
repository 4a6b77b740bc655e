import { sitesIn } from '@talad/market/sites'
import { refreshBlacklist } from '@talad/shared/blacklist/refresh'
import { inTx } from '@talad/shared/db'
import { published } from '@talad/shared/published'
import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { contents } from './assessment/content.ts'
import { passes } from './assessment/pass.ts'
import { verifyAuditLog } from './audit/log.ts'
import { moderationConfig } from './config.ts'
import { auditRecorded } from './consumers/audit.ts'
import { accountMerged } from './consumers/merge.ts'
import { metadataRead } from './consumers/metadata.ts'
import { personErased } from './consumers/person.ts'
import { assetTransferred } from './consumers/transfer.ts'
import { declarations } from './declaration/stream.ts'
import { makeDeps } from './deps.ts'
import { sheets } from './fee/stream.ts'
import { flagCases } from './flag-case/stream.ts'
import { issuers } from './issuer/stream.ts'
import { compareOriginals } from './jobs/bot-originals.ts'
import { suspensionEndJob } from './jobs/suspension-end.ts'
import { permissions } from './permission/stream.ts'
import { assets } from './replicas/asset.ts'
import { suspensions } from './suspension/stream.ts'

/**
 * Moderation: what admins may do, the log of what they did; what people report, what must not be traded, and
 * what is taken of sales.
 */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: moderationConfig,
  makeDeps,
  app: buildApp,
  streams: [
    published(permissions),
    published(suspensions),
    published(flagCases),
    published(contents),
    published(passes),
    published(issuers),
    published(sheets),
    published(declarations),
  ],
  replicas: [assets, sitesIn('moderation')],
  consumers: [auditRecorded, metadataRead, assetTransferred, accountMerged, personErased],
  jobs: [suspensionEndJob, refreshBlacklist, compareOriginals],
  checks: [
    {
      name: 'audit',
      description: 'the audit log is whole: no line was changed, removed, moved or cut off',
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
