import { permission } from '@talad/proto/http/permissions'
import { z } from 'zod'

/** All that a customer may do as an admin from now on. */
export const permissionEvent = z.object({
  type: z.literal('PermissionsSet'),
  data: z.object({
    superAdmin: z.boolean(),
    permissions: z.array(permission),
    /** a customer id, or `operator:<name>` */
    by: z.string(),
    note: z.string(),
    at: z.coerce.date(),
  }),
})
export type PermissionEvent = z.infer<typeof permissionEvent>
