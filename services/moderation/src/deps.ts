import type { Platform } from '@talad/shared/platform'
import { makeSealer, type Sealer } from '@talad/shared/sealing'
import type { ModerationConfig } from './config.ts'

export type Deps = Platform & {
  /** ID-42: what people write in their reports */
  notes: Sealer
  /** OB-41: what sites are told of offers */
  offers: boolean
}

export function makeDeps(platform: Platform, config: ModerationConfig): Deps {
  const notes = makeSealer(config.PERSONAL_DATA_KEY, 'moderation.flag-note')
  return { ...platform, notes, offers: config.OFFERS }
}
