import { Rejection } from '@talad/shared/rejection'
import { decider } from '@talad/shared/testing/decider'
import { describe, expect, test } from 'vitest'
import { decide, type SignIn } from './decide.ts'
import type { AccountEvent } from './events.ts'
import { evolve, initial, walletsOf } from './state.ts'
import { viewOf } from './view.ts'

const now = new Date('2026-11-21T00:00:00Z')
const W1 = `0x${'1'.repeat(40)}`
const W2 = `0x${'2'.repeat(40)}`

const signIn = (
  identity: Omit<SignIn['identity'], 'id' | 'scope'> & { scope?: string },
  said: SignIn['said'] = {},
): SignIn => ({
  type: 'SignIn',
  accountId: 'a',
  identity: { id: 'i', scope: '', ...identity },
  sessionId: 's',
  said,
  now,
})
const join = (said: SignIn['said'] = {}, id = 'u') =>
  signIn({ provider: 'join', externalId: id, joinId: id }, said)
const web3 = (address = W1, scope = '') => signIn({ provider: 'web3', externalId: address, scope })
const line = (externalId: string) => signIn({ provider: 'line', scope: 'talad', externalId, clientId: '165' })
const dev = () => signIn({ provider: 'dev', externalId: 'd', joinId: 'dev-d' })

const { given } = decider({ initial, evolve, decide })
const after = (...commands: SignIn[]) => given(...commands).state
const types = (events: readonly AccountEvent[]) => events.map((event) => event.type)
const codeOf = (work: () => unknown) => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Rejection ? error.code : error
  }
}

describe('sign-in', () => {
  test('ID-2 creates an account with what Join says at the first sign-in', () => {
    const events = decide(join({ kycLevel: 2, joinWallet: W1 }), initial)
    expect(types(events)).toEqual([
      'AccountCreated',
      'IdentityLinked',
      'JoinWalletChanged',
      'KycLevelChanged',
      'SignedIn',
    ])
    expect(viewOf(events.reduce(evolve, initial))).toEqual({
      accountId: 'a',
      joinId: 'u',
      kycLevel: 2,
      wallets: [{ address: W1, provider: 'join', provedOn: '' }],
    })
  })

  test('GW-26 publishes nothing at a sign-in that changes nothing', () => {
    const said = { kycLevel: 2, joinWallet: W1 }
    expect(types(decide(join(said), after(join(said))))).toEqual(['SignedIn'])
  })

  test('ID-27 links nothing when the wallet of a Join user signs in', () => {
    expect(types(decide(web3(), after(join({ joinWallet: W1 }))))).toEqual(['SignedIn'])
  })

  test('ID-27 counts a wallet that both providers name once, as Join’s', () => {
    const state = after(web3(), join({ joinWallet: W1 }))
    expect(walletsOf(state)).toEqual([{ address: W1, provider: 'join', provedOn: '' }])
  })

  test('ID-27 keeps a wallet that was proven when Join names another one', () => {
    const state = after(web3(), join({ joinWallet: W1 }), join({ joinWallet: W2 }))
    expect(walletsOf(state)).toEqual([
      { address: W2, provider: 'join', provedOn: '' },
      { address: W1, provider: 'web3', provedOn: '' },
    ])
  })

  test('ID-27 refuses a second Join user on an account', () => {
    expect(codeOf(() => decide(join({}, 'other'), after(join())))).toBe('IDENTITY_IN_USE')
  })

  test('ID-28 links no wallet to an account by signing in', () => {
    expect(codeOf(() => decide(web3(W2), after(join({ joinWallet: W1 }))))).toBe('IDENTITY_IN_USE')
  })

  test('ID-28 links no LINE user to an account by signing in', () => {
    expect(types(decide(line('u'), initial))).toEqual(['AccountCreated', 'IdentityLinked', 'SignedIn'])
    expect(types(decide(line('u'), after(line('u'))))).toEqual(['SignedIn'])
    expect(codeOf(() => decide(line('other'), after(line('u'))))).toBe('IDENTITY_IN_USE')
  })

  test('ID-27 a wallet that a contract proved counts on its chain alone; one linked before that was noted, by any proof', () => {
    const onChain = after(web3(W1, '3501'))
    expect(walletsOf(onChain)).toEqual([{ address: W1, provider: 'web3', provedOn: '3501' }])
    expect(types(decide(web3(W1, '3501'), onChain))).toEqual(['SignedIn'])
    for (const other of ['96', ''])
      expect(codeOf(() => decide(web3(W1, other), onChain))).toBe('IDENTITY_IN_USE')
    const data = { identityId: 'i', provider: 'web3' as const, externalId: W1, at: now }
    const older = evolve(after(join()), { type: 'IdentityLinked', data })
    for (const scope of ['3501', '']) expect(types(decide(web3(W1, scope), older))).toEqual(['SignedIn'])
  })

  test('ID-12 refuses a development identity on a real account, and the other way round', () => {
    expect(codeOf(() => decide(dev(), after(web3())))).toBe('DEV_IDENTITY')
    expect(codeOf(() => decide(web3(), after(dev())))).toBe('DEV_IDENTITY')
  })
})

describe('profile', () => {
  const update = (said: SignIn['said']) =>
    decide({ type: 'UpdateProfile', said, now }, after(join({ kycLevel: 2, joinWallet: W1 })))

  test('ID-4 takes over a level that went down', () => {
    expect(types(update({ kycLevel: 1 }))).toEqual(['KycLevelChanged'])
  })

  test('ID-18 changes nothing when Join says the same or nothing', () => {
    expect(update({ kycLevel: 2, joinWallet: W1 })).toEqual([])
    expect(update({})).toEqual([])
  })
})

describe('what is known already', () => {
  test('ID-2 the same Join user signs in to the same account, and nothing is linked twice', () => {
    expect(types(decide(join(), after(join())))).toEqual(['SignedIn'])
    // one that has the other's id at another provider is another one
    const joined = after(web3(), join({}, W1))
    expect(joined.identities.map(({ provider, externalId }) => [provider, externalId])).toEqual([
      ['web3', W1],
      ['join', W1],
    ])
  })

  test('ID-27 who signed in by wallet becomes a customer by the first proof of Join', () => {
    expect(types(decide(join(), after(web3())))).toEqual(['IdentityLinked', 'SignedIn'])
  })

  test('ID-12 any development identity makes an account one of development', () => {
    const both = { ...after(web3()), identities: [...after(web3()).identities, ...after(dev()).identities] }
    expect(codeOf(() => decide(join(), both))).toBe('DEV_IDENTITY')
    expect(types(decide(signIn({ provider: 'dev', externalId: 'e' }), after(dev())))).toEqual([
      ...['IdentityLinked', 'SignedIn'],
    ])
  })

  test('ID-42 the person of an account is forgotten, with the time, and of none nobody', () => {
    expect(decide({ type: 'ErasePerson', now }, after(join()))).toEqual([
      { type: 'PersonErased', data: { at: now } },
    ])
    expect(codeOf(() => decide({ type: 'ErasePerson', now }, initial))).toBe('UNAUTHORIZED')
  })

  test('ID-11 a sign-in tells its session, by what, and when', () => {
    expect(decide(join(), after(join()))).toEqual([
      { type: 'SignedIn', data: { sessionId: 's', provider: 'join', at: now } },
    ])
  })
})
