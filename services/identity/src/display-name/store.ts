import type { Db, Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { checkName } from './decide.ts'

export async function displayNameOf(db: Queryable, accountId: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>('select name from display_name where account_id = $1', [
    accountId,
  ])
  return rows[0]?.name ?? null
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'display_name_taken'
}

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
  try {
    await db.query(
      `insert into display_name (account_id, name, folded, changed_at) values ($1, $2, $3, $4)
       on conflict (account_id) do update
         set name = excluded.name, folded = excluded.folded, changed_at = excluded.changed_at`,
      [accountId, name, checkName(name), now],
    )
  } catch (error) {
    if (isTaken(error)) throw new Rejection('DISPLAY_NAME_TAKEN', { field: 'display_name' })
    throw error
  }
}

/** The names of those of the wallets whose person has one. @param wallets lower case */
export async function namesOfWallets(
  db: Queryable,
  wallets: readonly string[],
): Promise<{ address: string; display_name: string }[]> {
  const { rows } = await db.query<{ address: string; display_name: string }>(
    `select w.address, n.name as display_name from wallet w join display_name n on n.account_id = w.account_id
     where w.address = any($1) and w.held_until is null order by w.address`,
    [wallets],
  )
  return rows
}
