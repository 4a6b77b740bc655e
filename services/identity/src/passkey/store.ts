import type { Passkey } from '@talad/proto/http/identity/passkeys'
import type { Queryable, Tx } from '@talad/shared/db'

export const MOST_PASSKEYS = 10

/** A credential as it is verified. */
export type StoredPasskey = {
  id: string
  accountId: string
  credentialId: string
  rpId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  /** ID-31: the way in by which it came; undefined: not noted then */
  addedBy: string | undefined
}

type Row = {
  id: string
  account_id: string
  credential_id: string
  rp_id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  added_by: string | null
  name: string
  created_at: Date
  last_used_at: Date | null
}

/** The passkeys of an account, the oldest first. */
export async function passkeysOf(db: Queryable, accountId: string): Promise<Passkey[]> {
  const found = await db.query<Row>(
    'select id, name, created_at, last_used_at from passkey where account_id = $1 order by created_at, id',
    [accountId],
  )
  return found.rows.map((row) => ({
    _id: row.id,
    name: row.name,
    created: row.created_at.toISOString(),
    last_used: row.last_used_at?.toISOString() ?? null,
  }))
}

/** What a browser must not register once more. */
export async function credentialsOf(
  db: Queryable,
  accountId: string,
): Promise<{ id: string; transports: string[] }[]> {
  const found = await db.query<Row>('select credential_id, transports from passkey where account_id = $1', [
    accountId,
  ])
  return found.rows.map(({ credential_id: id, transports }) => ({ id, transports }))
}

export async function findPasskey(db: Queryable, credentialId: string): Promise<StoredPasskey | undefined> {
  const found = await db.query<Row>(
    `select id, account_id, credential_id, rp_id, public_key, counter, transports, added_by from passkey
     where credential_id = $1`,
    [credentialId],
  )
  const row = found.rows[0]
  return (
    row && {
      id: row.id,
      accountId: row.account_id,
      credentialId: row.credential_id,
      rpId: row.rp_id,
      publicKey: row.public_key,
      counter: Number(row.counter),
      transports: row.transports,
      addedBy: row.added_by ?? undefined,
    }
  )
}

/** @returns false where the account has as many as one may have, or the credential is known */
export async function insertPasskey(
  tx: Tx,
  passkey: StoredPasskey & { name: string },
  now: Date,
): Promise<boolean> {
  const { id, accountId, credentialId, rpId, publicKey, counter, transports, name, addedBy } = passkey
  const inserted = await tx.query(
    `insert into passkey (id, account_id, credential_id, rp_id, public_key, counter, transports, name, place, created_at, added_by)
     select $1, $2, $3, $4, $5, $6, $7, $8, min(p), $9, $11 from generate_series(1, $10::integer) p
     where not exists (select 1 from passkey k where k.account_id = $2 and k.place = p) having min(p) is not null
     on conflict do nothing`,
    [
      id,
      accountId,
      credentialId,
      rpId,
      publicKey,
      counter,
      transports,
      name,
      now,
      MOST_PASSKEYS,
      addedBy ?? null,
    ],
  )
  return inserted.rowCount === 1
}

/** Notes a use. @returns false where the counter didn't grow: somebody has a copy, or this answer came before */
export async function usePasskey(tx: Tx, id: string, counter: number, now: Date): Promise<boolean> {
  const used = await tx.query(
    `update passkey set counter = $2, last_used_at = $3
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter, now],
  )
  return used.rowCount === 1
}

/** @returns whether there was one */
export async function deletePasskey(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const gone = await tx.query('delete from passkey where id = $1 and account_id = $2', [id, accountId])
  return gone.rowCount === 1
}
