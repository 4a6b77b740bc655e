import { expect, test } from 'vitest'
import { duration, termsOf } from './terms.ts'

const free = {
  limit_global: null,
  left: null,
  limit_per_user: null,
  limit_per_user_cooldown: null,
  token_reuse: 'never',
  automint_config: { enabled: false, blockchain: null },
} as const
const said = (terms: Partial<Parameters<typeof termsOf>[0]>, asks = true) =>
  termsOf({ ...free, ...terms }, { asks, language: 'en' })

test('CA-12 a cooldown without a limit is once in its time, a limit without a cooldown is for ever', () => {
  expect(said({}, false)).toEqual([{ key: 'campaign.anyTimes' }])
  expect(said({ limit_per_user: 1 }, false)).toEqual([{ key: 'campaign.times', values: { count: 1 } }])
  expect(said({ limit_per_user_cooldown: 86_400 }, false)).toEqual([
    { key: 'campaign.timesEvery', values: { count: 1, every: '1 day' } },
  ])
  expect(said({ limit_per_user: 3, limit_per_user_cooldown: 7_200 }, false)).toEqual([
    { key: 'campaign.timesEvery', values: { count: 3, every: '2 hours' } },
  ])
})

test('CA-11 CA-29 CA-50 says how many there are in all, what becomes of what is used, and that it is minted', () => {
  expect(said({ limit_global: 100, left: 33 })[1]?.values).toEqual({ count: 100, left: 33 })
  const keysOf = (...given: Parameters<typeof said>) => said(...given).map(({ key }) => key)
  expect(keysOf({ limit_global: 100 })).toEqual([
    'campaign.anyTimes',
    'campaign.inAll',
    'campaign.reuseNever',
  ])
  expect(keysOf({ token_reuse: 'always' })).toContain('campaign.reuseAlways')
  expect(keysOf({ token_reuse: 'window', limit_per_user_cooldown: 60 })).toContain('campaign.reuseWindow')
  expect(keysOf({ token_reuse: 'window' })).toContain('campaign.reuseNever')
  expect(keysOf({ automint_config: { enabled: true, blockchain: 'jfin' } })).toContain('campaign.minted')
  expect(keysOf({ token_reuse: 'always' }, false)).toEqual(['campaign.anyTimes'])
})

test('a time is said in the largest unit in which it is whole', () => {
  expect([86_400, 90_000, 5_400, 61].map((seconds) => duration(seconds, 'en'))).toEqual([
    ...['1 day', '25 hours', '90 minutes', '61 seconds'],
  ])
})
