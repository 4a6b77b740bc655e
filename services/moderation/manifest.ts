import { moderationHttp } from '@talad/proto/http/moderation'
import { suspensionAdminHttp } from '@talad/proto/http/suspension-admin'
import { type SuspensionChanged, SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import {
  AUDIT_TOPIC,
  defineManifest,
  type LiveUpdate,
  liveSource,
  PERMISSION_TOPIC,
} from '@talad/shared/manifest'
import { rejections } from './src/rejections.ts'

export const SUSPENSION_TOPIC = 'moderation.suspension.v1'

/** Who shows something of the contract reads it again; so does the gateway what it has kept of it. */
function suspensionUpdates(suspension: SuspensionChanged): LiveUpdate[] {
  const { suspensionId: subject, blockchain, contractAddress: contract, tokenFrom, tokenTo } = suspension
  const data = { blockchain, contract, token_from: tokenFrom || null, token_to: tokenTo || null }
  return [{ event: 'suspension', audiences: [`contract:${contract}`, 'market', 'suspension'], subject, data }]
}

export const manifest = defineManifest({
  name: 'moderation',
  says: 'what admins may do, and the log of what they did; what must not be traded',
  contract: { ...moderationHttp, ...suspensionAdminHttp },
  rejections,
  publishes: [PERMISSION_TOPIC, SUSPENSION_TOPIC],
  hears: [AUDIT_TOPIC],
  live: [liveSource(SUSPENSION_TOPIC, SuspensionChangedSchema, suspensionUpdates)],
  development: () => ({}),
  invariants: [
    {
      says: 'what an admin may do is what the last change of their stream says',
      sql: `select a.customer_id from admin a join kit.admin_grant g using (customer_id)
            where (a.super_admin, a.permissions, a.version) is distinct from (g.super_admin, g.permissions, g.revision)
            union all select customer_id from admin full join kit.admin_grant using (customer_id)
            where admin.version is null or admin_grant.revision is null`,
    },
  ],
})
