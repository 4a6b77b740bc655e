import { isUniqueViolation, type Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { type Change, stream } from '@talad/shared/stream'
import { decide } from './decide.ts'
import { type AccountEvent, accountEvent, type Provider } from './events.ts'
import { publish } from './publish.ts'
import { accountState } from './snapshot.ts'
import { type AccountState, evolve, initial, walletsOf } from './state.ts'
import { accountView, viewOf } from './view.ts'

const CHANGES_WALLETS: ReadonlySet<string> = new Set(['IdentityLinked', 'JoinWalletChanged'])

async function insertLink(
  tx: Tx,
  accountId: string,
  data: { identityId: string; provider: Provider; externalId: string; joinId?: string | undefined; at: Date },
): Promise<void> {
  await tx.query(
    `insert into identity_link (id, account_id, identity_provider, external_id, created_at)
     values ($1, $2, $3, $4, $5)`,
    [data.identityId, accountId, data.provider, data.externalId, data.at],
  )
  if (data.joinId === undefined) return
  await tx.query('update account set join_id = $2 where id = $1', [accountId, data.joinId])
}

async function saveWallets(tx: Tx, accountId: string, state: AccountState): Promise<void> {
  const wallets = walletsOf(state)
  await tx.query('delete from wallet where account_id = $1 and address <> all ($2)', [
    accountId,
    wallets.map((wallet) => wallet.address),
  ])
  for (const { address, provider } of wallets) {
    const saved = await tx.query(
      `insert into wallet (address, account_id, provider) values ($1, $2, $3)
       on conflict (address) do update set provider = excluded.provider
       where wallet.account_id = excluded.account_id`,
      [address, accountId, provider],
    )
    if (saved.rowCount !== 1) throw new Rejection('WALLET_INTEGRATED') // ID-27
  }
}

/**
 * Writes what an account is now, beside its events.
 * @throws Rejection WALLET_INTEGRATED, IDENTITY_IN_USE when another account has the wallet or the identity (ID-27)
 */
async function save(tx: Tx, { events, state }: Change<AccountState, AccountEvent>): Promise<void> {
  try {
    for (const event of events) {
      const { accountId } = state
      if (accountId === undefined) throw new Error('an event of an account that was never created')
      if (event.type === 'AccountCreated') {
        await tx.query('insert into account (id, created_at) values ($1, $2)', [accountId, event.data.at])
      }
      if (event.type === 'IdentityLinked') await insertLink(tx, accountId, event.data)
      if (event.type === 'KycLevelChanged') {
        await tx.query('update account set kyc_level = $2, kyc_changed_at = $3 where id = $1', [
          accountId,
          event.data.level,
          event.data.at,
        ])
      }
    }
    if (state.accountId !== undefined && events.some(({ type }) => CHANGES_WALLETS.has(type)))
      await saveWallets(tx, state.accountId, state)
  } catch (error) {
    if (isUniqueViolation(error)) throw new Rejection('IDENTITY_IN_USE') // ID-27
    throw error
  }
}

/** One person's account: who may sign in to it, and what is known of them. */
export const accounts = stream({
  name: 'account',
  event: accountEvent,
  initial,
  evolve,
  decide,
  publicState: { schema: accountView, of: viewOf },
  publish,
  save,
  // each sign-in is an event
  snapshot: { state: accountState, shape: 1, every: 50 },
})
