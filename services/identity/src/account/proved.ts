import type { Tx } from '@talad/shared/db'

/** ID-29, ID-34: what was proved for accounts before their ways in changed counts no more. */
export async function forgetProved(tx: Tx, accountIds: readonly string[]): Promise<void> {
  await tx.query(
    'delete from merge_request where account_id = any($1::text[]) or other_account_id = any($1::text[])',
    [accountIds],
  )
  await tx.query('delete from proof where account_id = any($1::text[]) and used_at is null', [accountIds])
  await tx.query(
    `delete from join_session where account_id = any($1::text[]) and purpose = 'link' and used_at is null`,
    [accountIds],
  )
}
