import { expect, test } from 'vitest'
import { enCrypto } from '../../i18n/en-crypto.ts'
import { sharedOf } from './shared.ts'

test.each([
  ['an offer was sent', 'offered', true, 'I offer for {{name}}'],
  ['an offer was accepted', 'filled', false, 'I just sold {{name}}'],
  ['a listing was bought', 'filled', true, 'I just got {{name}}'],
  ['a token was approved', 'approved', true, undefined],
  ['an approval was taken back', 'revoked', false, undefined],
] as const)('what can be shared once %s', (_what, ended, isBuy, said) => {
  const key = sharedOf(ended, isBuy)
  expect(key && enCrypto[key]).toBe(said)
})
