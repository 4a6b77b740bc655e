import type { Queryable } from '@talad/shared/db'
import type { Sealer } from '@talad/shared/sealing'
import { z } from 'zod'
import { membershipProvider, type ProvedIdentity } from '../account/events.ts'
import { NOTHING, personalData, savePersonalData } from '../account/personal-data.ts'
import type { JoinProfile } from '../account/profile.ts'
import { type AccountState, isSame } from '../account/state.ts'

const outsideProvider = z.union([z.literal('line'), membershipProvider])
type OutsideProvider = z.infer<typeof outsideProvider>

/** An identity of a provider whose ids are personal: the id itself is only in `personal`. */
export const outsideProofJson = z.object({
  provider: outsideProvider,
  scope: z.string(),
  externalId: z.string(),
  clientId: z.string(),
  personal: personalData,
  /** the person did something for it just now: not a session that the provider went on with by itself */
  isFresh: z.boolean(),
})
export type OutsideProof = z.infer<typeof outsideProofJson>

/** An identity that was proved just now. */
export type Proof = (
  | { provider: 'join'; profile: JoinProfile; sessionHash: string; sessionExpiresAt: Date }
  /** `scope`: the chain whose contract signed; empty: the key did (ID-27) */
  | { provider: 'web3'; address: string; scope: string }
  | { provider: 'dev'; user: string; kycLevel: number; joinId: string | undefined }
  | OutsideProof
) & { userAgent?: string | undefined }

/**
 * A proof of LINE or of a membership provider.
 * @param given `subject` is the person's id at the provider, unique within `scope` (ID-23, ID-25)
 */
export function outsideProof(
  personal: Sealer,
  given: {
    provider: OutsideProvider
    scope: string
    subject: string
    clientId: string
    displayName: string | null
    isFresh: boolean
  },
): OutsideProof {
  const { provider, scope, subject, clientId, displayName, isFresh } = given
  const externalId = personal.fingerprint(JSON.stringify([provider, scope, subject])).toString('base64url')
  const said = { ...NOTHING, externalId: subject, displayName }
  return { provider, scope, externalId, clientId, personal: said, isFresh }
}

/** ID-27: what an identity is known by. */
export function identityOf(proof: Proof): ProvedIdentity {
  const { userAgent } = proof
  switch (proof.provider) {
    case 'join': {
      const { id } = proof.profile
      return { provider: 'join', scope: '', externalId: id, joinId: id, userAgent }
    }
    case 'web3':
      return { provider: 'web3', scope: proof.scope, externalId: proof.address, userAgent }
    case 'dev':
      return { provider: 'dev', scope: '', externalId: proof.user, joinId: proof.joinId, userAgent }
    default: {
      const { provider, scope, externalId, clientId } = proof
      return { provider, scope, externalId, clientId, userAgent }
    }
  }
}

/** The level that a proof gives (ID-2); undefined: it says nothing of it. */
export function kycLevelOf(proof: Proof): number | undefined {
  if (proof.provider === 'join') return proof.profile.kycLevel
  return proof.provider === 'dev' ? proof.kycLevel : undefined
}

/** ID-42: keeps what the provider says of the person with the link that the proof is of. */
export async function savePersonOf(
  deps: { db: Queryable; personal: Sealer; now: Date },
  account: AccountState,
  proof: Proof,
): Promise<void> {
  if (proof.provider === 'web3' || proof.provider === 'dev') return
  const said = proof.provider === 'join' ? proof.profile.personal : proof.personal
  const proved = identityOf(proof)
  const link = account.identities.find((one) => isSame(one, proved))
  if (link) await savePersonalData(deps, link.id, said)
}
