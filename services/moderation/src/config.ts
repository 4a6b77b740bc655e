import { commonConfig } from '@talad/shared/platform'
import { z } from 'zod'

export const moderationConfig = commonConfig.extend({
  PERSONAL_DATA_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('seals what people write in their reports (ID-42): 64 hex digits'),
  BLACKLISTED_DOMAINS: z
    .string()
    .default('')
    .describe(
      'domains that no asset may name, apart by spaces or commas: what names one is suspended at once (MO-14)',
    ),
  BLACKLIST_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('list of more such domains, read once a day: JSON, an array or {"blacklist": […]} (AI-22)'),
  OFFERS: z
    .enum(['0', '1'])
    .default('1')
    .transform((text) => text === '1')
    .describe(
      '0 tells sites that offers are switched off (OB-41), as the order book’s setting of this name does',
    ),
})
export type ModerationConfig = z.infer<typeof moderationConfig>
