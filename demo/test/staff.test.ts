import { HDNodeWallet, Mnemonic } from 'ethers'
import { expect, test } from 'vitest'
import { people } from '../src/people.ts'
import { staff, staffKeys } from '../src/staff.ts'

const mnemonic = Mnemonic.fromPhrase('test test test test test test test test test test test junk')

test('the staff hold the public test keys 14 to 19 and can be told apart from everybody', () => {
  expect(staff.map(({ key }) => key)).toEqual([...staffKeys])
  expect(staff.map(({ privateKey }) => privateKey)).toEqual(
    staff.map((_, index) => HDNodeWallet.fromMnemonic(mnemonic, `m/44'/60'/0'/0/${index + 14}`).privateKey),
  )
  const all = [...people, ...staff]
  for (const field of ['joinId', 'phone', 'email', 'privateKey'] as const)
    expect(new Set(all.map((one) => one[field])).size).toBe(all.length)
})

test('two of them may decide over money, so that one can confirm what the other did', () => {
  expect(staff.filter(({ may }) => may === 'super_admin')).toHaveLength(1)
  expect(staff.filter(({ may }) => may.includes('withdrawal.decide'))).toHaveLength(2)
})
