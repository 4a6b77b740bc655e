import { expect, test } from 'vitest'
import { targetOfJoin } from './decide-target.ts'

const walletAddress = `0x${'1'.repeat(40)}`
const facts = { linked: undefined, owner: undefined, walletAddress, newId: 'new' }
const owner = { accountId: 'earlier', joinId: undefined, heldUntil: undefined, provedOn: '' }

test('ID-27 a proof of Join leads to the account that it is linked to, whoever has its wallet', () => {
  expect(targetOfJoin({ ...facts, linked: 'mine' })).toEqual({ accountId: 'mine', joinWallet: walletAddress })
  expect(targetOfJoin({ ...facts, linked: 'mine', owner })).toEqual({ accountId: 'mine' })
  expect(targetOfJoin({ ...facts, linked: 'earlier', owner })).toEqual({
    accountId: 'earlier',
    joinWallet: walletAddress,
  })
})

test('ID-27 who signed in by the wallet that Join vouches for is the same person', () => {
  expect(targetOfJoin({ ...facts, owner })).toEqual({ accountId: 'earlier', joinWallet: walletAddress })
})

test('ID-27 a wallet that only a contract proved is not the one whose key Join keeps', () => {
  expect(targetOfJoin({ ...facts, owner: { ...owner, provedOn: '3501' } })).toEqual({ accountId: 'new' })
})

test('ID-27 ID-32 a wallet of another customer, or one that is held, is taken from nobody: there is a new account', () => {
  expect(targetOfJoin({ ...facts, owner: { ...owner, joinId: 'other' } })).toEqual({ accountId: 'new' })
  const held = { ...owner, heldUntil: new Date('2026-11-21T00:00:00Z') }
  expect(targetOfJoin({ ...facts, owner: held })).toEqual({ accountId: 'new' })
})

test('ID-2 a person whom nobody knows gets an account, with the wallet that Join names or none', () => {
  expect(targetOfJoin(facts)).toEqual({ accountId: 'new', joinWallet: walletAddress })
  expect(targetOfJoin({ ...facts, walletAddress: undefined })).toEqual({ accountId: 'new' })
})
