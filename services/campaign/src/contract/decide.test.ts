import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { ContractTerms } from './events.ts'
import { contracts } from './stream.ts'

const { given } = decider(contracts)
const now = new Date('2026-11-27T00:00:00Z')
const later = new Date('2026-11-27T00:05:00Z')
const by = 'account-a'
const terms: ContractTerms = {
  projectId: 'project',
  collectionId: 'collection',
  blockchain: 'kub',
  contractClass: 'erc721',
  name: 'Fair',
  symbol: 'FAIR',
  factory: '0xfactory',
  lane: '0xlane',
}
const request = { type: 'Request', by, now, terms } as const
const again = { ...request, now: later }
const sent = { txStatus: 'sent', txHash: '0x1', retryCount: 1, retryReason: 'throttled' } as const
const move = { type: 'Move', now: later, progress: sent } as const
const found = { type: 'Settle', now: later, address: '0xc', reason: 'failed' } as const
const lost = { type: 'Settle', now: later, address: undefined, reason: 'reverted' } as const
const disable = { type: 'Disable', by, now: later, disabled: true } as const
const fresh = { txStatus: 'pending', txHash: null, retryCount: 0, retryReason: null }

test('CA-52 a contract is there once: it is tried again only where its deployment failed, CONTRACT_EXISTS otherwise', () => {
  expect(given(request).state).toMatchObject({
    terms,
    progress: fresh,
    tries: 1,
    disabled: false,
    address: null,
  })
  for (const before of [[], [move], [found]])
    given(request, ...before)
      .when(again)
      .rejects('CONTRACT_EXISTS')
  expect(given(request, move, lost, again).state).toMatchObject({
    progress: fresh,
    failedReason: null,
    tries: 2,
    created: now,
    updated: later,
  })
})

test('CA-46 how its deployment goes is noted until it has ended', () => {
  expect(given(request, move).state).toMatchObject({ progress: sent, updated: later })
  for (const end of [found, lost]) given(request, end).when(move).makes()
})

test('CA-48 CA-52 it is where the factory says, also after its transaction failed; else it has failed', () => {
  expect(given(request, move, found).state).toMatchObject({
    address: '0xc',
    failedReason: null,
    progress: { ...sent, txStatus: 'mined' },
  })
  expect(given(request, move, lost).state).toMatchObject({
    address: null,
    failedReason: 'reverted',
    progress: { ...sent, txStatus: 'failed' },
  })
  expect(given(request, lost, found).state).toMatchObject({ address: '0xc', failedReason: null })
  for (const again of [found, lost]) given(request, found).when(again).makes()
  given(request, lost).when(lost).makes()
})

test('CA-52 it is disabled and enabled again, each once', () => {
  given(request).when(disable).makes('ContractDisabled')
  given(request, disable).when(disable).makes()
  expect(given(request, disable).state).toMatchObject({ disabled: true })
  expect(given(request, disable, { ...disable, disabled: false }).state).toMatchObject({ disabled: false })
})

test('CA-52 nothing becomes of one that nobody asked for: CONTRACT_NOT_FOUND', () => {
  for (const command of [move, found, lost, disable])
    given().when(command).rejects('CONTRACT_NOT_FOUND', { field: '_id' })
})
