import { expect, test } from 'vitest'
import { principalOf } from './principal.ts'

test('CA-2 CA-3 a role is for the account, the app user or the pattern that was typed, or for nobody', () => {
  const id = 'a'.repeat(24)
  expect(principalOf('account', ` ${id.toUpperCase()} `)).toEqual({ account_id: id })
  expect(principalOf('appUser', id)).toEqual({ app_user_id: id })
  expect(principalOf('pattern', 'join:phone:+6681*')).toEqual({ idp_link_pattern: 'join:phone:+6681*' })
  for (const kind of ['account', 'appUser', 'pattern'] as const)
    expect(principalOf(kind, 'somchai')).toBeUndefined()
})
