import { randomBytes } from 'node:crypto'
import { resolveTxt } from 'node:dns/promises'
import type { Platform } from '@talad/shared/platform'
import type { Redis } from 'ioredis'
import type { GatewayConfig } from './config.ts'
import { connectRedis } from './limits/redis.ts'
import { createHub, type Hub } from './live/hub.ts'
import { openOrigins } from './origins.ts'
import { openSites, type Sites } from './site/sites.ts'

/** What the gateway works with: the platform's parts, its settings, the counters' Redis, the live updates and the sites. */
export type Deps = Platform & {
  config: GatewayConfig
  redis: Redis | undefined
  hub: Hub
  sites: Sites
  /** TXT records of a name, each of some parts */
  resolveTxt: (name: string) => Promise<string[][]>
}

export function makeDeps(platform: Platform, config: GatewayConfig, outside: Partial<Deps> = {}): Deps {
  return {
    ...platform,
    config,
    redis: config.REDIS_URL === undefined ? undefined : connectRedis(config.REDIS_URL, platform.log),
    sites: openSites(config, openOrigins(config, platform)),
    resolveTxt,
    hub: createHub({
      instance: `${platform.now().getTime().toString(36)}${randomBytes(4).toString('hex')}`,
      now: platform.now,
      maxEntries: config.LIVE_REPLAY_MAX,
      maxAgeMs: config.LIVE_REPLAY_MS,
    }),
    ...outside,
  }
}
