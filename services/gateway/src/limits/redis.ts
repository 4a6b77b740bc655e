import type { Platform } from '@talad/shared/platform'
import { Redis } from 'ioredis'

const CONNECT_TIMEOUT_MS = 1_000
/** A count may never hold a request up for longer. */
const COMMAND_TIMEOUT_MS = 250
const MAX_RETRY_PAUSE_MS = 5_000

/**
 * Connects to Redis in the background: commands fail at once while it is away, none waits for it to come back.
 * @param url redis://…
 */
export function connectRedis(url: string, log: Platform['log']): Redis {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, MAX_RETRY_PAUSE_MS),
  })
  redis.on('error', (error: Error) => log.warn({ err: error }, 'Redis is away'))
  redis.on('ready', () => log.info('Redis is there'))
  return redis
}
