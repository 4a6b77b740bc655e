import { moderationHttp } from '@talad/proto/http/moderation'
import { suspensionAdminHttp } from '@talad/proto/http/suspension-admin'
import { AUDIT_TOPIC, defineManifest, PERMISSION_TOPIC } from '@talad/shared/manifest'
import { rejections } from './src/rejections.ts'

export const SUSPENSION_TOPIC = 'moderation.suspension.v1'

export const manifest = defineManifest({
  name: 'moderation',
  says: 'what admins may do, and the log of what they did; what must not be traded',
  contract: { ...moderationHttp, ...suspensionAdminHttp },
  rejections,
  publishes: [PERMISSION_TOPIC, SUSPENSION_TOPIC],
  hears: [AUDIT_TOPIC],
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
