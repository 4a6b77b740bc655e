import { cancelData, incrementCounterData, seaportInterface } from '@talad/contracts/calldata'
import { Rejection } from '@talad/shared/rejection'
import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import { readCall } from './calldata.ts'
import { checkOrder, checkTransaction, signingStatus } from './decide.ts'

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

test('ID-21 refuses to sign an order that others than our relayer could fill', () => {
  const domain = { chainId: 3501, verifyingContract: SEAPORT }
  const sign = (zone: string) => checkOrder(rules, STRANGER, { domain, message: { offerer: STRANGER, zone } })
  expect(() => sign(ZONE)).not.toThrow()
  for (const zone of [`0x${'0'.repeat(40)}`, STRANGER]) expect(() => sign(zone)).toThrow('NOT_SIGNABLE')
})
