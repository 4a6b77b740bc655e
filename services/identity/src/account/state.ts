import type { AccountEvent, Provider, Wallet } from './events.ts'

export type Identity = { provider: Provider; externalId: string }

export type AccountState = {
  accountId?: string | undefined
  identities: readonly Identity[]
  joinId?: string | undefined
  joinWallet?: string | undefined
  kycLevel: number
}

export const initial: AccountState = { identities: [], kycLevel: 0 }

export function evolve(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'AccountCreated':
      return { ...state, accountId: event.data.accountId }
    case 'IdentityLinked': {
      const { provider, externalId, joinId } = event.data
      const identities = [...state.identities, { provider, externalId }]
      return { ...state, identities, ...(joinId === undefined ? {} : { joinId }) }
    }
    case 'JoinWalletChanged':
      return { ...state, joinWallet: event.data.address }
    case 'KycLevelChanged':
      return { ...state, kycLevel: event.data.level }
    case 'PublicStateChanged':
    case 'PersonErased':
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
