import { roles } from '@talad/proto/http/campaign/abilities'
import { z } from 'zod'

const about = z.object({ projectId: z.string(), accountId: z.string(), by: z.string(), at: z.coerce.date() })

export const memberEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('RoleGranted'),
    data: about.extend({ grantId: z.string(), role: z.enum(roles) }),
  }),
  /** all that they had */
  z.object({ type: z.literal('RolesRevoked'), data: about }),
])
export type MemberEvent = z.infer<typeof memberEvent>

export type Grant = { id: string; role: (typeof roles)[number]; createdAt: Date }
/** What an account is in a project. */
export type Member = { projectId: string; accountId: string; grants: readonly Grant[] }
