import { expect, test } from 'vitest'
import { internalSecret } from './secrets.ts'

test('GW-3 each service calls with a secret of its own, the same at each start', () => {
  const secrets = { internalToken: '0'.repeat(48) }
  const own = ['ledger', 'campaign'].map((name) => internalSecret(secrets, name))
  expect(new Set([...own, secrets.internalToken]).size).toBe(3)
  expect(own[0]).toBe(internalSecret(secrets, 'ledger'))
})
