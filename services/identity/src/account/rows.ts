import { isUniqueViolation, type Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { Change } from '@talad/shared/stream'
import { heldUntil, MOST_WALLETS } from './decide-wallet.ts'
import type { AccountEvent } from './events.ts'
import { removePasskeysBy } from './passkeys.ts'
import { savePicture } from './pictures.ts'
import { forgetProved } from './proved.ts'
import { type AccountState, walletsOf } from './state.ts'
import { heldRejection } from './store.ts'
import { tellGoneLine } from './ways.ts'

type DataOf<T extends AccountEvent['type']> = Extract<AccountEvent, { type: T }>['data']

const CHANGES_WALLETS: ReadonlySet<string> = new Set([
  'IdentityLinked',
  'IdentityUnlinked',
  'JoinWalletChanged',
  'AccountMerged',
  'AccountAbsorbed',
  'IdentityMigrated',
  'IdentityReceived',
  'AccountSplit',
  'AccountRestored',
])

async function insertLink(tx: Tx, accountId: string, data: DataOf<'IdentityLinked'>): Promise<void> {
  const { identityId, provider, scope = '', externalId, clientId, joinId, at } = data
  // ID-30: the first free place of a wallet; one too many finds a place that the table refuses
  await tx.query(
    `insert into identity_link
       (id, account_id, identity_provider, external_id, created_at, provider_scope, client_id, place)
     select $1, $2, $3, $4, $5, $7, $8, case when $3 = 'web3' then (
       select min(p) from generate_series(1, $6::integer + 1) p
       where not exists (select 1 from identity_link l where l.account_id = $2 and l.place = p)) end`,
    [identityId, accountId, provider, externalId, at, MOST_WALLETS, scope, clientId ?? null],
  )
  if (joinId === undefined) return
  await tx.query('update account set join_id = $2 where id = $1', [accountId, joinId])
}

async function removeLink(tx: Tx, accountId: string, data: DataOf<'IdentityUnlinked'>): Promise<void> {
  const { identityId, externalId, at } = data
  await removePasskeysBy(tx, accountId, [identityId], at)
  await tellGoneLine(tx, accountId, identityId, at)
  await tx.query('delete from identity_link where id = $1', [identityId])
  await tx.query('update wallet set held_until = $3 where account_id = $1 and address = $2', [
    accountId,
    externalId,
    heldUntil(at),
  ])
}

/** ID-33: links and wallets come from another account, whichever of the two is written first. */
async function takeLinks(tx: Tx, accountId: string, data: DataOf<'IdentityReceived'>): Promise<void> {
  const ids = data.identities.map(({ id }) => id)
  await tx.query('update identity_link set account_id = $1, place = null where id = any($2)', [
    accountId,
    ids,
  ])
  await tx.query(
    `update identity_link l set place = n.place
     from (select w.id, p.place from
         (select id, row_number() over (order by created_at, id) as turn from identity_link
          where id = any($2) and identity_provider = 'web3') w
       join (select p as place, row_number() over (order by p) as turn from generate_series(1, $3::integer) p
         where not exists (select 1 from identity_link l where l.account_id = $1 and l.place = p)) p using (turn)) n
     where l.id = n.id`,
    [accountId, ids, MOST_WALLETS],
  )
  const addresses = data.identities.flatMap(({ provider, externalId }) =>
    provider === 'web3' ? [externalId] : [],
  )
  await tx.query('update wallet set account_id = $1 where account_id = $2 and address = any($3)', [
    accountId,
    data.from,
    addresses,
  ])
}

async function closeAccount(tx: Tx, accountId: string, { to, at }: DataOf<'AccountMerged'>): Promise<void> {
  await tx.query('update account set merged_into = $2, merged_at = $3 where id = $1', [accountId, to, at])
  // ID-32: what the one has unlinked lately is as free for the other as it was for itself
  await tx.query('update wallet set account_id = $2 where account_id = $1 and held_until is not null', [
    accountId,
    to,
  ])
}

/** ID-27, ID-32: one row a wallet, so that of many who want it at once one gets it, and nobody while it is held. */
async function saveWallets(tx: Tx, accountId: string, state: AccountState, at: Date): Promise<void> {
  const wallets = walletsOf(state)
  await tx.query('delete from wallet where account_id = $1 and held_until is null and address <> all ($2)', [
    accountId,
    wallets.map((wallet) => wallet.address),
  ])
  for (const { address, provider, provedOn } of wallets) {
    const saved = await tx.query(
      `insert into wallet (address, account_id, provider, proved_on) values ($1, $2, $3, $5)
       on conflict (address) do update set account_id = excluded.account_id, provider = excluded.provider,
         proved_on = excluded.proved_on, held_until = null
       where wallet.account_id = excluded.account_id or wallet.held_until <= $4`,
      [address, accountId, provider, at, provedOn ?? null],
    )
    if (saved.rowCount !== 1) throw await refusalOfWallet(tx, address)
  }
}

/** Why an account can't have a wallet that somebody else has, or had until lately (ID-32). */
async function refusalOfWallet(tx: Tx, address: string): Promise<Rejection> {
  const found = await tx.query<{ held_until: Date | null }>(
    'select held_until from wallet where address = $1',
    [address],
  )
  const until = found.rows[0]?.held_until
  return until ? heldRejection(until) : new Rejection('WALLET_INTEGRATED')
}

async function saveEvent(tx: Tx, accountId: string, event: AccountEvent): Promise<void> {
  switch (event.type) {
    case 'AccountCreated':
      await tx.query('insert into account (id, created_at) values ($1, $2)', [accountId, event.data.at])
      return
    case 'IdentityLinked':
      return insertLink(tx, accountId, event.data)
    case 'IdentityUnlinked':
      return removeLink(tx, accountId, event.data)
    case 'KycLevelChanged':
      await tx.query('update account set kyc_level = $2, kyc_changed_at = $3 where id = $1', [
        ...[accountId, event.data.level, event.data.at],
      ])
      return
    case 'ProfilePictureSet':
      return savePicture(tx, accountId, event.data)
    case 'ProfilePictureUnset':
    case 'PersonErased':
      await tx.query('delete from profile_picture where account_id = $1', [accountId])
      return
    case 'AccountMerged':
      return closeAccount(tx, accountId, event.data)
    case 'AccountRestored':
      await tx.query('update account set merged_into = null, merged_at = null where id = $1', [accountId])
      return takeLinks(tx, accountId, event.data)
    case 'AccountAbsorbed':
    case 'IdentityReceived':
      return takeLinks(tx, accountId, event.data)
    case 'IdentityMigrated':
    case 'AccountSplit':
      return removePasskeysBy(tx, accountId, event.data.identityIds, event.data.at)
    case 'JoinWalletChanged':
    case 'PlaceholderClaimed':
    case 'PublicStateChanged':
    case 'SignedIn':
  }
}

/** ID-29: a proof for a merge dies with every change of the ways into an account. */
const changesWays = ({ type }: AccountEvent) => CHANGES_WALLETS.has(type) && type !== 'JoinWalletChanged'

const linksWallet = (event: AccountEvent) => event.type === 'IdentityLinked' && event.data.provider === 'web3'

/**
 * Writes what an account is now, beside its events.
 * @throws Rejection WALLET_INTEGRATED, IDENTITY_IN_USE when another account has the wallet or the identity (ID-27),
 * WALLET_UNLINKED_LATELY (ID-32)
 */
export async function saveAccount(
  tx: Tx,
  { events, state }: Change<AccountState, AccountEvent>,
): Promise<void> {
  const { accountId } = state
  const changed = events.findLast(({ type }) => CHANGES_WALLETS.has(type))
  try {
    for (const event of events) {
      if (accountId === undefined) throw new Error('an event of an account that was never created')
      await saveEvent(tx, accountId, event)
    }
    if (accountId !== undefined && changed) await saveWallets(tx, accountId, state, changed.data.at)
    if (accountId !== undefined && events.some(changesWays)) await forgetProved(tx, [accountId])
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Rejection(events.some(linksWallet) ? 'WALLET_INTEGRATED' : 'IDENTITY_IN_USE') // ID-27
  }
}
