import type { Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { lockKeys } from '@talad/shared/lock-key'
import { stream } from '@talad/shared/stream'
import { decide } from './decide.ts'
import { accountEvent } from './events.ts'
import { saveAccount } from './rows.ts'
import { accountState } from './snapshot.ts'
import { evolve, initial } from './state.ts'
import { accountView, viewOf } from './view.ts'
import { noteWays } from './ways.ts'

/** One person's account: who may sign in to it, and what is known of them. */
export const accounts = stream({
  name: 'account',
  event: accountEvent,
  initial,
  evolve,
  decide,
  publicState: { schema: accountView, of: viewOf },
  save: each(async (tx, change) => {
    await saveAccount(tx, change)
    await noteWays(tx, change)
  }),
  // each sign-in is an event
  snapshot: { state: accountState, shape: 5, every: 50 },
})

/**
 * The locks of accounts, first in a transaction: shared by what a session makes, alone for what ends sessions or changes ways in.
 * So nothing that was made meanwhile outlives its session unseen.
 */
export const lockAccounts = (tx: Tx, ids: readonly string[], as?: Parameters<typeof lockKeys>[2]) =>
  lockKeys(
    tx,
    ids.map((id) => `${accounts.name}-${id}`),
    as,
  )
