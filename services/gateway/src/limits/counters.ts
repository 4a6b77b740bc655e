import type { Redis } from 'ioredis'
import { z } from 'zod'

/** So many within a window that begins with the first. */
export type Limit = { key: string; max: number; windowMs: number }
/** Of a limit: whether it was full, how much of it is left, and until when. */
export type Count = { exceeded: boolean; remaining: number; ttlMs: number }

/** Counts one against each of some limits, or against none of them where one is full (CA-6). */
export type Counters = { take(limits: readonly Limit[]): Promise<Count[]> }

const MOST = 50_000

/** Of this process alone. */
export function memoryCounters(now: () => number = Date.now): Counters {
  const windows = new Map<string, { count: number; endsAt: number }>()

  function windowOf({ key, windowMs }: Limit) {
    const at = now()
    const had = windows.get(key)
    if (had && had.endsAt > at) return had
    const fresh = { count: 0, endsAt: at + windowMs }
    windows.delete(key)
    windows.set(key, fresh)
    const [oldest] = windows.keys()
    if (windows.size > MOST && oldest !== undefined) windows.delete(oldest)
    return fresh
  }

  return {
    async take(limits) {
      const found = limits.map((limit) => ({ limit, window: windowOf(limit) }))
      const isRefused = found.some(({ limit, window }) => window.count >= limit.max)
      return found.map(({ limit: { max }, window }) => {
        const exceeded = window.count >= max
        if (!isRefused) window.count += 1
        return { exceeded, remaining: Math.max(0, max - window.count), ttlMs: window.endsAt - now() }
      })
    },
  }
}

/** Answers each count before and the time that is left, after it counted where no limit was full. */
const TAKE = `
local counts, full = {}, false
for i, key in ipairs(KEYS) do
  counts[i] = tonumber(redis.call('GET', key) or '0')
  if counts[i] >= tonumber(ARGV[2 * i - 1]) then full = true end
end
local told = { full and 1 or 0 }
for i, key in ipairs(KEYS) do
  if not full and redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[2 * i]) end
  told[2 * i] = counts[i]
  told[2 * i + 1] = redis.call('PTTL', key)
end
return told`
const taken = z.array(z.int()).min(1)

/** Of all gateways together. */
export function redisCounters(redis: Pick<Redis, 'eval'>): Counters {
  return {
    async take(limits) {
      const keys = limits.map(({ key }) => key)
      const values = limits.flatMap(({ max, windowMs }) => [max, windowMs])
      const [full, ...told] = taken.parse(await redis.eval(TAKE, keys.length, ...keys, ...values))
      return limits.map(({ max, windowMs }, at) => {
        const before = told[2 * at] ?? 0
        const ttl = told[2 * at + 1] ?? windowMs
        const count = full === 1 ? before : before + 1
        return {
          exceeded: before >= max,
          remaining: Math.max(0, max - count),
          ttlMs: ttl < 0 ? windowMs : ttl,
        }
      })
    },
  }
}
