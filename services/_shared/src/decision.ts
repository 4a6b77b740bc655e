import { type AuditActor, type AuditEntry, audit, auditedVersion, isAudited } from './audit.ts'
import type { Tx } from './db.ts'
import type { StoredEvent } from './event-log.ts'
import type { Actor } from './http/auth.ts'
import { type Attempt, singleAttempt } from './http/idempotency.ts'
import { lockKey } from './lock-key.ts'
import { Rejection } from './rejection.ts'
import { type Change, type ChangeDeps, changeIn, type Loaded, load, type Stream, transact } from './stream.ts'

/** The call by which somebody decides: of an admin, or of an operator at the command line. */
export type DecisionCall = {
  actor: AuditActor | undefined
  attempt: Attempt
  request: { id: string }
}

/** The call of an admin. */
export type AdminCall = DecisionCall & { actor: Actor | undefined }

/** What a service or an operator decides by themselves, or what follows from a decision under an id of its own. */
export const callAs = (actor: AuditActor, id: string, requestId: string): DecisionCall => ({
  actor,
  attempt: singleAttempt(id),
  request: { id: requestId },
})

/** One of several decisions that one call makes, each in a transaction of its own: the call's answer is kept at its end. */
export const partOf = <Call extends DecisionCall>(call: Call): Call => ({
  ...call,
  attempt: { ...call.attempt, keep: async (_tx, answer) => answer },
})

type Line = Pick<AuditEntry, 'action' | 'target' | 'note' | 'now'>

/**
 * GW-10, GW-27: does once, by the call's key, what somebody has decided, and writes it down.
 * @param work says what was there before and after; nothing where it changed nothing
 * @returns whether it was done now
 */
export async function decideOnce(
  tx: Tx,
  { actor, attempt: { id }, request }: DecisionCall,
  line: Line,
  work: () => Promise<Pick<AuditEntry, 'before' | 'after'> | undefined>,
): Promise<boolean> {
  if (await isAudited(tx, { ...line, id })) return false
  const changed = await work()
  if (!changed) return false
  if (!actor) throw new Rejection('UNAUTHORIZED')
  await audit(tx, { ...line, ...changed, id, actor, requestId: request.id })
  return true
}

/** What a decision is made in. */
export type InDecision = { tx: Tx; now: Date }

/** What somebody decides about one stream. */
export type Decision<State, Command, Event extends StoredEvent> = {
  call: DecisionCall
  action: AuditEntry['action']
  /** what the audit log says it is about; the stream itself unless told */
  target?: AuditEntry['target']
  note?: string | undefined
  /** AW-4: of the stream as it was read; only one that exists is compared */
  version?: number
  /** takes locks that come before the stream's own */
  lock?: (tx: Tx) => Promise<unknown>
  /** looks up what the decision rests on, under the locks */
  command: (within: InDecision) => Command | Promise<Command>
  /** what else changes with it */
  beside?: (within: InDecision, changed: Change<State, Event>) => Promise<unknown>
}

/** What a decision left: of one that came again the stream as it is now, and the version that it had made of it. */
export type Decided<State> = Loaded<State> & { changed: boolean }

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

/** As `decide`, in the caller's transaction, which it runs again on VersionConflict; what is answered is the caller's. */
export async function decideIn<S, const C, E extends StoredEvent, V>(
  tx: Tx,
  of: Stream<S, C, E, V>,
  id: string,
  decision: Decision<S, C, E>,
  now: Date,
): Promise<Decided<S>> {
  const { call, action, target = { kind: of.name, id }, note, version, lock, command, beside } = decision
  const name = `${of.name}-${id}`
  await lock?.(tx)
  await lockKey(tx, name)
  const line = { action, target, note, now }
  let left: Change<S, E> | undefined
  const changed = await decideOnce(tx, call, line, async () => {
    if (version !== undefined) {
      const { version: current } = await load(tx, of, id)
      if (current !== 0 && current !== version) await refuseStale(tx, name, current)
    }
    left = await changeIn(tx, of, id, await command({ tx, now }), now)
    if (left.events.length === 0) return undefined
    await beside?.({ tx, now }, left)
    return { before: left.before, after: left.state }
  })
  if (left) return { state: left.state, version: left.version, changed }
  const { state, version: current } = await load(tx, of, id)
  return {
    state,
    version: (await auditedVersion(tx, { ...line, id: call.attempt.id }, name)) ?? current,
    changed,
  }
}

/**
 * One decision on one stream, in one transaction: locked, made once by the call's key (GW-10), on the version that was read
 * (AW-4), written down with what was there before and after (GW-27), and answered. The answer is kept with it: who asks
 * again with the key gets this one, whatever was decided since.
 * @param decision.answer what the call answers, all of it
 * @throws Rejection VERSION_CONFLICT, and from the decider; nothing is stored then
 */
export function decide<S, const C, E extends StoredEvent, V, A>(
  deps: ChangeDeps,
  of: Stream<S, C, E, V>,
  id: string,
  decision: Decision<S, C, E> & { answer: (left: Decided<S>, within: InDecision) => A | Promise<A> },
): Promise<A> {
  return transact(deps, async (tx) => {
    const now = deps.now()
    const left = await decideIn(tx, of, id, decision, now)
    return decision.call.attempt.keep(tx, await decision.answer(left, { tx, now }))
  })
}
