import { expect, test } from 'vitest'
import { isRefusal } from './refusal.ts'

test('M§9 a no in the wallet is known however the wallet says it', () => {
  expect(isRefusal(Object.assign(new Error('x'), { name: 'UserRejectedRequestError' }))).toBe(true)
  expect(isRefusal({ code: 4001 })).toBe(true)
  expect(isRefusal(Object.assign(new Error('x'), { code: 'ACTION_REJECTED' }))).toBe(true)
  const wrapped = new Error('An unknown RPC error occurred.', {
    cause: Object.assign(new Error('MetaMask Tx Signature: User denied transaction signature.'), {
      code: -32603,
    }),
  })
  expect(isRefusal(wrapped)).toBe(true)
  expect(isRefusal(new Error('An unknown RPC error occurred.'))).toBe(false)
  expect(isRefusal(undefined)).toBe(false)
  const round = new Error('round')
  round.cause = round
  expect(isRefusal(round)).toBe(false)
})
