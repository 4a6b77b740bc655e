import type { Tx } from '@talad/shared/db'
import { type DecisionCall, decideOnce } from '@talad/shared/decision'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { saveText } from '../notification/store.ts'
import { give, notificationIdOf } from '../notification/stream.ts'

const kind = 'support_wrote'

/** An account that was absorbed has no bell any more: the other one is to be written to. */
async function requireAccount(tx: Tx, accountId: string): Promise<void> {
  const { rows } = await tx.query('select 1 from account where id = $1 and merged_into is null for share', [
    accountId,
  ])
  if (rows.length === 0) throw new Rejection('ACCOUNT_NOT_FOUND')
}

/**
 * Writes to somebody's bell, once a call: who wrote and why is in the audit log, what was written in the bell alone.
 * @throws Rejection ACCOUNT_NOT_FOUND
 */
export function writeTo(
  deps: Deps,
  call: DecisionCall,
  { accountId, text, note }: { accountId: string; text: string; note: string },
): Promise<{ account_id: string }> {
  const at = deps.now()
  const subject = call.attempt.id
  const line = { action: 'account.write' as const, target: { kind: 'account', id: accountId }, note, now: at }
  return transact(deps, async (tx) => {
    await decideOnce(tx, call, line, async () => {
      await requireAccount(tx, accountId)
      await give(tx, { told: [{ subject, notice: { kind, accountId } }], at })
      await saveText(tx, deps.personal, notificationIdOf(kind, subject, at), text)
      return { after: { notification: notificationIdOf(kind, subject, at) } }
    })
    return call.attempt.keep(tx, { account_id: accountId })
  })
}
