import { Rejection } from '@talad/shared/rejection'
import { type LinkIdentity, linkIdentity } from './decide-link.ts'
import { type GiveIdentities, giveIdentities, type TakeIdentities, takeIdentities } from './decide-merge.ts'
import {
  pictureLost,
  type SetPicture,
  setPicture,
  type UnsetPicture,
  unsetPicture,
} from './decide-picture.ts'
import { type LinkWallet, linkWallet, type UnlinkIdentity, unlinkIdentity } from './decide-wallet.ts'
import { type AccountEvent, identityLinked, type ProvedIdentity } from './events.ts'
import { type AccountState, evolve, isSame, provedAlike, walletsOf } from './state.ts'

/** What Join says of a person: absent fields are what it doesn't say. */
type Said = {
  /** 0 none, 1 BRONZE, 2 SILVER, 3 GOLD */
  kycLevel?: number | undefined
  /** lower case; only when no other account has it */
  joinWallet?: string | undefined
  /** what `joinWallet` gets, where it is another one */
  walletNumber?: number | undefined
}

/** Somebody proved an identity and gets a session on this account. */
export type SignIn = {
  type: 'SignIn'
  accountId: string
  /** `id` is for a link that isn't there yet */
  identity: ProvedIdentity & { id: string }
  sessionId: string
  said: Said
  now: Date
}

/** Join was asked again (ID-4, ID-18). */
export type UpdateProfile = { type: 'UpdateProfile'; said: Said; now: Date }

/** The person wants to be forgotten (ID-42). */
export type ErasePerson = { type: 'ErasePerson'; now: Date }

/** ID-33: what waited for whoever proves a phone, a LINE user or a wallet is this account's. */
export type ClaimPlaceholder = {
  type: 'ClaimPlaceholder'
  placeholderId: string
  number: number
  now: Date
}

export type AccountCommand =
  | ClaimPlaceholder
  | SignIn
  | UpdateProfile
  | ErasePerson
  | LinkWallet
  | LinkIdentity
  | UnlinkIdentity
  | GiveIdentities
  | TakeIdentities
  | SetPicture
  | UnsetPicture

function link(command: SignIn, account: AccountState): AccountEvent[] {
  const { identity } = command
  const { externalId, scope } = identity
  if (account.identities.some((one) => isSame(one, identity))) return []
  // a wallet of the account signs in to it as it is: nothing is linked by that
  const isMine = walletsOf(account).some(
    ({ address, provedOn }) => address === externalId && provedAlike(provedOn, scope),
  )
  if (identity.provider === 'web3' && isMine) return []

  const isDev = account.identities.some((one) => one.provider === 'dev')
  const becomesDev = identity.provider === 'dev'
  if (account.identities.length > 0 && isDev !== becomesDev) throw new Rejection('DEV_IDENTITY') // ID-12
  // ID-28: signing in makes no links; whoever had the wallet a moment ago has it no more
  const isOwn = identity.provider === 'join' || becomesDev
  if (!isOwn && account.accountId !== undefined) throw new Rejection('IDENTITY_IN_USE')
  // a second join user is another verified person
  if (identity.joinId !== undefined && account.joinId !== undefined) throw new Rejection('IDENTITY_IN_USE')
  return [identityLinked(identity.id, identity, command.now)]
}

function takeOver(
  { kycLevel, joinWallet, walletNumber }: Said,
  account: AccountState,
  at: Date,
): AccountEvent[] {
  const events: AccountEvent[] = []
  if (joinWallet !== undefined && joinWallet !== account.joinWallet) {
    events.push({ type: 'JoinWalletChanged', data: { address: joinWallet, walletNumber, at } })
  }
  if (kycLevel !== undefined && kycLevel !== account.kycLevel) {
    events.push({ type: 'KycLevelChanged', data: { level: kycLevel, at } }) // ID-4
  }
  return events
}

/**
 * @throws Rejection DEV_IDENTITY, IDENTITY_IN_USE, UNAUTHORIZED where there is no account; those of `linkWallet`,
 * `unlinkIdentity` and `setPicture`
 */
export function decide(command: AccountCommand, account: AccountState): AccountEvent[] {
  const events = follow(command, account)
  return [...events, ...pictureLost(events.reduce(evolve, account), command.now)]
}

function follow(command: AccountCommand, account: AccountState): AccountEvent[] {
  const { now: at } = command
  if (command.type === 'SetPicture') return setPicture(command, account)
  if (command.type === 'UnsetPicture') return unsetPicture(command, account)
  if (command.type === 'LinkWallet') return linkWallet(command, account)
  if (command.type === 'LinkIdentity') return linkIdentity(command, account)
  if (command.type === 'UnlinkIdentity') return unlinkIdentity(command, account)
  if (command.type === 'GiveIdentities') return giveIdentities(command, account)
  if (command.type === 'TakeIdentities') return takeIdentities(command, account)
  if (command.type === 'ErasePerson') {
    if (account.accountId === undefined) throw new Rejection('UNAUTHORIZED')
    return [{ type: 'PersonErased', data: { at } }]
  }
  if (command.type === 'ClaimPlaceholder') {
    const { placeholderId, number } = command
    return [{ type: 'PlaceholderClaimed', data: { placeholderId, number, at } }]
  }
  const { said } = command
  if (command.type === 'UpdateProfile') return takeOver(said, account, at)
  const { accountId, identity, sessionId } = command
  // ID-33: who proved the identity looked before it moved
  if (account.mergedInto !== undefined) throw new Rejection('IDENTITY_IN_USE')
  return [
    ...(account.accountId === undefined
      ? [{ type: 'AccountCreated' as const, data: { accountId, at } }]
      : []),
    ...link(command, account),
    ...takeOver(said, account, at),
    { type: 'SignedIn', data: { sessionId, provider: identity.provider, at } },
  ]
}
