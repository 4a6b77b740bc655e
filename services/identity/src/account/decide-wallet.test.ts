import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import { heldUntil, type LinkWallet, MOST_WALLETS, type UnlinkIdentity } from './decide-wallet.ts'
import type { AccountEvent } from './events.ts'
import { type AccountState, evolve, initial, walletsOf } from './state.ts'

const now = new Date('2026-11-23T10:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const address = (n: number) => `0x${String(n).repeat(40)}`

const created: AccountEvent = { type: 'AccountCreated', data: { accountId: 'a', at: now } }
const proved = <P extends 'join' | 'web3' | 'dev'>(provider: P, externalId: string) => ({
  provider,
  scope: '',
  externalId,
})
const linked = (id: string, provider: 'join' | 'web3' | 'dev', externalId: string): AccountEvent => ({
  type: 'IdentityLinked',
  data: {
    ...proved(provider, externalId),
    identityId: id,
    ...(provider === 'join' && { joinId: externalId }),
    at: now,
  },
})
const after = (...events: AccountEvent[]) => [created, ...events].reduce(evolve, initial)
const customer = after(linked('j', 'join', 'somchai'))

const link = (about: Partial<LinkWallet> = {}): LinkWallet => ({
  type: 'LinkWallet',
  identityId: 'w',
  proved: proved('web3', address(1)),
  signedInAt: minutesAgo(1),
  now,
  ...about,
})
const unlink = (identityId: string, lastToo = false): UnlinkIdentity => ({
  type: 'UnlinkIdentity',
  identityId,
  lastToo,
  now,
})

function refusalOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error instanceof Rejection ? error.code : error
  }
}
const typesOf = (events: readonly AccountEvent[]) => events.map(({ type }) => type)

test('ID-29 links a wallet for who signed in at most 15 minutes ago', () => {
  expect(decide(link({ signedInAt: minutesAgo(15) }), customer)).toEqual([linked('w', 'web3', address(1))])
  for (const signedInAt of [minutesAgo(15.001), undefined])
    expect(refusalOf(() => decide(link({ signedInAt }), customer))).toBe('CONFIRM_IDENTITY')
  expect(refusalOf(() => decide(link(), initial))).toBe('UNAUTHORIZED')
})

test('ID-29 changes nothing for a wallet that is mine already, linked or kept by Join, however long ago I signed in', () => {
  const mine = after(linked('j', 'join', 'somchai'), linked('w', 'web3', address(1)))
  expect(decide(link({ signedInAt: minutesAgo(600) }), mine)).toEqual([])
  const kept = evolve(customer, { type: 'JoinWalletChanged', data: { address: address(1), at: now } })
  expect(decide(link({ signedInAt: undefined }), kept)).toEqual([])
})

test('ID-12 links no wallet to a made-up person', () => {
  expect(refusalOf(() => decide(link(), after(linked('d', 'dev', 'x'))))).toBe('DEV_IDENTITY')
})

test('ID-30 links five wallets and no sixth, and counts again when one was unlinked', () => {
  let state: AccountState = customer
  for (let n = 1; n <= MOST_WALLETS; n += 1)
    state = decide(link({ identityId: `w${n}`, proved: proved('web3', address(n)) }), state).reduce(
      evolve,
      state,
    )
  expect(MOST_WALLETS).toBe(5)
  expect(walletsOf(state)).toHaveLength(5)
  expect(refusalOf(() => decide(link({ proved: proved('web3', address(6)) }), state))).toBe(
    'TOO_MANY_WALLETS',
  )
  expect(decide(link({ proved: proved('web3', address(3)) }), state)).toEqual([])
  const fewer = decide(unlink('w2'), state).reduce(evolve, state)
  expect(decide(link({ proved: proved('web3', address(6)) }), fewer)).toHaveLength(1)
})

test('ID-27 CA-50 the wallet that Join keeps comes first, then those that were linked, the oldest before the others', () => {
  const linkedFirst = after(linked('w1', 'web3', address(1)), linked('w2', 'web3', address(2)))
  const kept = evolve(linkedFirst, { type: 'JoinWalletChanged', data: { address: address(3), at: now } })
  expect(walletsOf(kept).map((wallet) => wallet.address)).toEqual([3, 1, 2].map(address))
})

test('ID-31 unlinks while another identity remains, and the last one outside production', () => {
  const both = after(linked('w1', 'web3', address(1)), linked('w2', 'web3', address(2)))
  const one = decide(unlink('w1'), both).reduce(evolve, both)
  expect(walletsOf(one)).toEqual([{ address: address(2), provider: 'web3', provedOn: '' }])
  expect(refusalOf(() => decide(unlink('w2'), one))).toBe('LAST_IDENTITY')
  expect(typesOf(decide(unlink('w2', true), one))).toEqual(['IdentityUnlinked'])
})

test('ID-31 keeps the Join identity, also outside production', () => {
  const state = after(linked('j', 'join', 'somchai'), linked('w', 'web3', address(1)))
  for (const lastToo of [false, true])
    expect(refusalOf(() => decide(unlink('j', lastToo), state))).toBe('CUSTOMER_IDENTITY')
})

test('ID-31 unlinks once: again it changes nothing, and what was never linked is not found', () => {
  const state = after(linked('j', 'join', 'somchai'), linked('w', 'web3', address(1)))
  const gone = decide(unlink('w'), state).reduce(evolve, state)
  expect(decide(unlink('w'), gone)).toEqual([])
  expect(refusalOf(() => decide(unlink('other'), state))).toBe('LINK_NOT_FOUND')
})

test('ID-32 keeps an unlinked wallet from others for 24 hours', () => {
  expect(heldUntil(now).getTime() - now.getTime()).toBe(24 * 3600_000)
})

test('ID-29 ID-30 a refusal says how fresh a sign-in must be, and how many wallets there may be', () => {
  const told = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      if (error instanceof Rejection) return error.details
    }
    return undefined
  }
  expect(told(() => decide(link({ signedInAt: undefined }), customer))).toEqual({ maxAgeSeconds: 900 })
  const five = [1, 2, 3, 4, 5].map((n) => linked(`w${n}`, 'web3', address(n)))
  expect(told(() => decide(link({ proved: proved('web3', address(6)) }), after(...five)))).toEqual({
    limit: 5,
  })
})

test('ID-12 one made-up identity among others is enough', () => {
  const mixed = after(linked('w', 'web3', address(2)), linked('d', 'dev', 'x'))
  expect(refusalOf(() => decide(link(), mixed))).toBe('DEV_IDENTITY')
})
