import { expect, test } from 'vitest'
import { claim, draft, market, refusal, seller, start, terms } from '../../test/samples.ts'
import { distribute, type Fee } from '../fee/decide.ts'
import { toWireShare } from '../fee/wire-share.ts'
import type { Claim } from './claim.ts'
import { checkDistribution, OFFERER } from './decide-distribution.ts'
import {
  type ChainFacts,
  checkCounter,
  checkHolding,
  checkParameters,
  checkSigner,
  requireSignature,
} from './decide-signed.ts'

const rejects = (work: () => unknown, code: string) => expect(work).toThrow(refusal(code))
const web3 = new Map([[seller, 'web3']])
const join = new Map([[seller, 'join']])

test('OB-10 a signature must be there', () => {
  rejects(() => requireSignature(undefined), 'SIGNATURE_REQUIRED')
  rejects(() => requireSignature('0x'), 'SIGNATURE_REQUIRED')
  expect(requireSignature('0x12')).toBe('0x12')
})

test('OB-10 the offerer signs, or the offerer’s contract says yes', () => {
  expect(() => checkSigner(claim(), { signer: seller }, web3)).not.toThrow()
  expect(() => checkSigner(claim(), { contractAccepts: true }, web3)).not.toThrow()
  rejects(() => checkSigner(claim(), { contractAccepts: false }, web3), 'INVALID_SIGNATURE')
  rejects(() => checkSigner(claim(), { signer: market.zone }, web3), 'INVALID_SIGNATURE')
})

test('OB-10 for a join wallet the signer must be the caller’s join wallet', () => {
  const joined = claim({ isJoinWallet: true })
  expect(() => checkSigner(joined, { signer: seller }, join)).not.toThrow()
  rejects(() => checkSigner(joined, { signer: seller }, web3), 'INVALID_JOIN_SIGNER')
  rejects(() => checkSigner(joined, { contractAccepts: true }, join), 'INVALID_JOIN_SIGNER')
})

const chain: ChainFacts = {
  block: 1n,
  counter: 0n,
  cancelled: false,
  filled: false,
  balance: 4n,
  approved: true,
}

test('OB-9 the counter is the chain’s, and the order has not ended there', () => {
  expect(() => checkCounter(claim().parameters, chain)).not.toThrow()
  rejects(() => checkCounter(claim().parameters, { ...chain, counter: 1n }), 'INVALID_COUNTER')
  rejects(() => checkCounter(claim().parameters, { ...chain, cancelled: true }), 'ORDER_ENDED_ON_CHAIN')
  rejects(() => checkCounter(claim().parameters, { ...chain, filled: true }), 'ORDER_ENDED_ON_CHAIN')
})

test('OB-12 the signed order is restricted to our zone, and partial only where that was asked', () => {
  expect(() => checkParameters(claim(), draft(), market)).not.toThrow()
  const refused = (changes: Partial<Claim['parameters']>) => {
    const given = claim({ parameters: { ...claim().parameters, ...changes } })
    rejects(() => checkParameters(given, draft(), market), 'INVALID_PARAMETERS')
  }
  refused({ zone: seller })
  refused({ orderType: 1 })
  refused({ orderType: 2 })
  refused({ orderType: 0 })
  refused({ conduitKey: `0x${'1'.repeat(64)}` })
  refused({ offer: [...claim().parameters.offer, ...claim().parameters.offer] })
  refused({ consideration: [] })
  refused({ totalOriginalConsiderationItems: 0 })
  const whole = claim({ allowPartial: false })
  expect(whole.parameters.orderType).toBe(2)
  expect(() => checkParameters(whole, draft(), market)).not.toThrow()
  expect(claim({ amount: 1n }).parameters.orderType).toBe(2)
})

const fees: Fee[] = [
  { type: 'service', contract: null, customerId: null, basisPoints: 250, disabled: false },
  { type: 'royalty', contract: market.zone, customerId: 'join-artist', basisPoints: 500, disabled: false },
]
const ours = distribute(10_000n, fees, OFFERER).map(toWireShare)
function distributed(changes: Partial<Claim>) {
  const shipping = { offererCustomerId: OFFERER, distribution: ours }
  return checkDistribution(claim({ shipping, ...changes }), draft(), fees, 'join-seller')
}

test('OB-28 the placeholder becomes the caller and is never stored', () => {
  const shares = distributed({})
  expect(shares.map((share) => share.customerId)).toEqual([null, 'join-artist', 'join-seller'])
  const named = { offererCustomerId: 'join-seller', distribution: distributed({}).map(toWireShare) }
  expect(distributed({ shipping: named })).toEqual(shares)
  expect(distributed({ distribution: ours })).toEqual(shares)
})

test('OB-28 any payee outside the fee configuration is refused', () => {
  const stranger = ours.map((share) =>
    share.type === 'royalty' ? { ...share, customer_id: 'join-x' } : share,
  )
  rejects(() => distributed({ distribution: stranger }), 'INVALID_DISTRIBUTION')
  rejects(() => distributed({ distribution: ours.slice(1) }), 'INVALID_DISTRIBUTION')
  rejects(() => distributed({ distribution: [...ours, ...ours.slice(0, 1)] }), 'INVALID_DISTRIBUTION')
  const shipping = { offererCustomerId: 'join-x', distribution: ours }
  rejects(() => distributed({ shipping }), 'INVALID_DISTRIBUTION')
  const share = ours[0]
  if (!share) throw new Error('no share')
  rejects(
    () => distributed({ distribution: [{ ...share, value: '1' }, ...ours.slice(1)] }),
    'INVALID_DISTRIBUTION',
  )
})

test('OB-30 the shares are a snapshot in the order', () => {
  const distribution = distributed({})
  expect(terms({ distribution }).distribution.map((share) => share.value)).toEqual([250n, 500n, 9_250n])
})

test('OB-25 the order shows the display end and keeps the signed one', () => {
  expect(terms()).toMatchObject({ end: start + 86_400, signedEnd: start + 90_000 })
})

test('OB-22 a listing of more units than are held is refused; the approval comes after', () => {
  expect(() => checkHolding(draft(), chain)).not.toThrow()
  rejects(() => checkHolding(draft(), { ...chain, balance: 3n, approved: false }), 'INSUFFICIENT_NFT')
  rejects(() => checkHolding(draft(), { ...chain, approved: false }), 'NFT_NOT_APPROVED')
})
