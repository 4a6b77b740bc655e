import type { AuditAction } from '@talad/proto/http/audit-actions'
import { audit } from '@talad/shared/audit'
import { inTx, type Tx } from '@talad/shared/db'
import { decideOnce } from '@talad/shared/decision'
import type { Actor, ApiKey } from '@talad/shared/http/auth'
import type { Attempt } from '@talad/shared/http/idempotency'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import type { Deps } from './deps.ts'

/** The call of somebody, or of a program by its key. */
export type Caller = {
  actor: Actor | undefined
  attempt: Attempt
  request: { id: string; caller?: string | undefined; apiKey?: ApiKey | undefined }
}

/** Who is named in rows: an account, or `key:` and the id of an API key. */
export const nameOf = ({ actor, request }: Caller) => actor?.accountId ?? request.caller ?? ''

/** Who is named in the audit log. */
const auditActor = ({ actor, request: { apiKey } }: Pick<Caller, 'actor' | 'request'>) =>
  actor ?? (apiKey && { apiKey: apiKey.id })

/** GW-27: writes down that something leaves as a file, before it does. */
export async function noteFile(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  call: Pick<Caller, 'actor' | 'request'>,
  line: { action: AuditAction; target: { kind: string; id: string } },
): Promise<void> {
  const actor = auditActor(call)
  if (!actor) throw new Rejection('UNAUTHORIZED')
  await inTx(db, (tx) => audit(tx, { ...line, actor, requestId: call.request.id, now: now() }))
}

/** What work on rows has made, for the audit log, which says nothing where nothing was, and what is answered. */
export type Done<A> = { before?: unknown; after?: unknown; answer: A }

/** What was answered when it was done: now, or the first time. */
async function answerOf<A>(tx: Tx, attemptId: string, done: Done<A> | undefined): Promise<A> {
  if (done) {
    const text = JSON.stringify(done.answer)
    await tx.query(
      'insert into audited_answer (attempt_id, answer) values ($1, $2) on conflict (attempt_id) do nothing',
      [attemptId, text],
    )
    return done.answer
  }
  const { rows } = await tx.query<{ answer: A }>('select answer from audited_answer where attempt_id = $1', [
    attemptId,
  ])
  if (!rows[0]) throw new Error('a decision has no answer')
  return rows[0].answer
}

/**
 * GW-27: changes rows in one transaction, written down with what was there before and after; the answer is kept with it.
 * @param line.target of the audit log
 */
export function audited<A>(
  deps: Pick<Deps, 'db' | 'now'>,
  call: Caller,
  line: { action: AuditAction; target: { kind: string; id: string }; note?: string },
  work: (tx: Tx, now: Date) => Promise<Done<A>>,
): Promise<A> {
  const actor = auditActor(call)
  return transact(deps, async (tx) => {
    const now = deps.now()
    let done: Done<A> | undefined
    await decideOnce(tx, { ...call, actor }, { ...line, now }, async () => {
      done = await work(tx, now)
      return done.before === undefined && done.after === undefined ? undefined : done
    })
    return call.attempt.keep(tx, await answerOf(tx, call.attempt.id, done))
  })
}
