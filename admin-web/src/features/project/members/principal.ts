import { objectId } from '@talad/proto/http/common'
import { parsePattern, patternText } from '@talad/proto/http/identity/verified-fields'

/** By what somebody is named who gets a role (CA-2). */
export type Kind = 'account' | 'appUser' | 'pattern'

export type Principal = { account_id: string } | { app_user_id: string } | { idp_link_pattern: string }

/** Whom a role is for, as it was typed; undefined: nobody is meant. */
export function principalOf(kind: Kind, typed: string): Principal | undefined {
  if (kind === 'pattern') {
    const pattern = parsePattern(typed.trim())
    return pattern && { idp_link_pattern: patternText(pattern) }
  }
  const { success, data } = objectId.safeParse(typed.trim().toLowerCase())
  if (!success) return undefined
  return kind === 'account' ? { account_id: data } : { app_user_id: data }
}
