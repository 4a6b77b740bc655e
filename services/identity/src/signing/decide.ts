import { ZERO_ADDRESS } from '@talad/proto/http/order-book/seaport'
import { Rejection } from '@talad/shared/rejection'
import { isOpenTrade, type OrderItems } from './open-trade.ts'

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
  /** what orders in points name, so that nobody but our relayer can fill them */
  zones: readonly string[]
}

/** What an order is for and by whom; its types are Seaport's already. */
export type OrderToSign = {
  domain: { chainId: number | string; verifyingContract: string }
  message: { offerer: string; zone: string } & OrderItems
}

/** What calldata means; `spender` is who an approval lets in. */
export type ContractCall = { of: 'seaport'; name: string } | { of: 'approval'; name: string; spender: string }

/** What Join says of a request. */
export type JoinStatus = 'pending' | 'signed' | 'sent' | 'rejected' | 'failed' | 'expired'

const refuse = (field: string) => new Rejection('NOT_SIGNABLE', { field })
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const has = (list: readonly string[], address: string) => list.includes(address.toLowerCase())

/**
 * ID-21: an order of our Seaport on our chain, offered by the person's own Join wallet, is the only thing that may be
 * signed: under our zone, or, as anybody who gets hold of the signature may fill it without one, a trade of a known
 * collection for a known token that leaves the offerer what they trade for.
 * @throws Rejection NOT_SIGNABLE, INVALID_JOIN_SIGNER
 */
export function checkOrder(rules: SigningRules, wallet: string, order: OrderToSign): void {
  const { domain, message } = order
  if (String(domain.chainId) !== String(rules.chainId)) throw refuse('typedData.domain.chainId')
  if (!same(domain.verifyingContract, rules.seaport)) throw refuse('typedData.domain.verifyingContract')
  if (!same(message.offerer, wallet)) {
    throw new Rejection('INVALID_JOIN_SIGNER', { field: 'typedData.message.offerer' })
  }
  if (has(rules.zones, message.zone)) return
  if (!same(message.zone, ZERO_ADDRESS)) throw refuse('typedData.message.zone')
  if (!isOpenTrade(rules, message)) throw refuse('typedData.message')
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

/**
 * ID-21: a transaction to Seaport that fills an order or ends own ones, or an approval as above.
 * @param ask `call`: what the calldata means, if we know; `value` in wei: only what fills an order may carry one
 * @throws Rejection NOT_SIGNABLE
 */
export function checkTransaction(
  rules: SigningRules,
  ask: { to: string; call: ContractCall | undefined; value: string },
): void {
  const { to, call, value } = ask
  if (same(to, rules.seaport)) {
    if (call?.of !== 'seaport') throw refuse('data')
    if (FULFILS.includes(call.name)) return
    if (!OWN_ORDERS.includes(call.name)) throw refuse('data')
  } else {
    const isToken = has(rules.tokens, to)
    if (!isToken && !has(rules.collections, to)) throw refuse('to')
    // on a collection `approve` would hand out one token by its number
    if (call?.of !== 'approval' || call.name !== (isToken ? 'approve' : 'setApprovalForAll'))
      throw refuse('data')
    checkSpender(rules, call.spender, 'data')
  }
  if (value !== '0') throw refuse('value')
}

export type SigningStatus = 'pending' | 'signed' | 'rejected' | 'expired'

/** ID-20: how a request stands; after its life it is expired whatever Join says later. */
export function signingStatus(expiresAt: Date, answer: JoinStatus | undefined, now: Date): SigningStatus {
  if (now >= expiresAt || answer === undefined) return 'expired'
  switch (answer) {
    case 'signed':
    case 'sent':
      return 'signed'
    case 'rejected':
    case 'failed':
      return 'rejected'
    case 'pending':
    case 'expired':
      return answer
  }
}
