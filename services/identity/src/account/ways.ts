import type { Tx } from '@talad/shared/db'
import type { Change } from '@talad/shared/stream'
import { lineNotice } from '../notification/line-notice.ts'
import { give } from '../notification/stream.ts'
import { noteSecurity } from '../security/log.ts'
import type { AccountEvent } from './events.ts'
import type { AccountState } from './state.ts'

/** Tells the owner of an account of each way into it that came or went, apart from the one that it began with. */
export async function noteWays(
  tx: Tx,
  { events, before, state }: Change<AccountState, AccountEvent>,
): Promise<void> {
  const { accountId } = state
  const at = events.at(-1)?.data.at
  if (accountId === undefined || before.accountId === undefined || at === undefined) return
  if (state.mergedInto !== undefined) return // the account that stays is told
  const without = (some: AccountState, others: AccountState) =>
    some.identities.filter(({ id }) => !others.identities.some((other) => other.id === id))
  const changed = [
    ...without(state, before).map((identity) => ({ ...identity, kind: 'way_added' as const })),
    ...without(before, state).map((identity) => ({ ...identity, kind: 'way_removed' as const })),
  ]
  for (const { id, provider, kind } of changed) {
    await noteSecurity(tx, [{ accountId, kind, provider }], at)
    const subject = `${id}-${accountId}-${at.getTime()}`
    await give(tx, { told: [{ subject, notice: { kind, accountId } }], at })
    const payload = { accountId, kind, since: at.toISOString() }
    await lineNotice.enqueue(tx, [{ payload, key: `${kind}-${subject}`, at }])
  }
}

type Gone = { scope: string; sealed: Buffer; sealed_for: string }

/** As `noteWays`, by the LINE that goes itself, before its id goes with its link. */
export async function tellGoneLine(tx: Tx, accountId: string, linkId: string, at: Date): Promise<void> {
  const { rows } = await tx.query<Gone>(
    `select l.provider_scope as scope, d.sealed, d.sealed_for from identity_link l
       join link_personal_data d on d.link_id = l.id where l.id = $1 and l.identity_provider = 'line'`,
    [linkId],
  )
  const kind = 'line_removed' as const
  const pieces = rows.map(({ scope, sealed, sealed_for: sealedFor }) => ({
    payload: {
      accountId,
      kind,
      since: at.toISOString(),
      gone: { linkId, scope, sealed: sealed.toString('base64'), sealedFor },
    },
    key: `${kind}-${linkId}`,
    at,
  }))
  await lineNotice.enqueue(tx, pieces)
}
