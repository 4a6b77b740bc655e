import { expect, test } from 'vitest'
import {
  decide,
  noticesOfDeal,
  noticesOfFill,
  noticesOfListing,
  noticesOfReport,
  noticesOfSuspension,
} from './decide.ts'

const at = new Date('2026-11-22T10:00:00Z')
const before = new Date(at.getTime() - 1)
const asset = { blockchain: 'jfin', contract: '0xc', token: '7' }
const listing = { hash: '0x1', accountId: 'somchai', open: true, endsAt: at, asset }

test('MO-11 who has reported something is told what came of it, each round by itself', () => {
  const report = { flagId: 'f1', round: 2, outcome: 'suspended', asset }
  expect(noticesOfReport(report, 'mali')).toEqual([
    { subject: 'f1-2', notice: { kind: 'report_acted', accountId: 'mali', asset } },
  ])
  expect(noticesOfReport({ ...report, outcome: 'ignored' }, 'mali')[0]?.notice.kind).toBe('report_ignored')
  expect(noticesOfReport(report, undefined)).toEqual([])
})

test('MO-7 a seller is told of each suspension of what is on sale, and of nothing that is not', () => {
  const s1 = { suspension: 's1', isOver: false, reason: '' }
  expect(noticesOfSuspension(listing, s1, before)).toEqual([
    { subject: 's1-0x1', notice: { kind: 'listing_suspended', accountId: 'somchai', asset } },
  ])
  expect(noticesOfSuspension({ ...listing, asset: undefined }, s1, before)[0]?.notice).toEqual({
    kind: 'listing_suspended',
    accountId: 'somchai',
  })
  expect(noticesOfSuspension({ ...listing, open: false }, s1, before)).toEqual([])
  expect(noticesOfSuspension({ ...listing, accountId: '' }, s1, before)).toEqual([])
  expect(noticesOfSuspension(listing, s1, at)).toEqual([])
  const over = noticesOfSuspension(listing, { ...s1, isOver: true, reason: 'copied' }, before)
  expect(over[0]?.notice).toMatchObject({ kind: 'listing_freed', reason: 'copied' })
})

test('what is told is told with its id and the time', () => {
  const notice = { accountId: 'mali', kind: 'sold' }
  expect(decide({ type: 'Give', id: 'f'.repeat(24), notice, at }, false)).toEqual([
    { type: 'NotificationGiven', data: { ...notice, notificationId: 'f'.repeat(24), at } },
  ])
})

test('OB-7 a deal is told to who may buy it, of one that is put for nobody in particular nobody', () => {
  const deal = { hash: '0x1', type: 'deal', change: 'put', counterpartyAccountId: '', asset }
  expect(noticesOfDeal(deal)).toEqual([])
  expect(noticesOfDeal({ ...deal, type: 'list', counterpartyAccountId: 'mali' })).toEqual([])
})

test('what has no known thing is told without one', () => {
  const fill = {
    hash: '0x1',
    type: 'list',
    change: 'filled',
    shipper: false,
    accountId: 'somchai',
    filled: '1',
  }
  expect(noticesOfFill({ ...fill, asset: undefined })[0]?.notice).toEqual({
    kind: 'sold_crypto',
    accountId: 'somchai',
  })
  expect(noticesOfFill({ ...fill, asset })[0]?.notice).toEqual({
    kind: 'sold_crypto',
    accountId: 'somchai',
    asset,
  })
  expect(noticesOfListing({ ...listing, accountId: '' }, at)).toEqual([])
})
