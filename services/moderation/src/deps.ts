import type { Platform } from '@talad/shared/platform'
import { makeSealer, type Sealer } from '@talad/shared/sealing'
import type { ModerationConfig } from './config.ts'

export type Deps = Platform & {
  /** ID-42: what people write in their reports */
  notes: Sealer
}

export function makeDeps(platform: Platform, config: ModerationConfig): Deps {
  return { ...platform, notes: makeSealer(config.PERSONAL_DATA_KEY, 'moderation.flag-note') }
}
