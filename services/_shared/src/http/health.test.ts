import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installHealth } from './health.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const silent = () => new Promise<never>(() => undefined)
const well = async () => undefined
const at = new Date('2026-11-26T00:00:00Z')

async function readiness(deps: Omit<Parameters<typeof installHealth>[1], 'log'>) {
  const fastify = Fastify()
  installHealth(fastify, { log: { warn: () => undefined }, now: () => at, ...deps })
  let answer: { status: number; body: unknown } | undefined
  void fastify.inject('/readyz').then((response) => {
    answer = { status: response.statusCode, body: response.json() }
  })
  await vi.advanceTimersByTimeAsync(3_100)
  await fastify.close()
  return answer
}

test('a dependency that says nothing is away after three seconds, and keeps nobody waiting for what else is told', async () => {
  expect(
    await readiness({ ready: { database: silent, bus: well }, newest: { suspensions: silent } }),
  ).toEqual({
    status: 503,
    body: {
      status: 'unavailable',
      database: 'away',
      bus: 'ok',
      newest_ms_ago: { suspensions: null },
    },
  })
})

test('how old what is known is, is told and never decides', async () => {
  const newest = { suspensions: async () => new Date(at.getTime() - 1_500), blacklist: silent }
  expect(await readiness({ ready: { database: well }, newest })).toEqual({
    status: 200,
    body: { status: 'ok', database: 'ok', newest_ms_ago: { suspensions: 1_500, blacklist: null } },
  })
})

test('what somebody should look at is told in words and never decides, and without it nothing is', async () => {
  const warnings = {
    slow_block: async () => 'block 7 took 25.0 s: reading 24.9 s',
    none: well,
    hangs: silent,
  }
  expect(await readiness({ ready: { database: well }, warnings })).toEqual({
    status: 200,
    body: { status: 'ok', database: 'ok', warnings: { slow_block: 'block 7 took 25.0 s: reading 24.9 s' } },
  })
})
