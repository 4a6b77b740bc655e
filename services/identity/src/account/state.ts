import type { AccountEvent, Picture, Provider, Wallet } from './events.ts'

export type Identity = {
  id: string
  provider: Provider
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
      const { identityId: id, provider, externalId, joinId } = event.data
      const given = joinId === undefined ? {} : { joinId }
      return { ...state, identities: [...state.identities, { id, provider, externalId, ...given }], ...given }
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
    .map((identity) => ({ address: identity.externalId, provider: 'web3' as const }))
  return state.joinWallet === undefined
    ? proven
    : [{ address: state.joinWallet, provider: 'join' as const }, ...proven]
}
