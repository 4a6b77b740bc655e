import type { BotEvidence } from '@talad/proto/http/moderation/flagging-finding'
import { currentContext } from '@talad/shared/context'
import type { Tx } from '@talad/shared/db'
import { hashOf } from '@talad/shared/json'
import { lockKey } from '@talad/shared/lock-key'
import { Rejection } from '@talad/shared/rejection'
import { changeIn } from '@talad/shared/stream'
import { BOT } from '../flag-case/state.ts'
import { flagCases } from '../flag-case/stream.ts'
import { suspendFor } from '../flag-case/suspend.ts'
import { findAsset } from '../replicas/asset.ts'
import { instantRules } from './rules.ts'

export type BotReport = {
  assetId: string
  rule: string
  /** of what the rule has looked at */
  metadataHash: string
  confidence: number
  evidence: BotEvidence
}

/** What the history of a suspension says of one by a rule. */
const instantNote = (rule: string) => `found by the rule ${rule}`

/**
 * MO-14, MO-15: what a rule has found opens the case of the asset or joins it, once for each asset, rule and metadata; a
 * rule that is marked instant suspends the asset at once.
 * @returns whether it is new
 * @throws Rejection ASSET_NOT_FOUND
 */
export async function reportByBot(tx: Tx, found: BotReport, now: Date): Promise<boolean> {
  const { assetId, rule, metadataHash, confidence, evidence } = found
  await lockKey(tx, `flag-case-${assetId}`)
  const asset = await findAsset(tx, assetId)
  if (!asset) throw new Rejection('ASSET_NOT_FOUND', { field: 'asset_id' })
  const { rowCount } = await tx.query(
    'insert into bot_report (asset_id, rule, metadata_hash, at) values ($1, $2, $3, $4) on conflict do nothing', // MO-15
    [assetId, rule, metadataHash, now],
  )
  if (rowCount === 0) return false
  const reporter = `${BOT}${rule}`
  const flagId = hashOf(['bot', assetId, rule, metadataHash]).slice(0, 24) // GW-12
  const { events } = await changeIn(
    tx,
    flagCases,
    assetId,
    {
      type: 'Report',
      flagId,
      kind: 'bot',
      reporter,
      classification: 'spam',
      notes: { given: false, differ: true },
      contentHash: asset.content_hash,
      recent: 0,
      now,
      bot: { rule, confidence, evidence },
    },
    now,
  )
  if (events.length === 0 || !instantRules.has(rule)) return events.length > 0
  const requestId = currentContext().correlationId
  const about = { actor: { service: 'moderation' }, by: reporter, callId: flagId, note: instantNote(rule) }
  const suspension = await suspendFor(tx, asset, 'individual', { ...about, requestId, now }) // MO-14
  await changeIn(tx, flagCases, assetId, { type: 'NoteInstant', suspension, by: reporter, now }, now)
  return true
}
