import { afterEach, expect, test, vi } from 'vitest'
import { kafkaAvailable, redisAvailable, skipWithoutKafka, skipWithoutRedis } from './availability.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const nothingInstalled = () => vi.stubEnv('PATH', '/nonexistent')

test('a machine without Java and Redis is told apart, and its tests are skipped', () => {
  vi.stubEnv('REQUIRE_ALL', undefined)
  nothingInstalled()
  expect([kafkaAvailable(), redisAvailable()]).toEqual([false, false])
  expect([skipWithoutKafka(), skipWithoutRedis()]).toEqual([true, true])
})

test('where everything is required nothing is skipped', () => {
  vi.stubEnv('REQUIRE_ALL', '1')
  nothingInstalled()
  expect([skipWithoutKafka(), skipWithoutRedis()]).toEqual([false, false])
})
