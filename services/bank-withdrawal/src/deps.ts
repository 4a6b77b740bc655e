import type { Platform } from '@talad/shared/platform'
import type { BankWithdrawalConfig } from './config.ts'

export type Deps = Platform

export function makeDeps(platform: Platform, _config: BankWithdrawalConfig): Deps {
  return platform
}
