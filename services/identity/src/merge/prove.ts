import type { mergeProof } from '@talad/proto/http/identity/merges'
import { lowerAddress } from '@talad/shared/chain/address'
import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ProvedIdentity } from '../account/events.ts'
import { provedAlike } from '../account/state.ts'
import { heldRejection, ownerOfWallet } from '../account/store.ts'
import type { Deps } from '../deps.ts'
import { proveJoinFor } from '../join/sign-in.ts'
import { findProof } from '../proof/store.ts'
import { browserMark } from '../session/cookies.ts'
import { proveWallet } from '../web3/proof.ts'
import type { ProvedWay } from './begin.ts'
import type { Merger } from './requests.ts'

type Given = z.output<typeof mergeProof>
type Link = { accountId: string; identityId: string }

/** Whose an identity is. */
async function linkOf(db: Queryable, { provider, scope, externalId }: ProvedIdentity) {
  const { rows } = await db.query<Link>(
    `select account_id as "accountId", id as "identityId" from identity_link
     where identity_provider = $1 and provider_scope = $2 and external_id = $3`,
    [provider, scope, externalId],
  )
  return rows[0]
}

/** The link by which an account has a wallet: Join's for the one that Join keeps, whose key Join holds. */
async function linkOfWallet(db: Queryable, accountId: string, address: string) {
  const { rows } = await db.query<Link>(
    `select account_id as "accountId", id as "identityId" from identity_link
     where account_id = $1 and (identity_provider = 'web3' and external_id = $2 or identity_provider = 'join')
     order by identity_provider = 'web3' desc limit 1`,
    [accountId, address],
  )
  return rows[0]
}

/**
 * Judges the proof of a way into another account; whose it is, is told after the proof alone (ID-29).
 * @throws Rejection of the proof; PROOF_NOT_FRESH, WALLET_UNLINKED_LATELY
 */
export async function proveOther(
  deps: Deps,
  caller: Merger,
  request: FastifyRequest,
  given: Given,
): Promise<ProvedWay> {
  if (given.provider === 'handle') {
    const by = { purpose: 'link', browser: browserMark(request, 'talad_pf'), session: caller } as const
    const { proof, useUp } = await findProof(deps, given.handle, by)
    // ID-29: who is signed in at the provider, and did nothing for it, proves nobody's account
    if (!proof.isFresh) throw new Rejection('PROOF_NOT_FRESH', { field: 'proof' })
    return { link: await linkOf(deps.db, proof), useUp }
  }
  if (given.provider === 'join') {
    const { profile, useUp } = await proveJoinFor(deps, given.sessionId, {
      browser: browserMark(request, 'talad_js'),
      by: caller,
    })
    return { link: await linkOf(deps.db, { provider: 'join', scope: '', externalId: profile.id }), useUp }
  }
  const address = lowerAddress(given.from, 'from', 'INVALID_ADDRESS')
  const browser = browserMark(request, 'talad_w3')
  if (!browser) throw new Rejection('NONCE_EXPIRED')
  const { scope, useUp } = await proveWallet(deps, { browser, address }, given.signature)
  const owner = await ownerOfWallet(deps.db, address, deps.now())
  if (owner?.heldUntil) throw heldRejection(owner.heldUntil)
  // ID-27: the word of another chain's contract proves nobody here
  const isTheirs = owner !== undefined && provedAlike(owner.provedOn, scope)
  return { link: isTheirs ? await linkOfWallet(deps.db, owner.accountId, address) : undefined, useUp }
}
