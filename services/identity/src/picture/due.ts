import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'

/** ID-39: whether somebody still holds what they are shown by is to be asked. Key: the account. */
export const pictureCheck = jobType('picture.check', z.object({ accountId: z.string() }))
