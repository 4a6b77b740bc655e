import type { Platform } from '@talad/shared/platform'
import type { CampaignConfig } from './config.ts'

export type Deps = Platform

export function makeDeps(platform: Platform, _config: CampaignConfig): Deps {
  return platform
}
