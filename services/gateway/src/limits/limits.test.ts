import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { memoryCounters } from './counters.ts'
import { createLimits } from './limits.ts'

const of = (count: number) => ({
  LIMIT_PUBLIC: count,
  LIMIT_SEARCH: count,
  LIMIT_SIGN_IN: count,
  LIMIT_SYNC: count,
  LIMIT_COUPON: count,
  LIMIT_WRITE: count,
  LIMIT_TRIGGER: count,
  LIMIT_FLAG: count,
  LIMIT_CALLBACK: count,
  LIMIT_FILES: count,
})

/** A request that is counted: whether it passes, and what its answer tells of limits. */
function caller(limits: ReturnType<typeof createLimits>) {
  return async (
    of: keyof typeof limits,
    { site = 'main', ...about }: { site?: string; ip?: string } & About,
  ) => {
    const { endpoint = listAssets, id = 'one', limitPerMinute = 1, ip = '10.0.0.1' } = about
    const headers = new Map<string, string>()
    const request = { ip, site, headers: {}, actor: undefined } as unknown as FastifyRequest
    const reply = {
      getHeader: (name: string) => headers.get(name),
      header: (name: string, value: string) => headers.set(name, value),
    } as unknown as FastifyReply
    const counted =
      of === 'ofKey'
        ? limits.ofKey(endpoint, { id, limitPerMinute }, request, reply)
        : limits[of](endpoint, request, reply)
    const passes = await counted.then(
      () => true,
      () => false,
    )
    return { passes, left: headers.get('ratelimit') ?? '' }
  }
}
type About = { endpoint?: typeof listAssets; id?: string; limitPerMinute?: number }

test('GW-24 an API key has a counter of its own on each site, wherever it is sent from', async () => {
  const count = caller(createLimits(of(1), { warn: () => undefined }, undefined))
  expect((await count('ofKey', { id: 'one' })).passes).toBe(true)
  expect((await count('ofKey', { id: 'two' })).passes).toBe(true)
  expect((await count('ofKey', { id: 'one', site: 'night' })).passes).toBe(true)
  expect((await count('ofKey', { id: 'one', ip: '10.0.0.2' })).passes).toBe(false)
})

test('CA-6 a key calls as often as it may, in place of the writes of an account, and is told what is left', async () => {
  const count = caller(createLimits(of(1), { warn: () => undefined }, undefined))
  const about = { endpoint: { ...listAssets, limit: 'write' as const }, limitPerMinute: 3 }
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => count('ofKey', about)))
  expect(all.map(({ passes }) => passes)).toEqual([true, true, true, false, false])
  expect(all[0]?.left).toMatch(/^"key";r=2;t=60$/)
})

test('CA-6 of several limits one that is full spends none of the others', async () => {
  const count = caller(createLimits({ ...of(9), LIMIT_TRIGGER: 1 }, { warn: () => undefined }, undefined))
  const trigger = { endpoint: { ...listAssets, limit: 'trigger' as const }, limitPerMinute: 3 }
  const tries = [await count('ofKey', trigger), await count('ofKey', trigger), await count('ofKey', trigger)]
  expect(tries.map(({ passes }) => passes)).toEqual([true, false, false])
  expect(tries[2]?.left).toMatch(/^"key";r=2;t=\d+, "trigger";r=0;t=\d+$/)
  const others = [1, 2, 3].map(() => count('ofKey', { limitPerMinute: 3 }))
  expect((await Promise.all(others)).map(({ passes }) => passes)).toEqual([true, true, false])
  expect((await count('ofAccount', { endpoint: trigger.endpoint })).passes).toBe(true)
  expect((await count('ofAccount', { endpoint: trigger.endpoint })).left).toMatch(/^"write";r=8;/)
})

test('GW-24 a window begins with the first call and ends by itself', async () => {
  let at = 0
  const { take } = memoryCounters(() => at)
  const limits = [{ key: 'a', max: 1, windowMs: 1_000 }]
  expect(await take(limits)).toEqual([{ exceeded: false, remaining: 0, ttlMs: 1_000 }])
  at = 999
  expect(await take(limits)).toEqual([{ exceeded: true, remaining: 0, ttlMs: 1 }])
  at = 1_000
  expect(await take(limits)).toMatchObject([{ exceeded: false }])
})
