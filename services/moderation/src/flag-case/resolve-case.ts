import type { flagDisposition, flagScope } from '@talad/proto/http/moderation/flagging-case'
import type { Queryable } from '@talad/shared/db'
import { type AdminCall, type Decided, decide, type InDecision } from '@talad/shared/decision'
import { signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import { load } from '@talad/shared/stream'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { findAdmin } from '../permission/read-model.ts'
import { type Asset, findAsset } from '../replicas/asset.ts'
import { about, lockDecisions, nameOf } from './decision.ts'
import type { FlagCase } from './state.ts'
import { flagCases } from './stream.ts'
import { liftFor, suspendFor } from './suspend.ts'

export type Verdict = {
  disposition: z.infer<typeof flagDisposition>
  scope: z.infer<typeof flagScope> | null
  note: string
}

/** What the history of a suspension says of one that ended so. */
const IGNORED = 'the report that it came with was ignored'

/** MO-12: what hides a whole collection is also for those who suspend. @throws Rejection PERMISSION_REQUIRED */
export async function requireScopeOf(
  { db }: { db: Queryable },
  actor: Actor,
  { scope }: Pick<Verdict, 'scope'>,
): Promise<void> {
  if (scope !== 'collection') return
  const { superAdmin, permissions } = await findAdmin(db, nameOf(actor))
  if (superAdmin || permissions.includes('suspension.write')) return
  throw new Rejection('PERMISSION_REQUIRED', { details: { permission: 'suspension.write' } })
}

const placeOf = ({ blockchain, contract_address: contract, token_id: token }: Asset) => ({
  blockchain,
  contract,
  token: token.toString(),
})

/** MO-14: a suspension that came with a report ends when the report is ignored. */
async function endInstant({ tx, now }: InDecision, caseId: string, call: AdminCall): Promise<void> {
  const { state } = await load(tx, flagCases, caseId)
  if (!state.resolved) await liftFor(tx, caseId, state.instant ?? null, about(call, IGNORED, now))
}

/** MO-11, MO-12: closes the reports of a case. @throws Rejection VERSION_CONFLICT, ALREADY_RESOLVED, CASE_NOT_FOUND */
export function resolveCase<T>(
  deps: Deps,
  { case_id: caseId, version }: { case_id: string; version: number },
  verdict: Verdict,
  call: AdminCall,
  answer: (left: Decided<FlagCase>, within: InDecision) => T | Promise<T>,
): Promise<T> {
  const { disposition, note } = verdict
  const scope = disposition === 'suspend' ? verdict.scope : null
  const by = nameOf(signedIn(call.actor))
  return decide(deps, flagCases, caseId, {
    call,
    action: `flag-case.${disposition}`,
    note,
    lock: lockDecisions,
    command: async ({ tx, now }) => {
      const asset = await findAsset(tx, caseId)
      if (!asset) throw new Rejection('CASE_NOT_FOUND', { field: 'case_id' })
      const suspension =
        scope && note !== '' ? await suspendFor(tx, asset, scope, about(call, note, now)) : null
      if (disposition === 'ignore') await endInstant({ tx, now }, caseId, call)
      const { content_hash: contentHash } = asset
      const told = { place: placeOf(asset), contentHash }
      return { type: 'Resolve', disposition, scope, note, suspension, version, by, now, ...told }
    },
    answer,
  })
}
