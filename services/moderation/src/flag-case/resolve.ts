import type { BulkOutcome, flagDisposition, flagScope } from '@talad/proto/http/moderation/flagging-admin'
import { audit } from '@talad/shared/audit'
import type { Tx } from '@talad/shared/db'
import type { Actor } from '@talad/shared/http/auth'
import type { Attempt } from '@talad/shared/http/idempotency'
import { lockKey } from '@talad/shared/lock-key'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, load, transact } from '@talad/shared/stream'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { findAdmin } from '../permission/read-model.ts'
import { type Asset, findAsset } from '../replicas/asset.ts'
import type { FlagCaseCommand } from './decide.ts'
import { keepDecided } from './decided.ts'
import type { Made } from './events.ts'
import type { FlagCase } from './state.ts'
import { flagCases } from './stream.ts'
import { type About, liftFor, suspendFor } from './suspend.ts'

/** Who decides, and the call by which they do. */
export type Deciding = { actor: Actor; attempt: Attempt; requestId: string }
export type Verdict = {
  disposition: z.infer<typeof flagDisposition>
  scope: z.infer<typeof flagScope> | null
  note: string
}
type Seen = { case_id: string; version: number }
export type Work = (tx: Tx, now: Date) => Promise<{ command: FlagCaseCommand; action: string; note: string }>

/** What the history of a suspension says of one that ended so. */
const UNDONE = 'the decision on a report was taken back'
const IGNORED = 'the report that it came with was ignored'

export const about = ({ actor, attempt, requestId }: Deciding, note: string, now: Date) => ({
  actor,
  by: nameOf(actor),
  callId: attempt.id,
  requestId,
  note,
  now,
})

export const nameOf = ({ customerId, accountId }: Actor) => customerId ?? accountId

/** MO-12: what hides a whole collection is also for those who suspend. @throws Rejection PERMISSION_REQUIRED */
export async function requireScopeOf({ db }: Deps, actor: Actor, { scope }: Verdict): Promise<void> {
  if (scope !== 'collection') return
  const { superAdmin, permissions } = await findAdmin(db, nameOf(actor))
  if (superAdmin || permissions.includes('suspension.write')) return
  throw new Rejection('PERMISSION_REQUIRED', { details: { permission: 'suspension.write' } })
}

/** What is answered to a decision, found in its transaction. @param version of the case afterwards */
export type Answer<T> = (tx: Tx, caseId: string, version: number) => Promise<T>
/** To one of many decisions. */
export const versionAfter: Answer<number> = async (_tx, _caseId, version) => version

/**
 * One decision on one case, and the line of the audit log (GW-27), in one transaction; the same call that comes again
 * changes nothing.
 */
export function decideOn<T>(
  deps: Deps,
  caseId: string,
  { actor, attempt, requestId }: Deciding,
  { work, answer }: { work: Work; answer: Answer<T> },
): Promise<T> {
  return transact(deps, async (tx) => {
    const now = deps.now()
    await lockKey(tx, 'flag-decisions') // MO-16: each one weighs the cases of its reporters anew
    await lockKey(tx, `flag-case-${caseId}`)
    const done = await tx.query<{ version: number | null }>(
      'select version from flag_decision where id = $1 and case_id = $2',
      [attempt.id, caseId],
    )
    const [known] = done.rows
    if (known) return answer(tx, caseId, known.version ?? (await load(tx, flagCases, caseId)).version)
    const { command, action, note } = await work(tx, now)
    const { before, state, version } = await changeIn(tx, flagCases, caseId, command, now)
    await tx.query('insert into flag_decision (id, case_id, at, version) values ($1, $2, $3, $4)', [
      ...[attempt.id, caseId, now, version],
    ])
    if (command.type === 'Resolve') await keepDecided(tx, caseId, state.round, now)
    if (command.type !== 'NoteInstant') await tx.query('delete from flag_claim where case_id = $1', [caseId])
    await audit(tx, {
      actor,
      action,
      note,
      requestId,
      now,
      id: attempt.id,
      target: { kind: 'flag-case', id: caseId },
      before: { version: before.version, resolved: before.resolved ?? null },
      after: { version: state.version, resolved: state.resolved ?? null },
    })
    return answer(tx, caseId, version)
  })
}

