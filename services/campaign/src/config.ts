import { commonConfig } from '@talad/shared/platform'
import { z } from 'zod'

export const campaignConfig = commonConfig.extend({
  PAYLOAD_KEYS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be 32 bytes in hex')).min(1))
    .describe(
      'comma list of secret P-256 keys, 32 bytes in hex each: the first signs payloads, the others are still published (CA-57)',
    ),
  PERSONAL_DATA_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 32 bytes in hex')
    .describe('seals the patterns by which roles are given: they may hold telephone numbers (ID-42)'),
  MEDIA_DIR: z
    .string()
    .min(1)
    .describe('folder of the pictures, the same as that of asset-indexer, which serves them'),
  MEDIA_HOSTS: z
    .string()
    .transform((text) => text.split(',').filter((host) => host !== ''))
    .default([])
    .describe(
      'comma list of hosts, with the port where it is none of the usual, whose pictures a theme may show (CA-8)',
    ),
})
export type CampaignConfig = z.infer<typeof campaignConfig>
