import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'

/** A LINE that goes: with its link goes the id by which it is told, so its own notice brings that, as sealed as it lay. */
const gone = z.object({ linkId: z.string(), scope: z.string(), sealed: z.base64(), sealedFor: z.string() })

/** Due while somebody is to be told by LINE of a change of the ways into their account. */
export const lineNotice = jobType(
  'line.notice',
  z.object({
    accountId: z.string(),
    kind: z.enum(['way_added', 'way_removed', 'line_removed', 'passkey_added', 'passkey_removed']),
    since: z.string(),
    /** of `line_removed`: whom it is for; the others are for those that the account has */
    gone: gone.optional(),
  }),
)
