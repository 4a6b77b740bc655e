import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'

/** The assets of a suspension are to be marked, or no longer. Key: the suspension; token ids are decimal. */
export const suspensionMarks = jobType(
  'suspension.marks',
  z.object({
    blockchain: z.string(),
    contractAddress: z.string(),
    tokenFrom: z.string(),
    tokenTo: z.string(),
  }),
)
