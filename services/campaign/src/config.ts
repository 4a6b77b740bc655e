import { commonConfig } from '@talad/shared/platform'
import type { z } from 'zod'

export const campaignConfig = commonConfig.extend({})
export type CampaignConfig = z.infer<typeof campaignConfig>
