import { commonConfig } from '@talad/shared/platform'
import { z } from 'zod'

/** BW-14: how Thai companies and partnerships write their names. */
const COMPANY = '^(บริษัท|ห้างหุ้นส่วน|บจก|บมจ|หจก)|\\b(co\\.?,? ?ltd|limited|public company|plc|partnership)\\b'

export const bankWithdrawalConfig = commonConfig.extend({
  PERSONAL_DATA_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('seals account numbers, names and telephones (ID-42): 64 hex digits'),
  IDENTITY_URL: z
    .url()
    .describe('where identity answers services: asked for verified names and levels (BW-15)'),
  PAYOUT_URL: z.url().describe("base of the payout provider's API"),
  PAYOUT_SECRET_KEY: z.string().min(8).describe("the payout provider's secret key"),
  COMPANY_NAME_PATTERN: z
    .string()
    .default(COMPANY)
    .transform((text, context) => {
      try {
        return new RegExp(text, 'iu')
      } catch {
        context.addIssue({ code: 'custom', message: 'is no regular expression' })
        return z.NEVER
      }
    })
    .describe('verified names that have no cap at level SILVER (BW-14)'),
  SILVER_MONTHLY_CAP: z.coerce
    .bigint()
    .positive()
    .optional()
    .describe(
      'most points that a SILVER customer may withdraw in a month of Bangkok (BW-13); absent: no such cap',
    ),
})
export type BankWithdrawalConfig = z.infer<typeof bankWithdrawalConfig>
