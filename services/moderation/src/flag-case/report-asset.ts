import type { FlagClassification } from '@talad/proto/http/moderation/flagging'
import type { Tx } from '@talad/shared/db'
import type { Attempt } from '@talad/shared/http/idempotency'
import { lockKey } from '@talad/shared/lock-key'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { findAsset } from '../replicas/asset.ts'
import { noteOf, saveNote } from './notes.ts'
import { flagCases } from './stream.ts'

async function recentReports(tx: Tx, reporter: string, now: Date): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from flag_report where reporter = $1 and created_at > $2::timestamptz - interval '24 hours'`,
    [reporter, now],
  )
  return rows[0]?.count ?? 0
}

export type Reported = {
  reporter: string
  assetId: string
  classification: FlagClassification
  notes: string
}

/**
 * MO-9, MO-10, MO-17: one person's report of an asset. The same call that comes again finds what it made.
 * @returns id of their report
 * @throws Rejection ASSET_NOT_FOUND, and as the decider says
 */
export function reportAsset(deps: Deps, asked: Reported, attempt: Attempt): Promise<string> {
  const { reporter, assetId, classification, notes } = asked
  return transact(deps, async (tx) => {
    const now = deps.now()
    const asset = await findAsset(tx, assetId)
    if (!asset) throw new Rejection('ASSET_NOT_FOUND', { field: 'asset_id' }) // MO-17
    // of many who report at once none is turned away
    await lockKey(tx, `flag-reporter-${reporter}`)
    await lockKey(tx, `flag-case-${assetId}`)
    const before = await noteOf(tx, deps.notes, assetId, reporter)
    const command = {
      type: 'Report' as const,
      flagId: attempt.id,
      kind: 'user' as const,
      reporter,
      classification,
      notes: { given: notes !== '', differ: notes !== before },
      contentHash: asset.content_hash,
      recent: await recentReports(tx, reporter, now),
      now,
    }
    const { state, events } = await changeIn(tx, flagCases, assetId, command, now)
    const own = state.reports.get(reporter)
    if (!own) throw new Error(`${reporter} has no report of ${assetId}`)
    if (events.length > 0) await saveNote(tx, deps.notes, own.flagId, notes)
    return own.flagId
  })
}
