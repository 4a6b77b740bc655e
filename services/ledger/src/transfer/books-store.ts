import type { Tx } from '@talad/shared/db'
import type { Command, Unit } from './commands.ts'
import { accountKey, type Books, type Escrow, isCustomer } from './state.ts'

function customersOf(command: Command): { customerId: string; unit: Unit }[] {
  switch (command.type) {
    case 'PostTopup':
      return [
        { customerId: command.customerId, unit: command.unit },
        ...(command.pay ? [{ customerId: command.pay.buyerCustomerId, unit: 'pt_thb' as const }] : []),
      ]
    case 'PayShipping':
    case 'ReleaseShippingFunds':
    case 'RefundShipping':
      return [{ customerId: command.buyerCustomerId, unit: 'pt_thb' }]
    case 'SettleShipping':
      return command.parts
        .filter((part) => isCustomer(part.customerId))
        .map((part) => ({ customerId: part.customerId, unit: 'ft_thb' as const }))
  }
}

/** The shipping that a command concerns, if any. */
export function shippingOf(command: Command): string | undefined {
  return command.type === 'PostTopup' ? command.pay?.shippingId : command.shippingId
}

/** LG-9: the batch's accounts are locked in one statement, in ascending order; new ones are made first. */
async function lockAccounts(tx: Tx, commands: readonly Command[]): Promise<Books['accounts']> {
  const wanted = new Map(
    commands.flatMap(customersOf).map((one) => [accountKey(one.customerId, one.unit), one] as const),
  )
  if (wanted.size === 0) return new Map()
  const sorted = [...wanted.values()].sort((a, b) =>
    accountKey(a.customerId, a.unit) < accountKey(b.customerId, b.unit) ? -1 : 1,
  )
  const values = [sorted.map((one) => one.customerId), sorted.map((one) => one.unit)]
  const read = () =>
    tx.query<{ customer_id: string; unit: Unit; balance: bigint; balance_locked: bigint }>({
      name: 'ledger.lock_accounts',
      text: `select customer_id, unit, balance, balance_locked from account
             where (customer_id, unit) in (select * from unnest($1::text[], $2::text[]))
             order by customer_id, unit for update`,
      values,
    })
  let found = await read()
  if (found.rows.length < wanted.size) {
    await tx.query({
      name: 'ledger.open_accounts',
      text: `insert into account (customer_id, unit) select * from unnest($1::text[], $2::text[])
             on conflict do nothing`,
      values,
    })
    found = await read()
  }
  return new Map(
    found.rows.map((row) => [
      accountKey(row.customer_id, row.unit),
      { balance: row.balance, locked: row.balance_locked },
    ]),
  )
}

async function lockEscrows(tx: Tx, commands: readonly Command[]): Promise<Books['escrows']> {
  const ids = [...new Set(commands.map(shippingOf).filter((id) => id !== undefined))].sort()
  if (ids.length === 0) return new Map()
  const result = await tx.query<{
    shipping_id: string
    buyer_customer_id: string
    gross: bigint
    locked: bigint
    state: Escrow['state']
  }>({
    name: 'ledger.lock_escrows',
    text: `select shipping_id, buyer_customer_id, gross, locked, state from escrow
           where shipping_id = any($1) order by shipping_id for update`,
    values: [ids],
  })
  return new Map(
    result.rows.map((row) => [
      row.shipping_id,
      { buyerCustomerId: row.buyer_customer_id, gross: row.gross, locked: row.locked, state: row.state },
    ]),
  )
}

/** The books that a batch touches, locked: whoever posts on the same accounts is waited for. */
export async function lockBooks(tx: Tx, commands: readonly Command[]): Promise<Books> {
  return { accounts: await lockAccounts(tx, commands), escrows: await lockEscrows(tx, commands) }
}

async function writeAccounts(tx: Tx, before: Books, after: Books): Promise<void> {
  const changed = [...after.accounts].filter(([key, account]) => before.accounts.get(key) !== account)
  if (changed.length === 0) return
  await tx.query({
    name: 'ledger.write_accounts',
    text: `update account set balance = c.balance, balance_locked = c.locked
           from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as c (customer_id, unit, balance, locked)
           where account.customer_id = c.customer_id and account.unit = c.unit`,
    values: [
      changed.map(([key]) => key.split('\n')[0]),
      changed.map(([key]) => key.split('\n')[1]),
      changed.map(([, account]) => account.balance),
      changed.map(([, account]) => account.locked),
    ],
  })
}

async function writeEscrows(tx: Tx, before: Books, after: Books): Promise<void> {
  const changed = [...after.escrows].filter(([id, escrow]) => before.escrows.get(id) !== escrow)
  if (changed.length === 0) return
  await tx.query({
    name: 'ledger.write_escrows',
    text: `insert into escrow (shipping_id, buyer_customer_id, gross, locked, state)
           select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[])
           on conflict (shipping_id) do update set gross = excluded.gross, locked = excluded.locked, state = excluded.state`,
    values: [
      changed.map(([id]) => id),
      changed.map(([, escrow]) => escrow.buyerCustomerId),
      changed.map(([, escrow]) => escrow.gross),
      changed.map(([, escrow]) => escrow.locked),
      changed.map(([, escrow]) => escrow.state),
    ],
  })
}

/** Writes what has changed, one statement for each kind of row. */
export async function writeBooks(tx: Tx, before: Books, after: Books): Promise<void> {
  await writeAccounts(tx, before, after)
  await writeEscrows(tx, before, after)
}
