import { walletsOf } from '@talad/identity/account/state'
import { accounts } from '@talad/identity/account/stream'
import { hashOfMeant } from '@talad/identity/session/meant'
import type { Db } from '@talad/shared/db'
import { loadAll } from '@talad/shared/stream'
import { holds } from '../../proof.ts'
import { rowsAfter, type SimulatedService } from '../service.ts'
import type { IdentityService, Outside } from './people.ts'

type Account = Awaited<ReturnType<typeof accountsSince>>[number]

/** Every account of which the log tells since, as its events make it. */
async function accountsSince(db: Db, since: bigint) {
  const name = `${accounts.name}-`
  const streams = (await rowsAfter(db, since)).map(({ stream }) => stream)
  const ids = [...new Set(streams.filter((one) => one.startsWith(name)).map((one) => one.slice(name.length)))]
  return [...(await loadAll(db, accounts, ids))].map(([id, { state }]) => ({ id, state }))
}

/** An identity has one account, which is there; each account that is there has a way in; rows are what events make. */
async function judgeWays({ db }: IdentityService, found: readonly Account[]): Promise<void> {
  const owners = new Map<string, string>()
  for (const { id, state } of found) {
    const { identities, mergedInto } = state
    holds(
      (mergedInto === undefined) === identities.length > 0,
      `${id} has ${identities.length} ways in, and is ${mergedInto ? 'part of another' : 'there'}`,
    )
    for (const { provider, externalId } of identities) {
      const identity = `${provider} ${externalId}`
      holds(!owners.has(identity), `${identity} has two accounts`)
      owners.set(identity, id)
    }
  }
  const { rows } = await db.query<{ identity: string; account_id: string }>(
    `select identity_provider || ' ' || external_id as identity, account_id from identity_link where account_id = any($1)`,
    [found.map(({ id }) => id)],
  )
  holds(rows.length === owners.size, `${rows.length} rows of ${owners.size} identities`)
  for (const { identity, account_id } of rows)
    holds(owners.get(identity) === account_id, `${identity} is another account's by its row`)
}

/** Who was a customer is one, on one account that is there: what they own is kept by the customer id. */
function judgeCustomers(found: readonly Account[], outside: readonly Outside[]): void {
  for (const { jid } of outside) {
    const those = found.filter(({ state }) => jid !== undefined && state.joinId === jid)
    holds(those.length <= 1, `the customer ${jid} has ${those.length} accounts`)
    for (const { id, state } of those) holds(state.mergedInto === undefined, `${id} of ${jid} is gone`)
  }
}

/** ID-33: what waits for a wallet waits for one that nobody has; what was claimed, one account has claimed once. */
async function judgeGifts(
  { db, deps }: IdentityService,
  outside: readonly Outside[],
  since: bigint,
): Promise<number> {
  const addresses = outside.flatMap(({ address }) => address ?? [])
  const hashes = addresses.map((value) => hashOfMeant(deps.personal, { kind: 'wallet', value }))
  const { rows: waiting } = await db.query<{ address: string }>(
    `select m.address from unnest($1::bytea[], $2::text[]) as m (hash, address)
     join placeholder p on p.meant = m.hash join wallet w on w.address = m.address and w.held_until is null`,
    [hashes, addresses],
  )
  holds(waiting.length === 0, `what was given to ${waiting[0]?.address} waits, though somebody has it`)
  const claims = (await rowsAfter(db, since)).filter(({ type }) => type === 'PlaceholderClaimed')
  const claimed = claims.map(({ stream, data }) => `${Object(data).placeholderId} by ${stream}`).sort()
  const { rows } = await db.query<{ claim: string }>(
    `select account_id || ' by ${accounts.name}-' || claimed_by as claim from placeholder
     where account_id = any($1) order by 1`,
    [claims.map(({ data }) => Object(data).placeholderId)],
  )
  holds(
    claimed.join() === rows.map(({ claim }) => claim).join(),
    `claims are ${claimed.join()}, and by their rows others`,
  )
  return claimed.length
}

/** How a service says whose the wallets of accounts are. */
export const REPLICAS: Readonly<Record<string, string>> = {
  'order-book': 'select account_id, address from wallet where account_id = any($1)',
  'shipping-payment':
    'select account_id, unnest(wallets) as address from account_replica where account_id = any($1)',
  'asset-indexer':
    'select account_id, unnest(wallets) as address from account_replica where account_id = any($1)',
  campaign: 'select account_id, unnest(wallets) as address from account_replica where account_id = any($1)',
}

async function judgeReplica({ name, db }: SimulatedService, found: readonly Account[]): Promise<void> {
  const sql = REPLICAS[name]
  if (sql === undefined) return
  const { rows } = await db.query<{ account_id: string; address: string }>(sql, [found.map(({ id }) => id)])
  const kept = rows.map(({ account_id, address }) => `${address} of ${account_id}`).sort()
  const meant = found
    .flatMap(({ id, state }) => walletsOf(state).map(({ address }) => `${address} of ${id}`))
    .sort()
  holds(kept.join() === meant.join(), `${name} knows other owners: ${kept.join()}, and not ${meant.join()}`)
}

/** @returns what there is in the end, to be counted. @throws Disproved */
export async function judgeIdentities(
  identity: IdentityService,
  services: readonly SimulatedService[],
  { since, outside }: { since: bigint; outside: readonly Outside[] },
): Promise<string[]> {
  const found = await accountsSince(identity.db, since)
  await judgeWays(identity, found)
  judgeCustomers(found, outside)
  for (const service of services) await judgeReplica(service, found)
  const claimed = await judgeGifts(identity, outside, since)
  return [
    ...found.map(({ state }) => `accounts ${state.mergedInto === undefined ? 'there' : 'merged'}`),
    ...Array<string>(claimed).fill('gifts claimed'),
  ]
}
