import { expect, test } from 'vitest'
import type { Trigger } from './api/triggers.ts'
import { chosenOf, standingOf } from './standing.ts'

type Output = Pick<Trigger['output'], 'slots' | 'reasons'>
type Said = Output['slots'][number]

const slot = {
  id: 's',
  tag: 'ticket',
  index: 0,
  ways: [{ slotId: 's', tag: 'ticket', type: 'vnft' as const }],
} as const
const AT = '2026-11-27T10:00:00.000Z'

function standing(said: Partial<Said>, ...codes: string[]) {
  const one: Said = {
    slot_id: 's',
    tag: 'ticket',
    required: true,
    state: 'have',
    token: null,
    blockchains: [],
    have: null,
    need: null,
    ...said,
  }
  const reason = { tag: 'ticket', retry_at: AT, used: null, limit: null }
  return standingOf({ slots: [one], reasons: codes.map((code) => ({ code, ...reason })) }, slot)
}

test('CA-21 a requirement is met, wants a wallet, could not be checked, or has so many of so many', () => {
  const token = { nft: null, vnft: { collection_id: 'c', item_id: 'i', token_id: '3' } }
  expect(standing({ state: 'met', token })).toEqual({ kind: 'met', token })
  expect(standing({ state: 'connect', blockchains: ['jfin'] })).toEqual({
    kind: 'connect',
    blockchains: ['jfin'],
  })
  expect(standing({ state: 'have', have: 2, need: 3 }, 'requirement_unmet')).toEqual({
    kind: 'have',
    have: 2,
    need: 3,
  })
})

test('CA-27 what could not be checked is not "not met", and says when to try again', () => {
  expect(standing({ state: 'unchecked' }, 'requirement_unchecked')).toEqual({
    kind: 'unchecked',
    retryAt: AT,
  })
  expect(standing({ state: 'unchecked', required: false })).toEqual({ kind: 'unchecked', retryAt: null })
})

test('CA-29 CA-39 says why tokens that a person has are not good for it', () => {
  expect(standing({ have: 0, need: 1 }, 'token_used', 'token_suspended')).toEqual({
    kind: 'used',
    retryAt: AT,
  })
  expect(standing({ have: 0, need: 1 }, 'token_suspended')).toEqual({ kind: 'suspended' })
  expect(standing({ have: 0, need: 1 }, 'token_not_owned')).toEqual({ kind: 'notOwned' })
})

test('CA-21 of an alternative that was not taken nothing is missing', () => {
  expect(standing({ required: false, have: 0, need: 1 })).toEqual({ kind: 'spare' })
  expect(standing({ required: false, state: 'connect' })).toEqual({ kind: 'spare' })
  expect(standingOf({ slots: [], reasons: [] }, slot)).toBeUndefined()
})

test('CA-23 CA-28 a minted token is picked by its place on the chain, a virtual one by its item', () => {
  const nft = { blockchain: 'jfin', contract_address: '0xa', token_id: '7' }
  const vnft = { collection_id: 'c', item_id: 'i', token_id: '3' }
  expect(chosenOf({ nft, vnft })).toEqual({ blockchain: 'jfin', contractAddress: '0xa', tokenId: '7' })
  expect(chosenOf({ nft: null, vnft })).toEqual({ vitemId: 'i', tokenId: '3' })
})
