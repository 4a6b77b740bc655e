import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'

/** Due when a deployment has ended, one way or the other: the factory is asked where the contract is. */
export const deploymentEnd = jobType(
  'contract.deployment',
  z.object({ contractId: z.string(), reason: z.string() }),
)
