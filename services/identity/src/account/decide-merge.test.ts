import { Rejection } from '@talad/shared/rejection'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountCommand, decide } from './decide.ts'
import { broughtBy, type MergeSide, survivorOf } from './decide-merge.ts'
import type { MovedIdentity } from './events.ts'
import { type AccountState, evolve, initial, walletsOf } from './state.ts'

const now = new Date('2026-11-27T10:00:00Z')
const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'fine'
  } catch (error) {
    if (error instanceof Rejection) return error.code
    throw error
  }
}
const account = (accountId: string, identities: AccountState['identities'], more = {}): AccountState => ({
  ...initial,
  accountId,
  identities,
  ...more,
})
const wallet = (id: string) => ({ id, provider: 'web3' as const, externalId: id })
const side = (state: AccountState, day = 1): MergeSide => ({
  accountId: state.accountId ?? '',
  created: new Date(Date.UTC(2026, 0, day)),
  state,
})
const customer = account('c', [{ id: 'j', provider: 'join', externalId: 'j', joinId: 'j' }], { joinId: 'j' })
const visitor = account('v', [wallet('w')])

test('ID-34 the customer’s account stays, however old the other is; of two others the older', () => {
  const both = [side(customer, 2), side(visitor, 1)] as const
  for (const [one, other] of [both, both.toReversed() as unknown as typeof both])
    expect(survivorOf(one, other).survivor.accountId).toBe('c')
  const second = side(account('a', [wallet('x')]), 3)
  expect(survivorOf(second, side(visitor, 1)).survivor.accountId).toBe('v')
})

test('ID-34 ID-12 ID-30 what never merges', () => {
  const full = account('f', ['1', '2', '3', '4', '5'].map(wallet))
  const pairs: [AccountState, AccountState, string][] = [
    [visitor, visitor, 'SAME_ACCOUNT'],
    [customer, { ...customer, accountId: 'd' }, 'TWO_CUSTOMERS'],
    [visitor, account('d', [{ id: 'd', provider: 'dev', externalId: 'd' }]), 'DEV_IDENTITY'],
    [visitor, full, 'TOO_MANY_WALLETS'],
    [visitor, { ...customer, mergedInto: 'x' }, 'MERGE_EXPIRED'],
    [visitor, { ...initial }, 'MERGE_EXPIRED'],
  ]
  for (const [one, other, code] of pairs) expect(codeOf(() => survivorOf(side(one), side(other)))).toBe(code)
})

test('ID-34 ID-31 no move takes a Join identity, a part of an account in a merge, or the last way in otherwise', () => {
  const give = (state: AccountState, why: 'merge' | 'split' | 'migrate', identityIds: string[]) =>
    codeOf(() =>
      decide({ type: 'GiveIdentities', why, to: 'x', moveId: 'm', by: 'person', identityIds, now }, state),
    )
  const two = account('t', [wallet('a'), wallet('b')])
  expect(give(customer, 'merge', ['j'])).toBe('TWO_CUSTOMERS')
  expect(give(two, 'merge', ['a'])).toBe('LAST_IDENTITY')
  expect(give(visitor, 'migrate', ['w'])).toBe('LAST_IDENTITY')
  expect(give(visitor, 'merge', ['other'])).toBe('LINK_NOT_FOUND')
  expect([give(two, 'migrate', ['a']), give(visitor, 'merge', ['w'])]).toEqual(['fine', 'fine'])
})

test('ID-27 ID-36 a wallet that moves away is no longer its former account’s, though its Join keeps a key of it', () => {
  const both = {
    ...customer,
    identities: [...customer.identities, wallet('w')],
    joinWallet: 'w',
    joinWalletNumber: 1,
  }
  const moved = { type: 'GiveIdentities', to: 'v', moveId: 'm', by: 'support', now } as const
  for (const why of ['split', 'migrate'] as const) {
    const [event] = decide({ ...moved, why, identityIds: ['w'] }, both)
    expect([why, event && walletsOf(evolve(both, event))]).toEqual([why, []])
  }
  const elsewhere = { ...both, identities: [...customer.identities, { ...wallet('w'), scope: 'eip155:1' }] }
  const [event] = decide({ ...moved, why: 'split', identityIds: ['w'] }, elsewhere)
  expect(event && walletsOf(evolve(elsewhere, event))).toMatchObject([{ address: 'w', provider: 'join' }])
})

