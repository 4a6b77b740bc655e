import { expect, test } from 'vitest'
import { uncrossed } from '../src/crash/crossed.ts'
import { excusedPaths } from '../src/crash/missing.ts'
import { enumerate } from '../src/crash/points.ts'

const { points, generic } = await enumerate()
const at = (path: string, kind: string) => points.filter((one) => one.path === path && one.kind === kind)

test('the points of each kind are found in the sources', () => {
  expect(at('_shared/relay.ts', 'publish')).toHaveLength(1)
  expect(at('_shared/relay.ts', 'save')).toHaveLength(1)
  expect(at('_shared/bus/kafka-batch.ts', 'offset')).toHaveLength(1)
  expect(at('_shared/chain/tx-broadcast.ts', 'broadcast')).toHaveLength(1)
  expect(at('shipping-payment/chillpay/client.ts', 'call')).toHaveLength(1)
  expect(at('shipping-payment/consumers/ledger.ts', 'commit').map(({ message }) => message)).toContain(
    'Captured',
  )
  expect(at('identity/session/refresh.ts', 'commit')).toHaveLength(1)
})

test('a function that commits what it is given is no point, its callers are', () => {
  expect(generic.find(({ path }) => path === '_shared/stream.ts')).toBeDefined()
  expect(at('_shared/stream.ts', 'commit')).toEqual([])
  expect(at('shipping-payment/payment/card.ts', 'commit')).toHaveLength(4)
  expect(at('shipping-payment/payment/provider-routes.ts', 'commit')).toHaveLength(1)
  expect(at('shipping-payment/jobs/expiry.ts', 'commit')).toHaveLength(1)
})

test('a name is what its file means by it, and what only reads leaves nothing behind', () => {
  expect(at('bank-withdrawal/withdrawal/state.ts', 'commit')).toEqual([]) // has a function `change` of its own
  expect(at('bank-withdrawal/jobs/vetting.ts', 'commit')).toHaveLength(1)
  expect(at('asset-indexer/holder/check.ts', 'commit')).toHaveLength(1) // it reads in another transaction
})

test('a point that nothing crosses and nobody excuses is told', async () => {
  const { forgotten } = await uncrossed(points, new Set(['ledger publish ledger.transfer.v1']))
  expect(forgotten).toContainEqual(expect.stringContaining('identity/session/refresh.ts'))
  expect(forgotten).not.toContainEqual(expect.stringContaining('(publish)'))
})

test('every excuse is still needed for a point that there is', () => {
  for (const path of excusedPaths) expect(points.some((one) => path.test(one.path))).toBe(true)
})
