import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import { tokenIdOf } from '../holding/token.ts'
import { countsOf } from './decide.ts'
import type { MintTerms } from './events.ts'
import { mints } from './stream.ts'

const { given } = decider(mints)
const now = new Date('2026-11-27T00:00:00Z')
const later = new Date('2026-11-27T00:05:00Z')
const terms: MintTerms = {
  projectId: 'project',
  collectionId: 'collection',
  itemId: 'item',
  itemTokenId: 1,
  automintId: 'key',
  holdingId: null,
  contractId: 'contract',
  contractClass: 'erc721',
  blockchain: 'kub',
  lane: '0xlane',
  tokenId: '4294967297',
}
const by = 'account-a'
const request = { type: 'Request', by, now, terms, receiver: '0xa' } as const
const ofHolding = { ...request, terms: { ...terms, holdingId: 'holding' } } as const
const mine = { type: 'Mine', now: later, txHash: '0x1', contract: '0xc' } as const
const unmine = { type: 'Unmine', now: later } as const
const fail = { type: 'Fail', now: later, reason: 'reverted' } as const
const cancel = { type: 'Cancel', by, now: later, signed: false } as const
const retry = { type: 'Retry', by, now: later, receiver: '0xb' } as const

test('CA-46 CA-48 a mint that is asked for again is one, and what the chain has is mined whatever was thought of it', () => {
  given(request).when(request).makes()
  for (const ended of [[], [fail], [cancel]]) {
    const { state } = given(request, ...ended, mine)
    expect(state).toMatchObject({
      state: 'mined',
      txHash: '0x1',
      contract: '0xc',
      failedReason: null,
      updated: later,
    })
  }
  given(request, mine).when(mine).makes()
  given(request, mine)
    .when({ ...mine, txHash: '0x2' })
    .makes('MintMined')
})

test('CA-46 what a reorganisation takes back is open again, and nothing else is', () => {
  const { state } = given(request, mine, unmine)
  expect(state).toMatchObject({ state: 'open', txHash: null, contract: null, since: now })
  for (const before of [[], [fail], [cancel]])
    given(request, ...before)
      .when(unmine)
      .makes()
})

test('CA-46 only what is open fails', () => {
  expect(given(request, fail).state).toMatchObject({ state: 'failed', failedReason: 'reverted' })
  for (const before of [mine, cancel, fail] as const) given(request, before).when(fail).makes()
})

test('CA-46 what is signed or has ended is not canceled: MINT_UNDER_WAY; a second time is none', () => {
  expect(given(request, cancel).state).toMatchObject({ state: 'canceled', failedReason: null })
  given(request, cancel).when(cancel).makes()
  given(request)
    .when({ ...cancel, signed: true })
    .rejects('MINT_UNDER_WAY')
  for (const before of [mine, fail] as const) given(request, before).when(cancel).rejects('MINT_UNDER_WAY')
})

test('CA-48 only what failed or was canceled is tried again, to a receiver that may be another: MINT_NOT_ENDED', () => {
  for (const before of [fail, cancel] as const)
    expect(given(request, before, retry).state).toMatchObject({
      state: 'open',
      receiver: '0xb',
      failedReason: null,
      since: later,
      created: now,
    })
  for (const before of [[], [mine]])
    given(request, ...before)
      .when(retry)
      .rejects('MINT_NOT_ENDED')
})

test('CA-46 nothing becomes of a mint that nobody asked for: MINT_NOT_FOUND', () => {
  for (const command of [mine, unmine, fail, cancel, retry])
    given().when(command).rejects('MINT_NOT_FOUND', { field: '_id' })
})

test('CA-49 a direct mint is reserved while it is open and counts once it is mined; one of a holding counted when granted', () => {
  const none = { count: 0, reserve: 0 }
  expect(countsOf(undefined)).toEqual(none)
  expect(countsOf(given(request).state)).toEqual({ count: 0, reserve: 1 })
  expect(countsOf(given(request, mine).state)).toEqual({ count: 1, reserve: 0 })
  for (const ended of [fail, cancel] as const) expect(countsOf(given(request, ended).state)).toEqual(none)
  for (const more of [[], [mine]]) expect(countsOf(given(ofHolding, ...more).state)).toEqual(none)
})

test('CA-54 items are kept apart in a contract that they share', () => {
  expect(tokenIdOf(1, 1)).toBe(4_294_967_297n)
  expect(tokenIdOf(2, 1) - tokenIdOf(1, 4_294_967_295)).toBe(2n)
})
