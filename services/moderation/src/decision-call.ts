import type { AdminCall } from '@talad/shared/decision'
import { customer } from '@talad/shared/http/app'
import type { Decision } from './decision.ts'

/** A call that says why. */
export type NotedCall = AdminCall & { body: { note: string } }

export const decisionOf = ({ actor, attempt, body }: NotedCall, now: Date): Decision => ({
  by: customer(actor).customerId,
  decisionId: attempt.id,
  note: body.note,
  now,
})
