import { expect, test } from 'vitest'
import { makeSealer } from './sealing.ts'

const key = '11'.repeat(32)
const sealer = makeSealer(key, 'personal-data')

test('ID-42 opens what it sealed, and never seals the same text alike', () => {
  const [one, other] = [sealer.seal('มาลี', 'account-1'), sealer.seal('มาลี', 'account-1')]
  expect(sealer.open(one, 'account-1')).toBe('มาลี')
  expect(one.equals(other)).toBe(false)
})

test('ID-42 opens nothing that was changed, moved to another account, or sealed for another purpose or key', () => {
  const sealed = sealer.seal('มาลี', 'account-1')
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => sealer.open(changed, 'account-1')).toThrow()
  }
  expect(() => sealer.open(sealed, 'account-2')).toThrow()
  expect(() => makeSealer(key, 'signing-key').open(sealed, 'account-1')).toThrow()
  expect(() => makeSealer('22'.repeat(32), 'personal-data').open(sealed, 'account-1')).toThrow()
})
