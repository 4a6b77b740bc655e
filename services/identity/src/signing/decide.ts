import { seaportInterface } from '@talad/contracts/calldata'
import type { OrderComponents } from '@talad/contracts/seaport'
import { orderTypes } from '@talad/proto/http/seaport'
import { Rejection } from '@talad/shared/rejection'
import { Interface, type TransactionDescription } from 'ethers'
import type { JoinRequest } from '../join/client.ts'

/** ID-21: what Join wallets may be asked for. Addresses in lower case. */
export type SigningRules = {
  chainId: number
  seaport: string
  /** token contracts whose `approve` may be asked for */
  tokens: readonly string[]
  /** collections whose `setApprovalForAll` may be asked for */
  collections: readonly string[]
  /** who may be approved besides Seaport */
  conduits: readonly string[]
}

export type OrderTypedData = {
  domain: { chainId: number | string; verifyingContract: string }
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  message: OrderComponents
}

const refuse = (field: string) => new Rejection('NOT_SIGNABLE', { field })
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const has = (list: readonly string[], address: string) => list.includes(address.toLowerCase())

function sameTypes(given: OrderTypedData['types']): boolean {
  const { EIP712Domain: _domain, ...types } = given
  if (Object.keys(types).length !== Object.keys(orderTypes).length) return false
  return Object.entries(orderTypes).every(([name, fields]) => {
    const others = types[name]
    if (others?.length !== fields.length) return false
    return fields.every((field, at) => others[at]?.name === field.name && others[at]?.type === field.type)
  })
}

/**
 * ID-21: an order of our Seaport on our chain, offered by the person's own Join wallet, is the only thing that may be
 * signed.
 * @throws Rejection NOT_SIGNABLE, INVALID_JOIN_SIGNER
 */
export function checkOrder(rules: SigningRules, wallet: string, data: OrderTypedData): void {
  const { domain, types, message } = data
  if (String(domain.chainId) !== String(rules.chainId)) throw refuse('typedData.domain.chainId')
  if (!same(domain.verifyingContract, rules.seaport)) throw refuse('typedData.domain.verifyingContract')
  if (!sameTypes(types)) throw refuse('typedData.types')
  if (!same(message.offerer, wallet)) {
    throw new Rejection('INVALID_JOIN_SIGNER', { field: 'typedData.message.offerer' })
  }
}

function checkSpender(rules: SigningRules, spender: string, field: string): void {
  if (!same(spender, rules.seaport) && !has(rules.conduits, spender)) throw refuse(field)
}

/** ID-21: Seaport or its conduit may be let at a known token. @throws Rejection NOT_SIGNABLE */
export function checkTokenApproval(rules: SigningRules, ask: { contract: string; spender: string }): void {
  if (!has(rules.tokens, ask.contract)) throw refuse('contract')
  checkSpender(rules, ask.spender, 'spender')
}

/** ID-21: Seaport or its conduit may be let at a known collection. @throws Rejection NOT_SIGNABLE */
export function checkNftApproval(rules: SigningRules, ask: { contract: string; operator: string }): void {
  if (!has(rules.collections, ask.contract)) throw refuse('contract')
  checkSpender(rules, ask.operator, 'operator')
}

const FULFILS = [
  'fulfillOrder',
  'fulfillAdvancedOrder',
  'fulfillBasicOrder',
  'fulfillBasicOrder_efficient_6GL6yc',
  'fulfillAvailableOrders',
  'fulfillAvailableAdvancedOrders',
]
const OWN_ORDERS = ['cancel', 'incrementCounter']

const approvals = new Interface([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])

function parse(known: Interface, data: string): TransactionDescription {
  try {
    const parsed = known.parseTransaction({ data })
    if (parsed) return parsed
  } catch {
    // the selector is known, the arguments are no arguments of it
  }
  throw refuse('data')
}

/**
 * ID-21: a transaction to Seaport that fills an order or ends own ones, or an approval as above.
 * @param ask `value` in wei; only what fills an order may carry one
 * @throws Rejection NOT_SIGNABLE
 */
export function checkTransaction(
  rules: SigningRules,
  ask: { to: string; data: string; value: string },
): void {
  const { to, data, value } = ask
  if (same(to, rules.seaport)) {
    const { name } = parse(seaportInterface, data)
    if (FULFILS.includes(name)) return
    if (!OWN_ORDERS.includes(name)) throw refuse('data')
  } else {
    const isToken = has(rules.tokens, to)
    if (!isToken && !has(rules.collections, to)) throw refuse('to')
    const { name, args } = parse(approvals, data)
    if (name !== (isToken ? 'approve' : 'setApprovalForAll')) throw refuse('data')
    checkSpender(rules, String(args[0]), 'data')
  }
  if (value !== '0') throw refuse('value')
}

export type SigningStatus = 'pending' | 'signed' | 'rejected' | 'expired'

/** ID-20: how a request stands; after its life it is expired whatever Join says later. */
export function signingStatus(expiresAt: Date, answer: JoinRequest | undefined, now: Date): SigningStatus {
  if (now >= expiresAt || answer === undefined) return 'expired'
  switch (answer.status) {
    case 'signed':
    case 'sent':
      return 'signed'
    case 'rejected':
    case 'failed':
      return 'rejected'
    case 'pending':
    case 'expired':
      return answer.status
  }
}
