import { commonConfig } from '@talad/shared/platform'
import { z } from 'zod'

export const campaignConfig = commonConfig.extend({
  MEDIA_HOSTS: z
    .string()
    .transform((text) => text.split(',').filter((host) => host !== ''))
    .default([])
    .describe(
      'comma list of hosts, with the port where it is none of the usual, whose pictures a theme may show (CA-8)',
    ),
})
export type CampaignConfig = z.infer<typeof campaignConfig>
