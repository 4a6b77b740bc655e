import type { mergeProof } from '@talad/proto/http/identity/merges'
import { lowerAddress } from '@talad/shared/chain/address'
import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { heldRejection, ownerOfWallet } from '../account/store.ts'
import type { Deps } from '../deps.ts'
import { proveJoin } from '../join/sign-in.ts'
import { browserMark } from '../session/cookies.ts'
import { proveWallet } from '../web3/proof.ts'
import type { ProvedWay } from './begin.ts'

type Given = z.output<typeof mergeProof>
type Known = { provider: 'web3' | 'join'; externalId: string; accountId?: string | undefined }

/** Whose an identity is. A wallet that Join keeps is proved by the key that Join holds: it stands for that identity. */
async function linkOf(db: Queryable, { provider, externalId, accountId }: Known) {
  const { rows } = await db.query<{ accountId: string; identityId: string }>(
    `select account_id as "accountId", id as "identityId" from identity_link
     where identity_provider = $1 and external_id = $2 or account_id = $3 and identity_provider = 'join'
     order by identity_provider = $1 desc limit 1`,
    [provider, externalId, accountId ?? null],
  )
  return { accountId: rows[0]?.accountId, identityId: rows[0]?.identityId }
}

/**
 * Judges the proof of a way into another account; whose it is, is told after the proof alone (ID-29).
 * @throws Rejection of the proof; WALLET_UNLINKED_LATELY
 */
export async function proveOther(deps: Deps, request: FastifyRequest, given: Given): Promise<ProvedWay> {
  if (given.provider === 'join') {
    const { profile, useUp } = await proveJoin(deps, given.sessionId, browserMark(request, 'talad_js'))
    return { ...(await linkOf(deps.db, { provider: 'join', externalId: profile.id })), useUp }
  }
  const address = lowerAddress(given.from, 'from', 'INVALID_ADDRESS')
  const browser = browserMark(request, 'talad_w3')
  if (!browser) throw new Rejection('NONCE_EXPIRED')
  const useUp = await proveWallet(deps, { browser, address }, given.signature)
  const owner = await ownerOfWallet(deps.db, address, deps.now())
  if (owner?.heldUntil) throw heldRejection(owner.heldUntil)
  if (!owner) return { accountId: undefined, identityId: undefined, useUp }
  return {
    ...(await linkOf(deps.db, { provider: 'web3', externalId: address, accountId: owner.accountId })),
    useUp,
  }
}
