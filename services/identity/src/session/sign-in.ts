import type { Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { Rejection } from '@talad/shared/rejection'
import { change } from '@talad/shared/stream'
import { type Target, targetOfJoin } from '../account/decide-target.ts'
import { provedAlike } from '../account/state.ts'
import {
  accountOfIdentity,
  againWhenTaken,
  heldRejection,
  nextWalletNumber,
  ownerOfWallet,
} from '../account/store.ts'
import { accounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { beginSession, pairOf } from './begin.ts'
import { claimFor } from './claim.ts'
import type { Visit } from './device.ts'
import { refreshExpiry } from './judge-refresh.ts'
import { identityOf, kycLevelOf, type Proof, savePersonOf } from './proof.ts'
import type { TokenPair } from './tokens.ts'

async function target(deps: Deps, proof: Proof): Promise<Target> {
  const { db } = deps
  if (proof.provider === 'web3') {
    // ID-27: whoever has the wallet, also by Join; its tokens carry the jid then
    const owner = await ownerOfWallet(db, proof.address, deps.now())
    if (owner?.heldUntil) throw heldRejection(owner.heldUntil)
    // one address may be two owners' on two chains: the word of another chain's contract is nobody's here
    if (owner && !provedAlike(owner.provedOn, proof.scope)) throw new Rejection('WALLET_INTEGRATED')
    return { accountId: owner?.accountId ?? newId(deps.now()) }
  }
  const linked = await accountOfIdentity(db, identityOf(proof))
  if (proof.provider !== 'join') return { accountId: linked ?? newId(deps.now()) }
  const { walletAddress } = proof.profile
  const owner = walletAddress === undefined ? undefined : await ownerOfWallet(db, walletAddress, deps.now())
  return targetOfJoin({ linked, owner, walletAddress, newId: newId(deps.now()) })
}

/** How somebody signs in. */
export type SignInAbout = Visit & {
  /** LINE and its like may let them in without asking them anything: that proves nothing anew (ID-29) */
  automatic?: boolean
}
const NOWHERE: SignInAbout = { device: '', site: '', formerSessionId: undefined }

async function signInOnce(
  deps: Deps,
  proof: Proof,
  claim: (tx: Tx) => Promise<void>,
  about: SignInAbout,
): Promise<TokenPair> {
  const now = deps.now()
  const { accountId, joinWallet } = await target(deps, proof)
  const walletNumber = await nextWalletNumber(deps.db)
  const sessionId = newId(now)
  const join =
    proof.provider === 'join'
      ? { sessionHash: proof.sessionHash, expiresAt: proof.sessionExpiresAt }
      : undefined
  const expiresAt = refreshExpiry(now, deps.config.REFRESH_TOKEN_SECONDS, join?.expiresAt)
  let refreshToken = ''
  await change(
    deps,
    accounts,
    accountId,
    {
      type: 'SignIn',
      accountId,
      identity: {
        id: newId(now),
        ...identityOf(proof),
        ...(proof.provider === 'web3' ? { walletNumber } : {}),
      },
      sessionId,
      said: { kycLevel: kycLevelOf(proof), joinWallet, walletNumber },
      now,
    },
    async (tx, { state }) => {
      await claim(tx)
      await savePersonOf({ db: tx, personal: deps.personal, now }, state, proof)
      await claimFor(tx, deps, { state, proof, now })
      const provedAt = about.automatic ? undefined : now
      const session = { id: sessionId, accountId, provider: proof.provider, join, expiresAt, provedAt }
      refreshToken = await beginSession(tx, session, about, now)
    },
  )
  return pairOf(deps, sessionId, refreshToken, now)
}

/**
 * Opens a session for whoever gave the proof, and an account at their first sign-in. The session that they had in this
 * browser ends with it.
 * @param claim uses up the proof in the same transaction; throws when somebody else was first
 * @throws Rejection of `claim`, DEV_IDENTITY, WALLET_UNLINKED_LATELY
 */
export function signIn(
  deps: Deps,
  proof: Proof,
  claim: (tx: Tx) => Promise<void> = async () => undefined,
  about: SignInAbout = NOWHERE,
): Promise<TokenPair> {
  // another first sign-in of the same identity or wallet may come between: then its account is found
  return againWhenTaken(() => signInOnce(deps, proof, claim, about))
}
