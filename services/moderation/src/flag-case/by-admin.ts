import type { FlagClassification } from '@talad/proto/http/moderation/flagging'
import { Rejection } from '@talad/shared/rejection'
import { changeIn } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { findAsset } from '../replicas/asset.ts'
import { saveNote } from './notes.ts'
import { type Answer, about, type Deciding, decideOn, nameOf, type Work } from './resolve.ts'
import { ADMIN } from './state.ts'
import { flagCases } from './stream.ts'
import { suspendFor } from './suspend.ts'

type Flag = { assetId: string; classification: FlagClassification; note: string }

/**
 * MO-14: an admin flags an asset, which opens its case or joins it, and suspends it at once.
 * @throws Rejection ASSET_NOT_FOUND
 */
export function flagByAdmin<T>(
  deps: Deps,
  flag: Flag,
  { answer, ...by }: Deciding & { answer: Answer<T> },
): Promise<T> {
  const { assetId, classification, note } = flag
  const work: Work = async (tx, now) => {
    const asset = await findAsset(tx, assetId)
    if (!asset) throw new Rejection('ASSET_NOT_FOUND', { field: 'asset_id' })
    const reporter = `${ADMIN}${nameOf(by.actor)}`
    const report = {
      type: 'Report' as const,
      flagId: by.attempt.id,
      kind: 'admin' as const,
      reporter,
      classification,
      notes: { given: true, differ: true },
      contentHash: asset.content_hash,
      recent: 0,
      now,
    }
    const { state } = await changeIn(tx, flagCases, assetId, report, now)
    await saveNote(tx, deps.notes, state.reports.get(reporter)?.flagId ?? by.attempt.id, note)
    const suspension = await suspendFor(tx, asset, 'individual', about(by, note, now))
    const command = { type: 'NoteInstant' as const, suspension, by: nameOf(by.actor), now }
    return { command, action: 'flag-case.flag', note }
  }
  return decideOn(deps, assetId, by, { work, answer })
}
