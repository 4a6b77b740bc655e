import { readBlacklist } from '@talad/shared/blacklist/domains'
import type { Blacklist } from '@talad/shared/blacklist/known'
import { type GuardDeps, systemResolve } from '@talad/shared/guarded-fetch'
import type { Platform } from '@talad/shared/platform'
import { makeSealer, type Sealer } from '@talad/shared/sealing'
import type { ModerationConfig } from './config.ts'
import { type IsCustomer, makeIsCustomer } from './identity/known.ts'

export type Deps = Platform &
  GuardDeps &
  Blacklist & {
    /** ID-42: what people write in their reports */
    notes: Sealer
    /** OB-41: what sites are told of offers */
    offers: boolean
    isCustomer: IsCustomer
  }

/** @param outside what a test plays instead */
export function makeDeps(
  platform: Platform,
  config: ModerationConfig,
  outside: Partial<Pick<Deps, 'isCustomer'>> = {},
): Deps {
  return {
    ...platform,
    resolve: systemResolve,
    notes: makeSealer(config.PERSONAL_DATA_KEY, 'moderation.flag-note'),
    blacklist: readBlacklist(config.BLACKLISTED_DOMAINS),
    blacklistUrl: config.BLACKLIST_URL,
    offers: config.OFFERS,
    isCustomer: outside.isCustomer ?? makeIsCustomer(config, platform.log),
  }
}
