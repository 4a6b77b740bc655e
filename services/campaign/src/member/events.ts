import { roles } from '@talad/proto/http/campaign/abilities'
import { z } from 'zod'

const by = z.object({ projectId: z.string(), by: z.string(), at: z.coerce.date() })
/** `appUser`: it is the id of an app user of the project (ID-41) */
const about = by.extend({ accountId: z.string(), appUser: z.literal(true).optional() })
const given = { grantId: z.string(), role: z.enum(roles) }
/** CA-3: a pattern is known by its fingerprint: events stay for ever, and it may hold a telephone number (ID-42) */
const pattern = by.extend({ fingerprint: z.string(), grantId: z.string() })

export const memberEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('RoleGranted'), data: about.extend(given) }),
  /** all that they had */
  z.object({ type: z.literal('RolesRevoked'), data: about }),
  z.object({ type: z.literal('PatternGranted'), data: pattern.extend({ ...given, provider: z.string() }) }),
  z.object({ type: z.literal('PatternRevoked'), data: pattern }),
])
export type MemberEvent = z.infer<typeof memberEvent>

export type Grant = { id: string; role: (typeof roles)[number]; createdAt: Date }
/** What an account, or whoever a pattern means, is in a project. */
export type Member = {
  projectId: string
  /** id of the account or the app user, or fingerprint of the pattern */
  principal: string
  /** of a pattern; empty for an account */
  provider: string
  /** it is an app user (ID-41) */
  isAppUser: boolean
  grants: readonly Grant[]
}
