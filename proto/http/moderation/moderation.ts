import { adminPermissionsHttp } from './admin-permissions.ts'
import { auditHttp } from './audit.ts'
import { customerAdminHttp } from './customer-admin.ts'

/** What moderation answers. */
export const moderationHttp = { ...adminPermissionsHttp, ...auditHttp, ...customerAdminHttp }
