import { adminPermissionsHttp } from './admin-permissions.ts'
import { auditHttp } from './audit.ts'

/** What moderation answers. */
export const moderationHttp = { ...adminPermissionsHttp, ...auditHttp }
