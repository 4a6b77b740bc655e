import { cancelData, incrementCounterData, seaportInterface } from '@talad/contracts/calldata'
import { Rejection } from '@talad/shared/rejection'
import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import { readCall } from './calldata.ts'
import {
  checkNftApproval,
  checkOrder,
  checkTokenApproval,
  checkTransaction,
  signingStatus,
} from './decide.ts'

const SEAPORT = `0x${'5e'.repeat(20)}`
const CONDUIT = `0x${'cd'.repeat(20)}`
const TOKEN = `0x${'70'.repeat(20)}`
const COLLECTION = `0x${'c0'.repeat(20)}`
const ZONE = `0x${'20'.repeat(20)}`
const STRANGER = `0x${'99'.repeat(20)}`
const rules = {
  chainId: 3501,
  seaport: SEAPORT,
  tokens: [TOKEN],
  collections: [COLLECTION],
  conduits: [CONDUIT],
  zones: [ZONE],
}
const erc = new Interface([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id)',
])
const approve = (spender: string) => erc.encodeFunctionData('approve', [spender, 1n])
const approveAll = (operator: string) => erc.encodeFunctionData('setApprovalForAll', [operator, true])

function fieldRefused(to: string, data: string, value = '0'): string | undefined {
  try {
    checkTransaction(rules, { to, call: readCall(data), value })
    return undefined
  } catch (error) {
    return error instanceof Rejection ? error.field : String(error)
  }
}

test('ID-21 lets pass what ends own orders and what approves Seaport or its conduit', () => {
  expect(fieldRefused(SEAPORT, cancelData([]))).toBeUndefined()
  expect(fieldRefused(SEAPORT.toUpperCase().replace('X', 'x'), incrementCounterData())).toBeUndefined()
  expect(fieldRefused(TOKEN, approve(SEAPORT))).toBeUndefined()
  expect(fieldRefused(TOKEN, approve(CONDUIT))).toBeUndefined()
  expect(fieldRefused(COLLECTION, approveAll(CONDUIT))).toBeUndefined()
})

test('ID-21 refuses every other call of Seaport', () => {
  expect(fieldRefused(SEAPORT, seaportInterface.encodeFunctionData('getCounter', [STRANGER]))).toBe('data')
  expect(fieldRefused(SEAPORT, seaportInterface.encodeFunctionData('validate', [[]]))).toBe('data')
  expect(fieldRefused(SEAPORT, '0xdeadbeef')).toBe('data')
  expect(fieldRefused(SEAPORT, cancelData([]).slice(0, 10))).toBe('data')
})

test('ID-21 refuses the approval of a stranger, of the wrong kind and of the wrong contract', () => {
  expect(fieldRefused(TOKEN, approve(STRANGER))).toBe('data')
  expect(fieldRefused(TOKEN, approveAll(SEAPORT))).toBe('data')
  expect(fieldRefused(COLLECTION, approve(SEAPORT))).toBe('data')
  expect(fieldRefused(COLLECTION, erc.encodeFunctionData('safeTransferFrom', [SEAPORT, STRANGER, 1n]))).toBe(
    'data',
  )
  expect(fieldRefused(STRANGER, approveAll(SEAPORT))).toBe('to')
})

test('ID-21 lets only what fills an order carry a value', () => {
  expect(fieldRefused(SEAPORT, cancelData([]), '1')).toBe('value')
  expect(fieldRefused(TOKEN, approve(SEAPORT), '1')).toBe('value')
  const fill = seaportInterface.encodeFunctionData('fulfillAvailableOrders', [
    [],
    [],
    [],
    `0x${'0'.repeat(64)}`,
    1,
  ])
  expect(fieldRefused(SEAPORT, fill, '1')).toBeUndefined()
})

test('ID-20 maps what Join says, and nothing after the end', () => {
  const now = new Date()
  const later = new Date(now.getTime() + 1)
  expect(signingStatus(later, 'sent', now)).toBe('signed')
  expect(signingStatus(later, 'failed', now)).toBe('rejected')
  expect(signingStatus(later, 'pending', now)).toBe('pending')
  expect(signingStatus(now, 'signed', now)).toBe('expired')
  expect(signingStatus(later, undefined, now)).toBe('expired')
})

const money = (amount: string, recipient: string, token = TOKEN) => ({
  itemType: 1,
  token,
  startAmount: amount,
  endAmount: amount,
  recipient,
})
const nft = (token = COLLECTION) => ({ itemType: 2, token, startAmount: '1', endAmount: '1' })
const wallet = `0x${'aa'.repeat(20)}`
const zero = `0x${'0'.repeat(40)}`
const listing = {
  offerer: wallet,
  zone: zero,
  orderType: 0,
  offer: [nft()],
  consideration: [money('95', wallet), money('5', STRANGER)],
}
const offer = {
  offerer: wallet,
  zone: zero,
  orderType: 0,
  offer: [money('100', STRANGER)],
  consideration: [{ ...nft(), recipient: wallet }, money('5', STRANGER)],
}

function signing(message: typeof listing | typeof offer) {
  return () => checkOrder(rules, wallet, { domain: { chainId: 3501, verifyingContract: SEAPORT }, message })
}

test('ID-21 signs an order under our zone, and without one a trade of a known collection for a known token', () => {
  expect(signing({ ...listing, zone: ZONE })).not.toThrow()
  expect(signing(listing)).not.toThrow()
  expect(signing(offer)).not.toThrow()
})

