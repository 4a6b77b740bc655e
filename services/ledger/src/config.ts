import { commonConfig } from '@talad/shared/platform'
import type { z } from 'zod'

export const ledgerConfig = commonConfig
export type LedgerConfig = z.infer<typeof ledgerConfig>
