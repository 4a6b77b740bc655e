import type { Platform } from '@talad/shared/platform'
import type { ModerationConfig } from './config.ts'

export type Deps = Platform

export function makeDeps(platform: Platform, _config: ModerationConfig): Deps {
  return platform
}
