import { audit } from '@talad/shared/audit'
import type { Tx } from '@talad/shared/db'
import type { StoredEvent } from '@talad/shared/event-log'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, load, type Stream, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'

/** A decision of an admin on a case that they have read. */
export type Decided<Command> = {
  actor: Actor
  /** `attempt.id` of the call: the decision's own id */
  attempt: { id: string; again: boolean }
  requestId: string
  caseId: string
  /** of the case as it was read */
  version: number
  /** `<noun>.<verb>`, for the audit log */
  action: string
  note: string
  command: Command
}

type Seen = { status: string }

/** AW-4: who decides on what has moved on is told who moved it, and when. */
async function refuseStale(tx: Tx, stream: string, version: number): Promise<never> {
  const { rows } = await tx.query<{ type: string; data: { by?: string }; at: Date }>(
    'select type, data, at from kit.event where stream = $1 order by version desc limit 1',
    [stream],
  )
  const [last] = rows
  throw new Rejection('VERSION_CONFLICT', {
    details: { version, what: last?.type, by: last?.data.by ?? null, at: last?.at.toISOString() },
  })
}

/**
 * AW-4, GW-27: decides on a case as it was read, and writes down who did, in one transaction. The same decision that comes
 * again after its answer was lost changes nothing.
 * @throws Rejection VERSION_CONFLICT, and from the decider
 */
export async function decideCase<S extends Seen | undefined, C, E extends StoredEvent, V>(
  deps: Deps,
  of: Stream<S, C, E, V>,
  { actor, attempt, requestId, caseId, version, action, note, command }: Decided<C>,
): Promise<void> {
  const now = deps.now()
  await transact(deps, async (tx) => {
    const { state: before, version: current } = await load(tx, of, caseId)
    if (attempt.again && (await isDecided(tx, attempt.id))) return
    if (before && current !== version) await refuseStale(tx, `${of.name}-${caseId}`, current)
    const { state } = await changeIn(tx, of, caseId, command, now)
    await tx.query('insert into decision (id, at) values ($1, $2)', [attempt.id, now])
    await audit(tx, {
      actor,
      action,
      note,
      requestId,
      now,
      id: attempt.id,
      target: { kind: of.name, id: caseId },
      before: { version: current, status: before?.status },
      after: { status: state?.status },
    })
  })
}

async function isDecided(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query('select 1 from decision where id = $1', [id])).rowCount === 1
}
