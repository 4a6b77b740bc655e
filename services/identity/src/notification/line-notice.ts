import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'

/** Due while somebody is to be told by LINE of a change of the ways into their account. */
export const lineNotice = jobType(
  'line.notice',
  z.object({
    accountId: z.string(),
    kind: z.enum(['way_added', 'way_removed', 'passkey_added', 'passkey_removed']),
    since: z.string(),
  }),
)
