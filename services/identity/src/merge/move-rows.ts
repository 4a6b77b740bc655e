import { MOST_FAVOURITES } from '@talad/proto/http/identity/favourites'
import type { Tx } from '@talad/shared/db'
import { tellOfPasskey } from '../account/passkeys.ts'

/**
 * ID-35: what an account has beside its identities becomes the other's; what both have, stays as the other has it.
 * @param asks the account whose session asks for it; undefined: support does
 */
export async function moveRows(
  tx: Tx,
  { from, to, asks, now }: { from: string; to: string; asks?: string; now: Date },
): Promise<void> {
  // the newest of both, as many as one may have
  await tx.query(
    `with had as (delete from favourite where account_id in ($1, $2) returning kind, target_id, created_at),
       each as (select kind, target_id, min(created_at) as created_at from had group by kind, target_id),
       placed as (select *, row_number() over (partition by kind order by created_at desc, target_id) as place from each)
     insert into favourite (account_id, kind, target_id, place, created_at)
     select $2, kind, target_id, place, created_at from placed where place <= $3`,
    [from, to, MOST_FAVOURITES],
  )
  await tx.query('update notification set account_id = $2 where account_id = $1', [from, to])
  await tx.query('update security_event set account_id = $2 where account_id = $1', [from, to])
  await tx.query('update signing_request set account_id = $2 where account_id = $1', [from, to])
  await tx.query(
    `insert into consent (account_id, text, version, site, language, agreed_at)
     select $2, text, version, site, language, agreed_at from consent where account_id = $1
     on conflict (account_id, text, site, language, version)
       do update set agreed_at = least(consent.agreed_at, excluded.agreed_at)`,
    [from, to],
  )
  await tx.query('delete from consent where account_id = $1', [from])
  await tx.query(
    `update display_name set account_id = $2
     where account_id = $1 and not exists (select 1 from display_name where account_id = $2)`,
    [from, to],
  )
  await tx.query('delete from display_name where account_id = $1', [from])
  // of the other account one way in was proved and no passkey, and whoever had it before may have added one
  const gone = await tx.query<{ id: string }>(
    'delete from passkey where account_id in ($1, $2) and account_id is distinct from $3 returning id',
    [from, to, asks === to ? asks : null],
  )
  for (const { id } of gone.rows) await tellOfPasskey(tx, { accountId: to, id, kind: 'passkey_removed' }, now)
  // ID-42: so that an export tells of them, and an erasure takes them; after the passkeys, with what one has begun meanwhile
  await tx.query('update session set account_id = $2 where account_id = $1', [from, to])
}
