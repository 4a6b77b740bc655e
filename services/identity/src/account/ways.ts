import type { Tx } from '@talad/shared/db'
import type { Change } from '@talad/shared/stream'
import { give } from '../notification/stream.ts'
import { noteSecurity } from '../security/log.ts'
import type { AccountEvent } from './events.ts'
import type { AccountState } from './state.ts'

const KINDS = { IdentityLinked: 'way_added', IdentityUnlinked: 'way_removed' } as const

/** Tells the owner of an account of each way into it that came or went, apart from the one that it began with. */
export async function noteWays(
  tx: Tx,
  { events, before, state: { accountId } }: Change<AccountState, AccountEvent>,
): Promise<void> {
  if (accountId === undefined || before.accountId === undefined) return
  for (const event of events) {
    if (event.type !== 'IdentityLinked' && event.type !== 'IdentityUnlinked') continue
    const { provider, identityId, at } = event.data
    const kind = KINDS[event.type]
    await noteSecurity(tx, [{ accountId, kind, provider }], at)
    await give(tx, { told: [{ subject: identityId, notice: { kind, accountId } }], at })
  }
}
