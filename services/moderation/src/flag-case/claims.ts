import { claimsOf } from '@talad/shared/claims'

/** What is decided meanwhile is claimed by nobody. */
export const claims = claimsOf({
  table: 'flag_claim',
  id: 'case_id',
  open: `select id from flag_case where id = $1 and resolution = 'flagged'`,
})
