import type { AccountEvent, Picture, ProvedIdentity, Provider, Wallet } from './events.ts'

export type Identity = {
  id: string
  provider: Provider
  /** what the external id is unique within; absent: not noted when it was linked */
  scope?: string | undefined
  externalId: string
  /** the jid that it gives (ID-2) */
  joinId?: string | undefined
}

export type AccountState = {
  accountId?: string | undefined
  identities: readonly Identity[]
  /** ids of links that are over */
  unlinked: readonly string[]
  joinId?: string | undefined
  joinWallet?: string | undefined
  kycLevel: number
  picture?: Picture | undefined
}

export const initial: AccountState = { identities: [], unlinked: [], kycLevel: 0 }

export function evolve(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'AccountCreated':
      return { ...state, accountId: event.data.accountId }
    case 'IdentityLinked': {
      const { identityId: id, provider, scope, externalId, joinId } = event.data
      const given = joinId === undefined ? {} : { joinId }
      const linked = { id, provider, ...(scope === undefined ? {} : { scope }), externalId, ...given }
      return { ...state, identities: [...state.identities, linked], ...given }
    }
    case 'IdentityUnlinked': {
      const { identityId } = event.data
      const identities = state.identities.filter(({ id }) => id !== identityId)
      return { ...state, identities, unlinked: [...state.unlinked, identityId] }
    }
    case 'JoinWalletChanged':
      return { ...state, joinWallet: event.data.address }
    case 'KycLevelChanged':
      return { ...state, kycLevel: event.data.level }
    case 'ProfilePictureSet': {
      const { url, holder, asset } = event.data
      return { ...state, picture: { url, holder, asset } }
    }
    case 'ProfilePictureUnset':
    case 'PersonErased':
      return { ...state, picture: undefined }
    case 'PublicStateChanged':
    case 'SignedIn':
      return state
  }
}

/** The wallets of an account: the one that Join keeps first; Join vouches for a wallet that both providers name. */
export function walletsOf(state: AccountState): Wallet[] {
  const proven = state.identities
    .filter((identity) => identity.provider === 'web3' && identity.externalId !== state.joinWallet)
    .map(({ externalId: address, scope }): Wallet => {
      const wallet = { address, provider: 'web3' as const }
      return scope === undefined ? wallet : { ...wallet, provedOn: scope }
    })
  return state.joinWallet === undefined
    ? proven
    : [{ address: state.joinWallet, provider: 'join' as const, provedOn: '' }, ...proven] // Join keeps its key
}

/** ID-27: whether a proof is of the same owner of an address: by its key, or by the contract of the same chain. */
export function provedAlike(known: string | undefined, proof: string): boolean {
  return known === undefined || known === proof
}

/** ID-27: unique by provider, scope and id; who was linked before scopes were noted is known without one. */
export function isSame(known: Identity, proved: ProvedIdentity): boolean {
  return (
    known.provider === proved.provider &&
    known.externalId === proved.externalId &&
    provedAlike(known.scope, proved.scope)
  )
}
