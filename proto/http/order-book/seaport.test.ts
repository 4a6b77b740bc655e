import { expect, test } from 'vitest'
import { withUsualRecoveryId } from './seaport.ts'

const rs = `0x${'ab'.repeat(64)}`

test('ID-24 a recovery id that a wallet counts from 0 is the one that is counted from 27', () => {
  expect([`${rs}00`, `${rs}01`].map(withUsualRecoveryId)).toEqual([`${rs}1b`, `${rs}1c`])
  for (const other of ['0x00', `${rs}1b`, `${rs}02`, rs, `${rs}0000`])
    expect(withUsualRecoveryId(other)).toBe(other)
})
