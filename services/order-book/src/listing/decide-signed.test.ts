import { toParameters } from '@talad/proto/http/order-book/seaport'
import { buildCryptoListing, buildOffer } from '@talad/proto/http/order-book/seaport-crypto'
import { expect, test } from 'vitest'
import { claim, draft, market, nft, now, points, refusal, seller, start, terms } from '../../test/samples.ts'
import { distribute, type Fee, type Share } from '../fee/decide.ts'
import { FULFILLER, OFFERER, withWallets } from '../fee/payees.ts'
import { toWireShare } from '../fee/wire-share.ts'
import type { Claim } from './claim.ts'
import { checkDistribution } from './decide-distribution.ts'
import {
  type ChainFacts,
  checkCounter,
  checkHolding,
  checkParameters,
  checkSigner,
  requireSignature,
  toTerms,
} from './decide-signed.ts'

const rejects = (work: () => unknown, ...told: Parameters<typeof refusal>) =>
  expect(work).toThrow(refusal(...told))
const signature = { field: 'order.order.signature' }
const web3 = new Map([[seller, 'web3']])
const join = new Map([[seller, 'join']])

test('OB-10 a signature must be there', () => {
  rejects(() => requireSignature(undefined), 'SIGNATURE_REQUIRED', signature)
  rejects(() => requireSignature('0x'), 'SIGNATURE_REQUIRED', signature)
  expect(requireSignature('0x12')).toBe('0x12')
})

test('OB-10 the offerer signs, or the offerer’s contract says yes', () => {
  expect(() => checkSigner(claim(), { signer: seller }, web3)).not.toThrow()
  expect(() => checkSigner(claim(), { contractAccepts: true }, web3)).not.toThrow()
  rejects(() => checkSigner(claim(), { contractAccepts: false }, web3), 'INVALID_SIGNATURE', signature)
  rejects(() => checkSigner(claim(), { signer: market.zone }, web3), 'INVALID_SIGNATURE', signature)
})

test('OB-10 for a join wallet the signer must be the caller’s join wallet', () => {
  const joined = claim({ isJoinWallet: true })
  expect(() => checkSigner(joined, { signer: seller }, join)).not.toThrow()
  rejects(() => checkSigner(joined, { signer: seller }, web3), 'INVALID_JOIN_SIGNER', signature)
  rejects(() => checkSigner(joined, { contractAccepts: true }, join), 'INVALID_JOIN_SIGNER', signature)
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
  const field = 'order.order.parameters.counter'
  rejects(() => checkCounter(claim().parameters, { ...chain, counter: 1n }), 'INVALID_COUNTER', { field })
  rejects(() => checkCounter(claim().parameters, { ...chain, cancelled: true }), 'ORDER_ENDED_ON_CHAIN')
  rejects(() => checkCounter(claim().parameters, { ...chain, filled: true }), 'ORDER_ENDED_ON_CHAIN')
})

