import { MOST_WALLETS } from '@talad/proto/http/identity/people'
import { refusalOf } from '@talad/shared/constraints'
import type { Db, Queryable } from '@talad/shared/db'
import { checkName, foldName, looksOf } from './check-name.ts'
import { type Issuer, requireNoIssuers } from './issuers.ts'

export async function displayNameOf(db: Queryable, accountId: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>('select name from display_name where account_id = $1', [
    accountId,
  ])
  return rows[0]?.name ?? null
}

/** ID-42: active issuers; `own`: the account is its customer's */
async function activeIssuers(db: Queryable, accountId: string): Promise<Issuer[]> {
  const { rows } = await db.query<Issuer>(
    `select looks, keys, customer_id = coalesce('join-' || a.join_id, '') as own
     from issuer_replica, account a where active and a.id = $1`,
    [accountId],
  )
  return rows
}

const taken = { code: 'DISPLAY_NAME_TAKEN', field: 'display_name' }
const constraints = { display_name_taken: taken, display_name_looks_taken: taken }

/** @param name null: none. @throws Rejection DISPLAY_NAME_TAKEN, DISPLAY_NAME_RESERVED */
export async function saveDisplayName(
  db: Db,
  accountId: string,
  name: string | null,
  now: Date,
): Promise<void> {
  if (name === null) {
    await db.query('delete from display_name where account_id = $1', [accountId])
    return
  }
  const { folded, looks } = checkName(name)
  // who had the name before the issuer keeps it
  if (name !== (await displayNameOf(db, accountId)))
    requireNoIssuers(name, await activeIssuers(db, accountId))
  try {
    await db.query(
      `insert into display_name (account_id, name, folded, looks, changed_at) values ($1, $2, $3, $4, $5)
       on conflict (account_id) do update
         set name = excluded.name, folded = excluded.folded, looks = excluded.looks, changed_at = excluded.changed_at`,
      [accountId, name, folded, looks, now],
    )
  } catch (error) {
    throw refusalOf(constraints, error)
  }
}

/** Names from before what they look like was kept; of two that look alike the second stays as it is. */
export async function keepLooks(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ account_id: string; name: string }>(
    'select account_id, name from display_name where looks is null order by changed_at',
  )
  for (const { account_id: id, name } of rows)
    await db.query(
      `update display_name set looks = $2 where account_id = $1 and looks is null
       and not exists (select from display_name where looks = $2)`,
      [id, looksOf(name)],
    )
}

/** ID-39, ID-42: a picture stands beside each wallet with the name of its person, else beside the one that holds the asset. */
const PICTURE = 'p.account_id = w.account_id and (n.name is not null or p.holder = w.address)'

/** The names and pictures of those of the wallets whose person has either. @param wallets lower case */
export async function namesOfWallets(
  db: Queryable,
  wallets: readonly string[],
): Promise<{ address: string; display_name: string | null; picture: string | null }[]> {
  const { rows } = await db.query<{ address: string; display_name: string | null; picture: string | null }>(
    `select w.address, n.name as display_name, p.url as picture from wallet w
       left join display_name n on n.account_id = w.account_id left join profile_picture p on ${PICTURE}
     where w.address = any($1) and w.held_until is null and (n.name is not null or p.url is not null)
     order by w.address`,
    [wallets],
  )
  return rows
}

type Known = { display_name: string | null; picture: string | null; wallets: string[] }

/**
 * Who is called so, or has this wallet. Wallets are told together only where a public name stands beside each of them
 * anyway (ID-42).
 * @returns undefined when nobody is meant
 */
export async function personOf(
  db: Queryable,
  { wallet, name }: { wallet: string | undefined; name: string },
): Promise<Known | undefined> {
  const { rows } = await db.query<Known>(
    `select n.name as display_name, p.url as picture,
       array(select w.address from wallet w where w.account_id = n.account_id and w.held_until is null order by w.address limit $3) as wallets
     from display_name n left join profile_picture p on p.account_id = n.account_id
     where case when $1::text is null then n.folded = $2
       else n.account_id = (select w.account_id from wallet w where w.address = $1 and w.held_until is null) end`,
    [wallet ?? null, foldName(name), MOST_WALLETS],
  )
  const [named] = rows
  if (named || wallet === undefined) return named
  const [about] = await namesOfWallets(db, [wallet])
  return { display_name: null, picture: about?.picture ?? null, wallets: [wallet] }
}
