import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import type { JoinRequest } from '../join/client.ts'
import { checkTransfers, statusOfTransfer, type Transfer, worstOf } from './decide-transfers.ts'

const COLLECTION = `0x${'c0'.repeat(20)}`
const WALLET = `0x${'aa'.repeat(20)}`
const SEAPORT = `0x${'5e'.repeat(20)}`
const FRIEND = `0x${'bb'.repeat(20)}`
const rules = { blockchain: 'kub', wallet: WALLET, collections: [COLLECTION], keepers: [SEAPORT] }
const fish: Transfer = {
  blockchain: 'kub',
  contractAddress: COLLECTION,
  tokenId: '7',
  amount: '1',
  to: FRIEND,
}

function refusal(from: string, ...transfers: Transfer[]): [string, string | undefined] | undefined {
  try {
    checkTransfers(rules, from, transfers)
    return undefined
  } catch (error) {
    if (error instanceof Rejection) return [error.code, error.field]
    throw error
  }
}

test('ID-19 ID-21 SP-29 only the own Join wallet sends, only items of known collections, and not to itself or into a collection', () => {
  expect(refusal(WALLET, fish, { ...fish, tokenId: '8' })).toBeUndefined()
  expect(refusal(FRIEND, fish)).toEqual(['INVALID_JOIN_SIGNER', 'from'])
  expect(refusal(WALLET, fish, { ...fish, contractAddress: FRIEND })).toEqual([
    'NOT_SIGNABLE',
    'transfers.1.contractAddress',
  ])
  expect(refusal(WALLET, { ...fish, blockchain: 'eth' })).toEqual(['NOT_SIGNABLE', 'transfers.0.blockchain'])
  for (const to of [WALLET, COLLECTION, SEAPORT])
    expect(refusal(WALLET, { ...fish, to })).toEqual(['NOT_SIGNABLE', 'transfers.0.to'])
})

const expiresAt = new Date('2026-01-01T00:06:00Z')
const inTime = { expiresAt, now: new Date('2026-01-01T00:00:00Z') }
const late = { expiresAt, now: expiresAt }
const txHash = `0x${'1'.repeat(64)}`
test.each<[string, JoinRequest | undefined, typeof inTime, string]>([
  ['is asked for', { status: 'pending' }, inTime, 'PENDING_APPROVAL'],
  ['was asked for too long ago', { status: 'pending' }, late, 'EXPIRED'],
  ['is expired at Join', { status: 'expired' }, inTime, 'EXPIRED'],
  ['is unknown to Join', undefined, inTime, 'EXPIRED'],
  ['was refused', { status: 'rejected' }, late, 'REJECTED'],
  ['was approved just now', { status: 'sent' }, inTime, 'SUBMITTED'],
  ['is on its way', { status: 'sent', transfers: [{ status: 'sent', txHash }] }, late, 'SUBMITTED'],
  ['is mined', { status: 'sent', transfers: [{ status: 'mined', txHash }] }, late, 'SUCCESS'],
  ['was reverted', { status: 'sent', transfers: [{ status: 'failed', txHash }] }, late, 'FAILED'],
  ['was never sent', { status: 'failed' }, inTime, 'FAILED'],
])('ID-19 a transfer that %s', (_what, answer, about, status) => {
  expect(statusOfTransfer(answer, 0, about)).toBe(status)
})

test('ID-19 a group stands as the worst of its transfers', () => {
  expect(worstOf(['SUCCESS', 'SUCCESS'])).toBe('SUCCESS')
  expect(worstOf(['SUCCESS', 'SUBMITTED'])).toBe('SUBMITTED')
  expect(worstOf(['SUCCESS', 'FAILED', 'SUBMITTED'])).toBe('FAILED')
})
