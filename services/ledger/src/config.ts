import { loadConfig } from '@talad/shared/config'
import { commonConfig } from '@talad/shared/runtime'
import type { z } from 'zod'

export const ledgerConfig = commonConfig
export type LedgerConfig = z.infer<typeof ledgerConfig>

/** The configuration of this process. @throws ConfigError with every fault */
export function readConfig(): LedgerConfig {
  return loadConfig('ledger', ledgerConfig, process.env)
}