test('ID-34 ID-36 what an account gives and gets is told by why it moves, and taken where the account and the room are there', () => {
  const about = { moveId: 'm', by: 'support' as const }
  const come = [{ id: 'n', provider: 'web3' as const, externalId: 'n', walletNumber: 7 }]
  const take = (
    state: AccountState,
    why: 'merge' | 'split' | 'migrate',
    identities: MovedIdentity[] = come,
  ) => decide({ type: 'TakeIdentities', why, from: 'x', identities, now, ...about }, state)
  const data = { ...about, from: 'x', identities: come, at: now }
  const gone = { ...visitor, identities: [], mergedInto: 'x' }
  expect(take(visitor, 'merge')).toEqual([{ type: 'AccountAbsorbed', data }])
  expect(take(visitor, 'migrate')).toEqual([{ type: 'IdentityReceived', data }])
  expect(take(gone, 'split')).toEqual([{ type: 'AccountRestored', data }])
  const dev: MovedIdentity[] = [{ id: 'd', provider: 'dev', externalId: 'd' }]
  const full = account('f', ['1', '2', '3', '4', '5'].map(wallet))
  const refused: [AccountState, Parameters<typeof take>[1], MovedIdentity[], string][] = [
    [visitor, 'split', come, 'MERGE_EXPIRED'],
    [gone, 'merge', come, 'MERGE_EXPIRED'],
    [{ ...gone, mergedInto: 'y' }, 'split', come, 'MERGE_EXPIRED'],
    [initial, 'migrate', come, 'MERGE_EXPIRED'],
    [visitor, 'merge', dev, 'DEV_IDENTITY'],
    [visitor, 'merge', [...come, ...dev], 'DEV_IDENTITY'],
    [account('d', dev), 'merge', come, 'DEV_IDENTITY'],
    [account('d', [...dev, wallet('w')]), 'merge', come, 'DEV_IDENTITY'],
    [full, 'migrate', come, 'TOO_MANY_WALLETS'],
    [gone, 'split', dev, 'fine'],
    [account('d', [...dev, wallet('w')]), 'merge', [...come, ...dev], 'fine'],
    [{ ...full, identities: full.identities.slice(1) }, 'migrate', come, 'fine'],
  ]
  for (const [state, why, identities, code] of refused)
    expect([code, codeOf(() => take(state, why, identities))]).toEqual([code, code])

  const two = account('t', [wallet('a'), wallet('b')])
  const give = { type: 'GiveIdentities' as const, to: 'y', now, ...about }
  const given = { ...about, to: 'y', identityIds: ['a'], at: now }
  expect(decide({ ...give, why: 'split', identityIds: ['a'] }, two)).toEqual([
    { type: 'AccountSplit', data: given },
  ])
  expect(decide({ ...give, why: 'migrate', identityIds: ['a'] }, two)).toEqual([
    { type: 'IdentityMigrated', data: given },
  ])
  const some = (identityIds: string[]) => codeOf(() => decide({ ...give, why: 'merge', identityIds }, two))
  expect([some(['a', 'b']), some(['a', 'b', 'c']), some([])]).toEqual([
    'fine',
    'LINK_NOT_FOUND',
    'LINK_NOT_FOUND',
  ])
  const withWallet = { ...customer, identities: [...customer.identities, wallet('w')] }
  const all = { ...give, why: 'merge' as const, identityIds: ['j', 'w'] }
  expect(codeOf(() => decide(all, withWallet))).toBe('TWO_CUSTOMERS')
})

test('ID-36 a split gives back what is left of what a merge brought, where both keep a way in', () => {
  const absorbed = [
    { moveId: 'l', from: 'before', identityIds: ['a'] },
    { moveId: 'm', from: 'gone', identityIds: ['b', 'lost'] },
  ]
  const whole = account('s', [wallet('a'), wallet('b')], { absorbed })
  expect(broughtBy('m', whole)).toEqual({ to: 'gone', identities: [wallet('b')] })
  expect(codeOf(() => broughtBy('other', whole))).toBe('MERGE_NOT_FOUND')
  expect(codeOf(() => broughtBy('m', visitor))).toBe('MERGE_NOT_FOUND')
  for (const left of ['a', 'b'])
    expect(codeOf(() => broughtBy('m', { ...whole, identities: [wallet(left)] }))).toBe('LAST_IDENTITY')
})

