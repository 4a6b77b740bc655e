import { allDone, arrayText, type Tx } from '@talad/shared/db'
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

type Wanted = { customerId: string; unit: Unit }

/** Each account that the commands touch, once, in ascending order. */
export function accountsOf(commands: readonly Command[]): Wanted[] {
  const wanted = new Map(
    commands.flatMap(customersOf).map((one) => [accountKey(one.customerId, one.unit), one] as const),
  )
  return [...wanted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** LG-9: the batch's accounts are locked in one statement, in ascending order. */
async function lockAccounts(tx: Tx, wanted: readonly Wanted[]): Promise<Books['accounts']> {
  if (wanted.length === 0) return new Map()
  const found = await tx.query<{ customer_id: string; unit: Unit; balance: bigint; balance_locked: bigint }>({
    name: 'ledger.lock_accounts',
    text: `select customer_id, unit, balance, balance_locked from account
           where (customer_id, unit) in (select * from unnest($1::text[], $2::text[]))
           order by customer_id, unit for update`,
    values: [arrayText(wanted.map((one) => one.customerId)), arrayText(wanted.map((one) => one.unit))],
  })
  return new Map(
    found.rows.map((row) => [
      accountKey(row.customer_id, row.unit),
      { balance: row.balance, locked: row.balance_locked },
    ]),
  )
}

async function openAccounts(tx: Tx, wanted: readonly Wanted[]): Promise<void> {
  await tx.query({
    name: 'ledger.open_accounts',
    text: `insert into account (customer_id, unit) select * from unnest($1::text[], $2::text[])
           on conflict do nothing`,
    values: [arrayText(wanted.map((one) => one.customerId)), arrayText(wanted.map((one) => one.unit))],
  })
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
    values: [arrayText(ids)],
  })
  return new Map(
    result.rows.map((row) => [
      row.shipping_id,
      { buyerCustomerId: row.buyer_customer_id, gross: row.gross, locked: row.locked, state: row.state },
    ]),
  )
}

/** The books that a batch touches, locked: whoever posts on the same accounts is waited for. New accounts are opened. */
export async function lockBooks(tx: Tx, commands: readonly Command[]): Promise<Books> {
  const wanted = accountsOf(commands)
  // the escrows in a statement after the accounts': it sees what those who were waited for have committed
  const lock = () => allDone([lockAccounts(tx, wanted), lockEscrows(tx, commands)])
  const [accounts, escrows] = await lock()
  if (accounts.size === wanted.length) return { accounts, escrows }
  await openAccounts(tx, wanted)
  const [opened, seen] = await lock()
  return { accounts: opened, escrows: seen }
}
