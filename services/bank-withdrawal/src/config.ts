import { commonConfig } from '@talad/shared/platform'
import type { z } from 'zod'

export const bankWithdrawalConfig = commonConfig.extend({})
export type BankWithdrawalConfig = z.infer<typeof bankWithdrawalConfig>
