import { newId } from '@talad/shared/ids'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, transact } from '@talad/shared/stream'
import { requireFresh } from '../account/decide-wallet.ts'
import { nextWalletNumber, ownerOfWallet } from '../account/store.ts'
import { accounts, lockAccounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { claimFor } from '../session/claim.ts'
import { endSessionsBy, requireLiveSession } from '../session/store.ts'
import type { Prover } from './nonce.ts'
import { proveWallet } from './proof.ts'

export type Caller = {
  accountId: string
  signedInAt: Date | undefined
  sessionId: string | undefined
  waysIn?: readonly string[]
}
export type WalletProof = {
  address: string
  browser: Buffer | undefined
  signature: string
  userAgent: string | undefined
}

async function isMine(deps: Deps, accountId: string, address: string): Promise<boolean> {
  const owner = await ownerOfWallet(deps.db, address, deps.now())
  return owner?.accountId === accountId && owner.heldUntil === undefined
}

async function linkOnce(deps: Deps, caller: Caller, prover: Prover, given: WalletProof): Promise<void> {
  const { accountId, signedInAt, sessionId, waysIn } = caller
  const now = deps.now()
  requireFresh(signedInAt, now, waysIn)
  const { scope, useUp } = await proveWallet(deps, prover, given.signature)
  const { address: externalId, userAgent } = given
  await transact(deps, async (tx) => {
    await lockAccounts(tx, [accountId])
    await requireLiveSession(tx, sessionId)
    const walletNumber = await nextWalletNumber(tx)
    const proved = { provider: 'web3' as const, scope, externalId, userAgent, walletNumber }
    const command = { type: 'LinkWallet' as const, identityId: newId(now), proved, signedInAt, now }
    const { events, state } = await changeIn(tx, accounts, accountId, command, now)
    if (events.length === 0) return
    await useUp(tx)
    await claimFor(tx, deps, { state, proof: { provider: 'web3', address: externalId, scope }, now })
  })
}

/**
 * ID-29: links a wallet that was proved just now. Asked for again, also when the proof is used up, it changes nothing.
 * @throws Rejection CONFIRM_IDENTITY, NONCE_MISSING, NONCE_EXPIRED, UNABLE_TO_SIGN, UNAVAILABLE, WALLET_INTEGRATED, TOO_MANY_WALLETS,
 * WALLET_UNLINKED_LATELY, DEV_IDENTITY, SESSION_EXPIRED
 */
export async function linkWallet(deps: Deps, caller: Caller, proof: WalletProof): Promise<void> {
  const { address, browser } = proof
  if (await isMine(deps, caller.accountId, address)) return
  if (!browser) {
    requireFresh(caller.signedInAt, deps.now(), caller.waysIn)
    throw new Rejection('NONCE_MISSING')
  }
  try {
    await linkOnce(deps, caller, { address, browser }, proof)
  } catch (error) {
    const isUsedUp = error instanceof Rejection && error.code === 'NONCE_EXPIRED'
    // the same request came twice, and the other one was faster
    if (!isUsedUp || !(await isMine(deps, caller.accountId, address))) throw error
  }
}

/**
 * ID-31: takes an identity off the account. Whoever is signed in by the same provider, and not who asks, is signed
 * out: it may be what went.
 * @throws Rejection LINK_NOT_FOUND, CUSTOMER_IDENTITY, LAST_IDENTITY
 */
export async function unlink(deps: Deps, caller: Caller, identityId: string): Promise<void> {
  const now = deps.now()
  const lastToo = deps.config.NODE_ENV !== 'production'
  const command = { type: 'UnlinkIdentity' as const, identityId, lastToo, now }
  await transact(deps, async (tx) => {
    await lockAccounts(tx, [caller.accountId])
    const { events } = await changeIn(tx, accounts, caller.accountId, command, now)
    const gone = events.find((event) => event.type === 'IdentityUnlinked')
    if (gone) await endSessionsBy(tx, caller, gone.data.provider, now)
  })
}
