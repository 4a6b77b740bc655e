import { rangeOf } from '@talad/proto/nft-range'
import type { Tx } from '@talad/shared/db'
import { hashOf } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import { load } from '@talad/shared/stream'
import type { Asset } from '../replicas/asset.ts'
import { idOf, type Request, suspendIn, unsuspendIn } from '../suspension/change.ts'
import { suspensions } from '../suspension/stream.ts'
import type { Made } from './events.ts'

export type About = Omit<Request, 'decisionId'> & { callId: string; note: string; now: Date }

/** Of one call many cases may be decided, so each has a decision of its own. */
const decisionOf = ({ callId, ...about }: About, caseId: string) => ({
  ...about,
  decisionId: hashOf([callId, caseId]).slice(0, 24), // GW-12
})

/** MO-12: the asset alone, or its collection, which is a virtual one where it stands for that: no other project's is touched. */
function rangeFor(asset: Asset, scope: 'individual' | 'collection') {
  const { blockchain, contract_address: contractAddress } = asset
  if (scope === 'individual')
    return rangeOf({ blockchain, contractAddress, tokenFrom: asset.token_id.toString() })
  const { abstract_kind: abstractKind, abstract_collection_id: abstractCollectionId } = asset
  return rangeOf({ blockchain, contractAddress, abstractKind, abstractCollectionId })
}

/** MO-12: suspends the asset, or its collection; a suspension of exactly this range that is active is used again. */
export async function suspendFor(
  tx: Tx,
  asset: Asset,
  scope: 'individual' | 'collection',
  about: About,
): Promise<Made> {
  const range = rangeFor(asset, scope)
  try {
    const { id, version } = await suspendIn(tx, range, {
      ...decisionOf(about, asset.asset_id),
      reason: 'reported',
    })
    return { id, version, made: true }
  } catch (error) {
    if (!(error instanceof Rejection) || error.code !== 'RANGE_SUSPENDED') throw error
    const id = idOf(range)
    return { id, version: (await load(tx, suspensions, id)).version, made: false }
  }
}

/** MO-13, MO-19: lifts what a decision has suspended, unless it found it suspended or somebody has touched it since. */
export async function liftFor(tx: Tx, caseId: string, made: Made | null, about: About): Promise<void> {
  if (!made?.made) return
  const { state, version } = await load(tx, suspensions, made.id)
  if (state?.status !== 'suspended' || version !== made.version) return
  await unsuspendIn(tx, { id: made.id, version }, decisionOf(about, caseId))
}