const placeOf = ({ blockchain, contract_address: contract, token_id: token }: Asset) => ({
  blockchain,
  contract,
  token: token.toString(),
})

/** MO-11, MO-12: closes the reports of a case. @throws Rejection VERSION_CONFLICT, ALREADY_RESOLVED, CASE_NOT_FOUND */
export function resolveCase<T>(
  deps: Deps,
  seen: Seen,
  verdict: Verdict,
  { answer, ...by }: Deciding & { answer: Answer<T> },
): Promise<T> {
  const { case_id: caseId, version } = seen
  const { disposition, note } = verdict
  const work: Work = async (tx, now) => {
    const asset = await findAsset(tx, caseId)
    if (!asset) throw new Rejection('CASE_NOT_FOUND', { field: 'case_id' })
    const scope = disposition === 'suspend' ? verdict.scope : null
    const suspension = scope && note !== '' ? await suspendFor(tx, asset, scope, about(by, note, now)) : null
    if (disposition === 'ignore') await endInstant(tx, caseId, about(by, IGNORED, now))
    const command = {
      type: 'Resolve' as const,
      disposition,
      scope,
      note,
      suspension,
      version,
      now,
      contentHash: asset.content_hash,
      by: nameOf(by.actor),
      place: placeOf(asset),
    }
    return { command, action: `flag-case.${disposition}`, note }
  }
  return decideOn(deps, caseId, by, { work, answer })
}

/** MO-14: a suspension that came with a report ends when the report is ignored. */
async function endInstant(tx: Tx, caseId: string, by: About): Promise<void> {
  const { state } = await load(tx, flagCases, caseId)
  if (!state.resolved) await liftFor(tx, caseId, state.instant ?? null, by)
}

/** MO-14: … and is there again when that decision is taken back. @returns null: there was none */
async function instantAgain(
  tx: Tx,
  caseId: string,
  { instant, resolved }: FlagCase,
  by: About,
): Promise<Made | null> {
  if (!instant || resolved?.disposition !== 'ignore') return instant ?? null
  const asset = await findAsset(tx, caseId)
  return asset ? suspendFor(tx, asset, 'individual', by) : null
}

/** MO-19: takes a decision back. @throws Rejection VERSION_CONFLICT, NOTHING_TO_UNDO, UNDO_TOO_LATE, CASE_NOT_FOUND */
export function undoCase(deps: Deps, { case_id: caseId, version }: Seen, by: Deciding): Promise<number> {
  const work: Work = async (tx, now) => {
    const { state } = await load(tx, flagCases, caseId)
    const undone = about(by, UNDONE, now)
    await liftFor(tx, caseId, state.resolved?.suspension ?? null, undone)
    const instant = await instantAgain(tx, caseId, state, undone)
    const command = { type: 'Undo' as const, version, by: nameOf(by.actor), instant, now }
    return { command, action: 'flag-case.undo', note: '' }
  }
  return decideOn(deps, caseId, by, { work, answer: versionAfter })
}

/** MO-19: each case in a transaction of its own, one after the other; a refusal of one is its own answer. */
export async function each(
  cases: readonly Seen[],
  work: (seen: Seen) => Promise<number>,
): Promise<BulkOutcome[]> {
  const results: BulkOutcome[] = []
  for (const seen of cases)
    try {
      results.push({ case_id: seen.case_id, ok: true, code: null, version: await work(seen) })
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      results.push({ case_id: seen.case_id, ok: false, code: error.code.toLowerCase(), version: null })
    }
  return results
}
