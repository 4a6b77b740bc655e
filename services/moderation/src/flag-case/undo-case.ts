import { type AdminCall, type Decided, decide, type InDecision } from '@talad/shared/decision'
import { signedIn } from '@talad/shared/http/app'
import { load } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { findAsset } from '../replicas/asset.ts'
import { about, lockDecisions, nameOf } from './decision.ts'
import type { Made } from './events.ts'
import { requireScopeOf } from './resolve-case.ts'
import type { FlagCase } from './state.ts'
import { flagCases } from './stream.ts'
import { type About, liftFor, suspendFor } from './suspend.ts'

/** What the history of a suspension says of one that ended so. */
const UNDONE = 'the decision on a report was taken back'

/** MO-14: a suspension that ended as its report was ignored is there again. @returns null: there was none */
async function instantAgain(
  { tx }: InDecision,
  caseId: string,
  { instant, resolved }: FlagCase,
  by: About,
): Promise<Made | null> {
  if (!instant || resolved?.disposition !== 'ignore') return instant ?? null
  const asset = await findAsset(tx, caseId)
  return asset ? suspendFor(tx, asset, 'individual', by) : null
}

/**
 * MO-19: takes a decision back; that needs the permissions of the decision (MO-12).
 * @throws Rejection VERSION_CONFLICT, NOTHING_TO_UNDO, UNDO_TOO_LATE, CASE_NOT_FOUND, PERMISSION_REQUIRED
 */
export function undoCase<T>(
  deps: Deps,
  { case_id: caseId, version }: { case_id: string; version: number },
  call: AdminCall,
  answer: (left: Decided<FlagCase>) => T,
): Promise<T> {
  return decide(deps, flagCases, caseId, {
    call,
    action: 'flag-case.undo',
    note: '',
    lock: lockDecisions,
    command: async (within) => {
      const { tx, now } = within
      const { state } = await load(tx, flagCases, caseId)
      await requireScopeOf({ db: tx }, signedIn(call.actor), { scope: state.resolved?.scope ?? null })
      const undone = about(call, UNDONE, now)
      await liftFor(tx, caseId, state.resolved?.suspension ?? null, undone)
      const instant = await instantAgain(within, caseId, state, undone)
      return { type: 'Undo', version, by: nameOf(signedIn(call.actor)), instant, now }
    },
    answer,
  })
}
