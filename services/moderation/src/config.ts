import { commonConfig } from '@talad/shared/platform'
import { z } from 'zod'

export const moderationConfig = commonConfig.extend({
  PERSONAL_DATA_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('seals what people write in their reports (ID-42): 64 hex digits'),
})
export type ModerationConfig = z.infer<typeof moderationConfig>
