import type { Db } from '@talad/shared/db'
import type { Platform } from '@talad/shared/platform'
import type { LedgerConfig } from './config.ts'
import { openPosting } from './transfer/post.ts'

/** What the ledger works with: the platform's parts, and connections for posting alone. */
export type Deps = Platform & { posting: Db }

export function makeDeps(platform: Platform, config: LedgerConfig): Deps {
  const onError = (error: Error) => platform.log.error({ err: error }, 'posting connection lost')
  return { ...platform, posting: openPosting(config.DATABASE_URL, { onError }) }
}
