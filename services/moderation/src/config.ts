import { commonConfig } from '@talad/shared/platform'
import type { z } from 'zod'

export const moderationConfig = commonConfig.extend({})
export type ModerationConfig = z.infer<typeof moderationConfig>
