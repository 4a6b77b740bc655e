import type { Tx } from '@talad/shared/db'
import type { AdminCall } from '@talad/shared/decision'
import { signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { lockKey } from '@talad/shared/lock-key'
import type { About } from './suspend.ts'

export const nameOf = ({ customerId, accountId }: Actor) => customerId ?? accountId

/** MO-16: each decision weighs the cases of its reporters anew, so they are made one after the other. */
export const lockDecisions = (tx: Tx) => lockKey(tx, 'flag-decisions')

/** What is suspended or lifted with a decision. */
export function about({ actor: given, attempt, request }: AdminCall, note: string, now: Date): About {
  const actor = signedIn(given)
  return { actor, by: nameOf(actor), callId: attempt.id, requestId: request.id, note, now }
}