test('OB-12 the signed order is restricted to our zone, and partial only where that was asked', () => {
  expect(() => checkParameters(claim(), draft(), [], market)).not.toThrow()
  const refused = (changes: Partial<Claim['parameters']>) => {
    const given = claim({ parameters: { ...claim().parameters, ...changes } })
    const name = Object.keys(changes)[0]
    const details = { reason: expect.stringMatching(`^${name}.* must be `) }
    rejects(() => checkParameters(given, draft(), [], market), 'INVALID_PARAMETERS', {
      field: `order.order.parameters.${name}`,
      details,
    })
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
  expect(() => checkParameters(whole, draft(), [], market)).not.toThrow()
  expect(claim({ amount: 1n }).parameters.orderType).toBe(2)
})

const fees: Fee[] = [
  { type: 'service', customerId: null, basisPoints: 250 },
  { type: 'royalty', customerId: 'join-artist', basisPoints: 500 },
]
const wire = (share: Parameters<typeof toWireShare>[0]) => toWireShare(share, 'ft_thb')
const shares = distribute(10_000n, fees, 'join-seller')
const ours = distribute(10_000n, fees, OFFERER).map(wire)
function distributed(changes: Partial<Claim>) {
  const shipping = { offererCustomerId: OFFERER, distribution: ours }
  checkDistribution(claim({ shipping, ...changes }), draft(), shares, 'join-seller')
}

test('OB-28 the placeholder stands for the caller, who may be named too', () => {
  expect(() => distributed({})).not.toThrow()
  const named = { offererCustomerId: 'join-seller', distribution: shares.map(wire) }
  expect(() => distributed({ shipping: named })).not.toThrow()
  expect(() => distributed({ distribution: ours })).not.toThrow()
})

test('MO-36 the preview names nobody else, and what it says can be sent back', () => {
  const unnamed = ours.map((share) => (share.type === 'royalty' ? { ...share, customer_id: null } : share))
  expect(() => distributed({ distribution: unnamed })).not.toThrow()
  const twice = [...unnamed.slice(1), ...unnamed.slice(1)].slice(0, ours.length)
  rejects(() => distributed({ distribution: twice }), 'INVALID_DISTRIBUTION')
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
  expect(terms({ distribution: shares }).distribution.map((share) => share.value)).toEqual([
    250n,
    500n,
    9_250n,
  ])
})

test('OB-25 the order shows the display end and keeps the signed one', () => {
  expect(terms()).toMatchObject({ end: start + 86_400, signedEnd: start + 90_000 })
})

test('OB-22 a listing of more units than are held is refused; the approval comes after', () => {
  expect(() => checkHolding(draft(), chain)).not.toThrow()
  const told = { field: 'amount', details: { held: '3' } }
  rejects(() => checkHolding(draft(), { ...chain, balance: 3n, approved: false }), 'INSUFFICIENT_NFT', told)
  rejects(() => checkHolding(draft(), { ...chain, approved: false }), 'NFT_NOT_APPROVED')
})

const wallets = new Map([['join-artist', market.zone]])
const crypto = (type: 'list' | 'offer', units: bigint) =>
  withWallets(
    distribute(10_003n * units, fees, type === 'offer' ? FULFILLER : 'join-seller', units),
    wallets,
    market.feeWallet,
  )

test('OB-33 in crypto a payee without a wallet is paid at the platform’s', () => {
  const paid = crypto('list', 1n).map(({ type, recipient }) => [type, recipient])
  expect(paid).toEqual([
    ['service', market.feeWallet],
    ['royalty', market.zone],
    ['net', undefined],
  ])
  const nowhere = withWallets(crypto('list', 1n), new Map(), market.feeWallet)
  expect(nowhere[1]?.recipient).toBe(market.feeWallet)
})

test('OB-21 in crypto every share divides by the amount, and the seller gets the dust', () => {
  const paid = crypto('offer', 7n)
  expect(paid.every(({ value }) => value % 7n === 0n)).toBe(true)
  expect(paid.reduce((sum, { value }) => sum + value, 0n)).toBe(70_021n)
  expect(paid.at(-1)).toMatchObject({ type: 'net', customerId: '{fulfiller}' })
})

const thbk = { address: points, symbol: 'THBK', decimals: 6, family: 'thb', shipper: false }

test('OB-12 an order in crypto is open, pays every share on chain and is partial where that was asked', () => {
  for (const type of ['list', 'offer'] as const) {
    const distribution = crypto(type, 4n)
    const given = { ...draft(), type, token: thbk, raw: 40_012n }
    const about = type === 'offer' ? { ...given, recipient: market.treasury } : given
    const order = {
      conduitKey: market.conduitKey,
      offerer: seller,
      amount: '4',
      token: points,
      start,
      asset: { address: nft, type: 'erc1155' as const, tokenId: '7' },
      durationSeconds: 86_400,
      salt: claim().parameters.salt,
      counter: '0',
      allowPartial: true,
      distribution: distribution.map((share) => ({
        type: share.type,
        value: String(share.value),
        recipient: share.recipient ?? null,
      })),
    }
    const signed =
      type === 'list' ? buildCryptoListing(order) : buildOffer({ ...order, recipient: market.treasury })
    const parameters = toParameters(signed)
    expect(parameters).toMatchObject({ zone: `0x${'0'.repeat(40)}`, orderType: 1 })
    expect(() => checkParameters(claim({ parameters }), about, distribution, market)).not.toThrow()
    for (const changes of [{ zone: market.zone }, { orderType: 0 as const }, { endTime: '1' }]) {
      const odd = claim({ parameters: { ...parameters, ...changes } })
      rejects(() => checkParameters(odd, about, distribution, market), 'INVALID_PARAMETERS')
    }
    const unpaid = claim({
      parameters: { ...parameters, consideration: parameters.consideration.slice(0, 2) },
    })
    const details = { reason: `consideration.length must be ${parameters.consideration.length}` }
    rejects(() => checkParameters(unpaid, about, distribution, market), 'INVALID_PARAMETERS', { details })
  }
})

test('OB-9 who offers holds the whole price and lets Seaport take it', () => {
  const offer = { ...draft(), type: 'offer' as const, token: thbk, raw: 5n }
  expect(() => checkHolding(offer, { ...chain, balance: 5n })).not.toThrow()
  const told = { field: 'price.text', details: { held: '4', symbol: 'THBK' } }
  rejects(() => checkHolding(offer, chain), 'INSUFFICIENT_TOKENS', told)
  rejects(() => checkHolding(offer, { ...chain, balance: 5n, approved: false }), 'TOKEN_NOT_APPROVED')
})

test('OB-28 in crypto: a wallet in any case, nobody unnamed takes the share of one who is named, the field that differs', () => {
  const royalty = (customerId: string, recipient: string): Share => {
    return { customerId, type: 'royalty', basisPoints: 500, value: 500n, recipient }
  }
  const paid = [royalty('join-one', market.zone), royalty('join-two', nft)]
  const [one, two] = paid.map((share) => toWireShare(share, 'THBK'))
  if (!one || !two) throw new Error('no shares')
  const check = (changes: Partial<Claim>) => () =>
    checkDistribution(claim(changes), { ...draft(), token: thbk }, paid, 'join-seller')
  const block = (...distribution: (typeof one)[]) => ({
    crypto: { offererCustomerId: OFFERER, distribution },
  })
  expect(check(block({ ...one, recipient: `0x${'E'.repeat(40)}` }, two))).not.toThrow()
  const unnamed = { ...two, customer_id: null, recipient: null }
  expect(check(block(unnamed, { ...one, recipient: null }))).not.toThrow()
  const shares = 'order.crypto.distribution'
  rejects(check(block({ ...one, recipient: nft }, two)), 'INVALID_DISTRIBUTION', { field: shares })
  const summary = { ...block(one, two), distribution: [one] }
  rejects(check(summary), 'INVALID_DISTRIBUTION', { field: 'shippingDistributions' })
  rejects(check({}), 'INVALID_DISTRIBUTION', { field: 'order.crypto.offerer_customer_id' })
})

const about = {
  claim: claim(),
  draft: draft(),
  distribution: [],
  seller: { customerId: 'join-seller', accountId: 'account-seller' },
  signature: '0x1234',
  market,
  asOfBlock: 100n,
  orderId: '0'.repeat(24),
  now,
}
test('OB-7, OB-44 the order keeps what was asked for, and only of a deal its buyer, of an offer its holders and recipient', () => {
  const listing = toTerms(about)
  const counterparty = { customerId: 'join-buyer', accountId: 'account-buyer' }
  expect(listing.type).toBe('list')
  expect(listing.price).toEqual({
    token: points,
    symbol: 'THB',
    decimals: 2,
    family: 'thb',
    raw: 10_000n,
    text: '100',
  })
  expect(toTerms({ ...about, counterparty })).toStrictEqual({ ...listing, type: 'deal', counterparty })
  const holders = ['account-holder']
  const asked = { ...about, draft: { ...draft(), recipient: nft }, holders }
  expect(toTerms(asked)).toStrictEqual({ ...listing, holders, recipient: nft })
  for (const name of ['counterparty', 'holders', 'recipient']) expect(listing).not.toHaveProperty(name)
})

test.each([
  ['erc1155', 4n, true, true],
  ['erc1155', 4n, false, false],
  ['erc1155', 2n, true, true],
  ['erc1155', 1n, true, false],
  ['erc721', 1n, true, false],
] as const)(
  'OB-12 an order of %s, %d units, partial asked: %s, is partial: %s',
  (contractType, amount, asked, is) => {
    const made = {
      ...about,
      claim: claim({ allowPartial: asked }),
      draft: { ...draft(), contractType, amount },
    }
    expect(toTerms(made).partial).toBe(is)
  },
)
