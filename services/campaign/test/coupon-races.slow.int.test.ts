import { test } from 'vitest'
import { openRaces } from './redeemers.ts'

test.each(['code', 'own', 'key', 'limit', 'pool'] as const)(
  'CA-68 CA-74 64 redeemers at once get as many as there are, 100 times: %s',
  { timeout: 900_000 },
  async (kind) => {
    const races = await openRaces()
    for (let round = 0; round < 100; round++) await races[kind]()
  },
)
