import { randomBytes } from 'node:crypto'
import type { Platform } from '@talad/shared/platform'
import type { Redis } from 'ioredis'
import type { GatewayConfig } from './config.ts'
import { connectRedis } from './limits/redis.ts'
import { createHub, type Hub } from './live/hub.ts'
import { type Origins, openOrigins } from './origins.ts'

/** What the gateway works with: the platform's parts, its settings, the counters' Redis and the live updates. */
export type Deps = Platform & { config: GatewayConfig; redis: Redis | undefined; hub: Hub; origins: Origins }

export function makeDeps(platform: Platform, config: GatewayConfig): Deps {
  return {
    ...platform,
    config,
    redis: config.REDIS_URL === undefined ? undefined : connectRedis(config.REDIS_URL, platform.log),
    origins: openOrigins(config, platform),
    hub: createHub({
      instance: `${platform.now().getTime().toString(36)}${randomBytes(4).toString('hex')}`,
      now: platform.now,
      maxEntries: config.LIVE_REPLAY_MAX,
      maxAgeMs: config.LIVE_REPLAY_MS,
    }),
  }
}
