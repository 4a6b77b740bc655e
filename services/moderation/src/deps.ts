import type { Platform } from '@talad/shared/platform'
import { makeSealer, type Sealer } from '@talad/shared/sealing'
import { readBlacklist } from './bot/domains.ts'
import type { ModerationConfig } from './config.ts'

export type Deps = Platform & {
  /** ID-42: what people write in their reports */
  notes: Sealer
  /** MO-15: domains that no asset may name */
  blacklist: ReadonlySet<string>
  /** OB-41: what sites are told of offers */
  offers: boolean
}

export function makeDeps(platform: Platform, config: ModerationConfig): Deps {
  const notes = makeSealer(config.PERSONAL_DATA_KEY, 'moderation.flag-note')
  return { ...platform, notes, blacklist: readBlacklist(config.BLACKLISTED_DOMAINS), offers: config.OFFERS }
}
