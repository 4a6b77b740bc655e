import { permissionNames } from '@talad/proto/http/permissions'
import { HDNodeWallet, Mnemonic } from 'ethers'
import { expect, test } from 'vitest'
import { people } from '../src/people.ts'
import { staff, staffKeys } from '../src/staff.ts'

const mnemonic = Mnemonic.fromPhrase('test test test test test test test test test test test junk')

test('the staff hold the public test keys 20 to 25 and can be told apart from everybody', () => {
  expect(staff.map(({ key }) => key)).toEqual([...staffKeys])
  expect(staff.map(({ privateKey }) => privateKey)).toEqual(
    staff.map((_, index) => HDNodeWallet.fromMnemonic(mnemonic, `m/44'/60'/0'/0/${index + 20}`).privateKey),
  )
  const all = [...people, ...staff]
  for (const field of ['joinId', 'phone', 'email', 'privateKey'] as const)
    expect(new Set(all.map((one) => one[field])).size).toBe(all.length)
})

test('each may do something that there is, and two may decide over money so that one can confirm the other', () => {
  for (const { may } of staff)
    if (may !== 'super_admin') expect(may.filter((name) => !permissionNames.includes(name))).toEqual([])
  expect(staff.filter(({ may }) => may === 'super_admin')).toHaveLength(1)
  expect(staff.filter(({ may }) => may !== 'super_admin' && may.includes('withdrawal.decide'))).toHaveLength(
    2,
  )
})