/** Accounts as rows of the deciders, with nothing else. */
function market() {
  const accounts = new Map<string, AccountState>()
  let number = 0
  const stateOf = (id: string) => accounts.get(id) ?? initial
  /** All or nothing, as one transaction. */
  const run = (commands: [string, AccountCommand][]) => {
    const next = new Map<string, AccountState>()
    for (const [id, command] of commands) {
      const before = next.get(id) ?? stateOf(id)
      next.set(id, decide(command, before).reduce(evolve, before))
    }
    for (const [id, state] of next) accounts.set(id, state)
  }
  const moved = (identities: AccountState['identities']): MovedIdentity[] =>
    identities.map(({ id, provider, externalId }) => ({ id, provider, externalId, walletNumber: ++number }))
  return { accounts, stateOf, run, moved, next: () => ++number }
}

const IDS = ['a', 'b', 'c', 'd']
const step = fc.record({
  do: fc.constantFrom('sign-in', 'join', 'link', 'unlink', 'merge', 'split', 'migrate'),
  one: fc.constantFrom(...IDS),
  other: fc.constantFrom(...IDS),
  n: fc.nat(3),
})

test('ID-27 ID-31 ID-34 ID-36 whatever order things come in, a way in has one account, nobody is without one, and Join stays', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { accounts, stateOf, run, moved, next } = market()
      const joinOf = new Map<string, string>()
      for (const { do: what, one, other, n } of steps) {
        const about = { by: 'person' as const, moveId: `m${next()}`, now }
        const way = `${one}${n}`
        const isTaken = [...accounts.values()].some((state) => state.identities.some(({ id }) => id === way))
        const proved = { provider: 'web3' as const, scope: '', externalId: way, walletNumber: next() }
        const mine = stateOf(one)
        const commandsOf: Record<typeof what, () => [string, AccountCommand][]> = {
          'sign-in': () => [
            [
              one,
              {
                type: 'SignIn',
                accountId: one,
                identity: { ...proved, id: way },
                sessionId: 's',
                said: {},
                now,
              },
            ],
          ],
          join: () => {
            const identity = {
              id: `j${one}`,
              provider: 'join' as const,
              scope: '',
              externalId: one,
              joinId: one,
            }
            return [[one, { type: 'SignIn', accountId: one, identity, sessionId: 's', said: {}, now }]]
          },
          link: () => [[one, { type: 'LinkWallet', identityId: way, proved, signedInAt: now, now }]],
          unlink: () => [
            [one, { type: 'UnlinkIdentity', identityId: mine.identities[n]?.id ?? '', lastToo: false, now }],
          ],
          merge: () => {
            const { survivor, absorbed } = survivorOf(side(mine), side(stateOf(other)))
            const identities = moved(absorbed.state.identities)
            const identityIds = identities.map(({ id }) => id)
            const [from, to] = [absorbed.accountId, survivor.accountId]
            return [
              [from, { ...about, type: 'GiveIdentities', why: 'merge', to, identityIds }],
              [to, { ...about, type: 'TakeIdentities', why: 'merge', from, identities }],
            ]
          },
          split: () => {
            const moveId = mine.absorbed?.at(n)?.moveId ?? ''
            const { to, identities } = broughtBy(moveId, mine)
            const identityIds = identities.map(({ id }) => id)
            return [
              [one, { ...about, moveId, type: 'GiveIdentities', why: 'split', to, identityIds }],
              [
                to,
                {
                  ...about,
                  moveId,
                  type: 'TakeIdentities',
                  why: 'split',
                  from: one,
                  identities: moved(identities),
                },
              ],
            ]
          },
          migrate: () => {
            const identities = moved(stateOf(other).identities.slice(n, n + 1))
            const identityIds = identities.map(({ id }) => id)
            return [
              [other, { ...about, type: 'GiveIdentities', why: 'migrate', to: one, identityIds }],
              [one, { ...about, type: 'TakeIdentities', why: 'migrate', from: other, identities }],
            ]
          },
        }
        // the table's constraint: one owner (ID-27)
        if (isTaken && (what === 'sign-in' || what === 'link')) continue
        codeOf(() => run(commandsOf[what]()))
        const all = [...accounts.values()].flatMap(({ identities }) => identities.map(({ id }) => id))
        expect(new Set(all).size).toBe(all.length)
        for (const [id, state] of accounts) {
          expect(state.identities.length === 0).toBe(state.mergedInto !== undefined)
          expect(walletsOf(state).length).toBeLessThanOrEqual(5)
          const join = joinOf.get(id) ?? state.joinId
          if (join !== undefined) joinOf.set(id, join)
          expect(state.joinId).toBe(join)
          if (join !== undefined) expect(state.identities.some(({ joinId }) => joinId === join)).toBe(true)
        }
      }
    }),
    { numRuns: 2_000 },
  )
})
