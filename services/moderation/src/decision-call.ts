import type { AuditActor } from '@talad/shared/audit'
import { customer } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import type { Attempt } from '@talad/shared/http/idempotency'
import type { Decision } from './decision.ts'

/** A decision, and what the audit log wants to know of the call that makes it. */
export type DecisionCall = Decision & { actor: AuditActor; requestId: string }

type Call = { actor: Actor | undefined; attempt: Attempt; request: { id: string }; body: { note: string } }

export function decisionOf({ actor: given, attempt, request, body }: Call, now: Date): DecisionCall {
  const actor = customer(given)
  const { id: decisionId } = attempt
  return { actor, by: actor.customerId, requestId: request.id, decisionId, note: body.note, now }
}
