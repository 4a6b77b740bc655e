import { provedAlike } from './state.ts'
import type { WalletOwner } from './store.ts'

/** What a proof of Join leads to, and who is there already. */
export type JoinProofFacts = {
  /** the account that this identity is linked to */
  linked: string | undefined
  /** who has the wallet that Join vouches for */
  owner: WalletOwner | undefined
  walletAddress: string | undefined
  /** id of an account that may have to be made */
  newId: string
}

/** Where a proof leads: an account that exists or a new one, and the Join wallet that it may take. */
export type Target = { accountId: string; joinWallet?: string }

/** ID-27: the account of a proof of Join. */
export function targetOfJoin({ linked, owner, walletAddress, newId }: JoinProofFacts): Target {
  // the owner of a wallet that Join vouches for signed in by that wallet before: the same person, now a customer
  const byKey = owner !== undefined && provedAlike(owner.provedOn, '') // a contract's word is not that of Join's key
  const joined =
    byKey && owner.joinId === undefined && owner.heldUntil === undefined ? owner.accountId : undefined
  const accountId = linked ?? joined ?? newId
  const mine = owner === undefined || owner.accountId === accountId
  return { accountId, ...(mine && walletAddress !== undefined ? { joinWallet: walletAddress } : {}) }
}
