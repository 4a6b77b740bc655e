import type { FlagClassification } from '@talad/proto/http/moderation/flagging'
import { type AdminCall, decide, type InDecision } from '@talad/shared/decision'
import { signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { changeIn } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { type Asset, findAsset } from '../replicas/asset.ts'
import { about, lockDecisions, nameOf } from './decision.ts'
import { saveNote } from './notes.ts'
import { ADMIN } from './state.ts'
import { flagCases } from './stream.ts'
import { suspendFor } from './suspend.ts'

type Flag = { assetId: string; classification: FlagClassification; note: string }

/**
 * MO-14: an admin flags an asset, which opens its case or joins it, and suspends it at once.
 * @throws Rejection ASSET_NOT_FOUND
 */
export function flagAsAdmin<T>(
  deps: Deps,
  { assetId, classification, note }: Flag,
  call: AdminCall,
  answer: (within: InDecision) => Promise<T>,
): Promise<T> {
  const by = nameOf(signedIn(call.actor))
  const reporter = `${ADMIN}${by}`
  const flagId = call.attempt.id
  const asked = { kind: 'admin' as const, notes: { given: true, differ: true }, recent: 0 }
  let asset: Asset | undefined
  return decide(deps, flagCases, assetId, {
    call,
    action: 'flag-case.flag',
    note,
    lock: lockDecisions,
    command: async ({ tx, now }) => {
      asset = await findAsset(tx, assetId)
      if (!asset) throw new Rejection('ASSET_NOT_FOUND', { field: 'asset_id' })
      const { content_hash: contentHash } = asset
      return { type: 'Report', flagId, reporter, classification, contentHash, now, ...asked }
    },
    beside: async ({ tx, now }, { state }) => {
      await saveNote(tx, deps.notes, state.reports.get(reporter)?.flagId ?? flagId, note)
      if (!asset) return
      const suspension = await suspendFor(tx, asset, 'individual', about(call, note, now))
      await changeIn(tx, flagCases, assetId, { type: 'NoteInstant', suspension, by, now }, now)
    },
    answer: (_, within) => answer(within),
  })
}