test.each<[string, typeof listing | typeof offer]>([
  ['under the zone of a stranger', { ...listing, zone: STRANGER }],
  ['restricted without a zone', { ...listing, orderType: 2 }],
  ['of an unknown collection', { ...listing, offer: [nft(STRANGER)] }],
  ['of several things', { ...listing, offer: [nft(), nft()] }],
  ['for an unknown token', { ...listing, consideration: [money('95', wallet, STRANGER)] }],
  ['that gives away', { ...listing, consideration: [] }],
  ['that pays mostly others', { ...listing, consideration: [money('49', wallet), money('51', STRANGER)] }],
  ['whose price falls', { ...listing, consideration: [{ ...money('95', wallet), endAmount: '1' }] }],
  ['of tokens for a stranger', { ...offer, consideration: [{ ...nft(), recipient: STRANGER }] }],
  ['of tokens for nothing', { ...offer, consideration: [] }],
  [
    'of tokens with a fee in others',
    { ...offer, consideration: [{ ...nft(), recipient: wallet }, money('5', STRANGER, STRANGER)] },
  ],
])('ID-21 signs no order %s', (_what, message) => {
  expect(signing(message)).toThrow('NOT_SIGNABLE')
})

test('ID-21 signs no order of another chain, of another Seaport or of another wallet', () => {
  const ask = (domain: object, message: object = {}) =>
    checkOrder(rules, wallet, {
      domain: { chainId: 3501, verifyingContract: SEAPORT, ...domain },
      message: { ...listing, ...message },
    })
  expect(() => ask({ chainId: 1 })).toThrow('NOT_SIGNABLE')
  expect(() => ask({ verifyingContract: STRANGER })).toThrow('NOT_SIGNABLE')
  expect(() => ask({}, { offerer: STRANGER })).toThrow('INVALID_JOIN_SIGNER')
})

/** The code of what is refused, and the field that it is about. */
function refusalOf(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Rejection ? `${error.code} ${error.field}` : String(error)
  }
}

test('ID-21 says which field of an order is refused', () => {
  const ask = (domain: object, message: object = {}) =>
    refusalOf(() =>
      checkOrder(rules, wallet, {
        domain: { chainId: 3501, verifyingContract: SEAPORT, ...domain },
        message: { ...listing, ...message },
      }),
    )
  expect(ask({ chainId: 1 })).toBe('NOT_SIGNABLE typedData.domain.chainId')
  expect(ask({ verifyingContract: STRANGER })).toBe('NOT_SIGNABLE typedData.domain.verifyingContract')
  expect(ask({}, { offerer: STRANGER })).toBe('INVALID_JOIN_SIGNER typedData.message.offerer')
  expect(ask({}, { zone: STRANGER })).toBe('NOT_SIGNABLE typedData.message.zone')
  expect(ask({}, { offer: [nft(STRANGER)] })).toBe('NOT_SIGNABLE typedData.message')
})

test('ID-21 Seaport or its conduit alone may be approved, for a known token or collection, whatever the case of its address', () => {
  const loud = (address: string) => `0x${address.slice(2).toUpperCase()}`
  const token = (contract: string, spender: string) =>
    refusalOf(() => checkTokenApproval(rules, { contract, spender }))
  const collection = (contract: string, operator: string) =>
    refusalOf(() => checkNftApproval(rules, { contract, operator }))
  for (const one of [SEAPORT, CONDUIT, loud(SEAPORT), loud(CONDUIT)]) {
    expect(token(TOKEN, one)).toBeUndefined()
    expect(token(loud(TOKEN), one)).toBeUndefined()
    expect(collection(COLLECTION, one)).toBeUndefined()
    expect(collection(loud(COLLECTION), one)).toBeUndefined()
  }
  expect(token(TOKEN, STRANGER)).toBe('NOT_SIGNABLE spender')
  expect(collection(COLLECTION, STRANGER)).toBe('NOT_SIGNABLE operator')
  for (const contract of [COLLECTION, STRANGER])
    expect(token(contract, SEAPORT)).toBe('NOT_SIGNABLE contract')
  for (const contract of [TOKEN, STRANGER])
    expect(collection(contract, SEAPORT)).toBe('NOT_SIGNABLE contract')
})

test.each([
  'fulfillOrder',
  'fulfillAdvancedOrder',
  'fulfillBasicOrder',
  'fulfillBasicOrder_efficient_6GL6yc',
  'fulfillAvailableOrders',
  'fulfillAvailableAdvancedOrders',
])('ID-21 %s fills an order, and may carry what it costs', (name) => {
  const call = { of: 'seaport' as const, name }
  expect(refusalOf(() => checkTransaction(rules, { to: SEAPORT, call, value: '1' }))).toBeUndefined()
})

test('ID-21 what is called as something else is called is refused', () => {
  const call = { of: 'approval' as const, name: 'cancel', spender: SEAPORT }
  expect(refusalOf(() => checkTransaction(rules, { to: SEAPORT, call, value: '0' }))).toBe(
    'NOT_SIGNABLE data',
  )
  const seaport = { of: 'seaport' as const, name: 'approve' }
  expect(refusalOf(() => checkTransaction(rules, { to: TOKEN, call: seaport, value: '0' }))).toBe(
    'NOT_SIGNABLE data',
  )
})

test('ID-20 each word of Join is one of ours', () => {
  const now = new Date()
  const stands = (answer: Parameters<typeof signingStatus>[1]) =>
    signingStatus(new Date(now.getTime() + 1), answer, now)
  expect(stands('signed')).toBe('signed')
  expect(stands('rejected')).toBe('rejected')
  expect(stands('expired')).toBe('expired')
})
