import type { Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { change } from '@talad/shared/stream'
import { type Target, targetOfJoin } from '../account/decide-target.ts'
import { savePersonalData } from '../account/personal-data.ts'
import type { JoinProfile } from '../account/profile.ts'
import { accountOfIdentity, againWhenTaken, heldRejection, ownerOfWallet } from '../account/store.ts'
import { accounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { noteSecurity } from '../security/log.ts'
import type { Visit } from './device.ts'
import { endOf, refreshExpiry } from './judge-refresh.ts'
import { findSession, insertSession, revokeSession } from './store.ts'
import { accessTokenFor, type TokenPair } from './tokens.ts'

/** An identity that was proved just now. */
export type Proof =
  | { provider: 'join'; profile: JoinProfile; sessionHash: string; sessionExpiresAt: Date }
  | { provider: 'web3'; address: string }
  | { provider: 'dev'; user: string; kycLevel: number; joinId: string | undefined }

async function target(deps: Deps, proof: Proof): Promise<Target> {
  const { db } = deps
  if (proof.provider === 'dev') {
    return { accountId: (await accountOfIdentity(db, 'dev', proof.user)) ?? newId(deps.now()) }
  }
  if (proof.provider === 'web3') {
    // ID-27: whoever has the wallet, also by Join; its tokens carry the jid then
    const owner = await ownerOfWallet(db, proof.address, deps.now())
    if (owner?.heldUntil) throw heldRejection(owner.heldUntil)
    return { accountId: owner?.accountId ?? newId(deps.now()) }
  }
  const { id, walletAddress } = proof.profile
  const linked = await accountOfIdentity(db, 'join', id)
  const owner = walletAddress === undefined ? undefined : await ownerOfWallet(db, walletAddress, deps.now())
  return targetOfJoin({ linked, owner, walletAddress, newId: newId(deps.now()) })
}

function identityOf(proof: Proof) {
  switch (proof.provider) {
    case 'join':
      return { provider: proof.provider, externalId: proof.profile.id, joinId: proof.profile.id }
    case 'web3':
      return { provider: proof.provider, externalId: proof.address }
    case 'dev': {
      const { provider, user: externalId, joinId } = proof
      return { provider, externalId, ...(joinId === undefined ? {} : { joinId }) }
    }
  }
}

function kycLevelOf(proof: Proof): number | undefined {
  if (proof.provider === 'web3') return undefined
  return proof.provider === 'join' ? proof.profile.kycLevel : proof.kycLevel
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
  const { device, site, formerSessionId, automatic = false } = about
  const now = deps.now()
  const { accountId, joinWallet } = await target(deps, proof)
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
      identity: { id: newId(now), ...identityOf(proof) },
      sessionId,
      said: { kycLevel: kycLevelOf(proof), joinWallet },
      now,
    },
    async (tx) => {
      await claim(tx)
      if (proof.provider === 'join') {
        await savePersonalData({ db: tx, personal: deps.personal, now }, accountId, proof.profile.personal)
      }
      refreshToken = await insertSession(
        tx,
        {
          id: sessionId,
          accountId,
          provider: proof.provider,
          join,
          expiresAt,
          device,
          site,
          provedAt: automatic ? undefined : now,
        },
        now,
      )
      // whoever knew the session from before has nothing of what is proved now
      if (formerSessionId !== undefined) await revokeSession(tx, formerSessionId, now)
      await noteSecurity(tx, [{ accountId, kind: 'signed_in', provider: proof.provider, device, site }], now)
    },
  )
  const session = await findSession(deps.db, sessionId)
  if (!session) throw new Error(`session ${sessionId} is gone`)
  return {
    accessToken: await accessTokenFor(deps, session, now),
    refreshToken,
    refreshExpiresAt: endOf(session).toISOString(),
  }
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
