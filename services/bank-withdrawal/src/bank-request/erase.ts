import type { Tx } from '@talad/shared/db'
import { changeMany } from '@talad/shared/stream'
import { bankRequests } from './stream.ts'

/**
 * ID-42: what somebody asked for until then ends, and names and numbers go; of accounts that money was to be sent to they
 * stay, as the proof of where it went.
 */
export async function eraseBankAccounts(tx: Tx, customerId: string, until: Date, now: Date): Promise<void> {
  // a withdrawal that is being asked for comes before, or finds no account
  await tx.query(
    'select from bank_account where customer_id = $1 and deleted_at is null order by id for update',
    [customerId],
  )
  const { rows } = await tx.query<{ id: string }>(
    `select id from bank_request r where customer_id = $1 and created_at <= $2
       and not exists (select from withdrawal where bank_account_id = r.id) order by id`,
    [customerId, until],
  )
  const command = { type: 'Erase' as const, now }
  await changeMany(
    tx,
    rows.map(({ id }) => ({ stream: bankRequests, id, command })),
    now,
  )
  await tx.query('delete from bank_detail where id = any($1)', [rows.map(({ id }) => id)])
}
