import type { AccountEvent, MovedIdentity, Picture, ProvedIdentity, Provider, Wallet } from './events.ts'

export type Identity = {
  id: string
  provider: Provider
  /** what the external id is unique within; absent: not noted when it was linked */
  scope?: string | undefined
  externalId: string
  /** the jid that it gives (ID-2) */
  joinId?: string | undefined
  walletNumber?: number | undefined
}

/** An account that this one has absorbed, and the identities that came with it (ID-36). */
export type Absorbed = { moveId: string; from: string; identityIds: readonly string[] }

export type AccountState = {
  accountId?: string | undefined
  identities: readonly Identity[]
  /** ids of links that are over */
  unlinked: readonly string[]
  joinId?: string | undefined
  joinWallet?: string | undefined
  joinWalletNumber?: number | undefined
  kycLevel: number
  picture?: Picture | undefined
  /** the account that has absorbed this one (ID-33) */
  mergedInto?: string | undefined
  absorbed?: readonly Absorbed[] | undefined
}

export const initial: AccountState = { identities: [], unlinked: [], kycLevel: 0 }

/** A wallet that moves is no longer its former account's, though its Join keeps a key of it (ID-27). */
function without(state: AccountState, gone: readonly string[]): AccountState {
  const isGone = ({ id }: Identity) => gone.includes(id)
  const movesWallet = state.identities.some(
    (one) => isGone(one) && one.externalId === state.joinWallet && provedAlike(one.scope, ''),
  )
  const left = movesWallet ? { ...state, joinWallet: undefined, joinWalletNumber: undefined } : state
  return { ...left, identities: state.identities.filter((one) => !isGone(one)) }
}

const withMoved = (state: AccountState, moved: readonly MovedIdentity[]): AccountState => ({
  ...state,
  identities: [...state.identities, ...moved],
  unlinked: state.unlinked.filter((id) => !moved.some((one) => one.id === id)),
})

export function evolve(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'AccountCreated':
      return { ...state, accountId: event.data.accountId }
    case 'IdentityLinked': {
      const { identityId: id, provider, scope, externalId, joinId, walletNumber } = event.data
      const given = joinId === undefined ? {} : { joinId }
      const linked = {
        id,
        provider,
        ...(scope === undefined ? {} : { scope }),
        externalId,
        ...given,
        walletNumber,
      }
      return { ...state, identities: [...state.identities, linked], ...given }
    }
    case 'IdentityUnlinked': {
      const { identityId } = event.data
      const identities = state.identities.filter(({ id }) => id !== identityId)
      return { ...state, identities, unlinked: [...state.unlinked, identityId] }
    }
    case 'JoinWalletChanged':
      return { ...state, joinWallet: event.data.address, joinWalletNumber: event.data.walletNumber }
    case 'KycLevelChanged':
      return { ...state, kycLevel: event.data.level }
    case 'ProfilePictureSet': {
      const { url, holder, asset } = event.data
      return { ...state, picture: { url, holder, asset } }
    }
    case 'ProfilePictureUnset':
    case 'PersonErased':
      return { ...state, picture: undefined }
    case 'AccountMerged':
      return { ...without(state, event.data.identityIds), mergedInto: event.data.to }
    case 'AccountAbsorbed': {
      const { moveId, from, identities } = event.data
      const absorbed = [
        ...(state.absorbed ?? []),
        { moveId, from, identityIds: identities.map(({ id }) => id) },
      ]
      return { ...withMoved(state, identities), absorbed }
    }
    case 'IdentityMigrated':
      return without(state, event.data.identityIds)
    case 'IdentityReceived':
      return withMoved(state, event.data.identities)
    case 'AccountSplit': {
      const { moveId, identityIds } = event.data
      const absorbed = state.absorbed?.filter((one) => one.moveId !== moveId)
      return { ...without(state, identityIds), absorbed }
    }
    case 'AccountRestored':
      return { ...withMoved(state, event.data.identities), mergedInto: undefined }
    case 'PlaceholderClaimed':
    case 'PublicStateChanged':
    case 'SignedIn':
      return state
  }
}

export type NumberedWallet = Wallet & { number?: number | undefined }

/** The wallets of an account: the one that Join keeps first; Join vouches for a wallet that both providers name. */
export function walletsOf(state: AccountState): NumberedWallet[] {
  const proven = state.identities
    .filter((identity) => identity.provider === 'web3' && identity.externalId !== state.joinWallet)
    .map(({ externalId: address, scope, walletNumber: number }): NumberedWallet => {
      const wallet = { address, provider: 'web3' as const, number }
      return scope === undefined ? wallet : { ...wallet, provedOn: scope }
    })
  const { joinWallet: address, joinWalletNumber: number } = state
  return address === undefined
    ? proven
    : [{ address, provider: 'join' as const, provedOn: '', number }, ...proven] // Join keeps its key
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
