import { verifyLedger } from '@talad/ledger/books/proof'
import type { Db } from '@talad/shared/db'
import { holds } from '../proof.ts'

export type Account = { balance: bigint; locked: bigint }
const NOTHING: Account = { balance: 0n, locked: 0n }

/** Points of everybody, and where each purchase's money stands. */
export async function readBooks(ledgerDb: Db) {
  const accounts = await ledgerDb.query<{ customer_id: string; unit: string } & Account>(
    'select customer_id, unit, balance, balance_locked as locked from account',
  )
  const holds = await ledgerDb.query<{ id: string; state: string }>(
    `select id, state from hold where flow = 'shipping'`,
  )
  const credited = await ledgerDb.query<{ account: string; times: bigint; value: bigint }>(
    `select account, count(*) as times, sum(value)::bigint as value from flow
     where flow_event = 'topup' and flow_type = 'in' and account like 'join-%' group by account`,
  )
  const byCustomer = (unit: string) =>
    new Map(accounts.rows.filter((row) => row.unit === unit).map((row) => [row.customer_id, row]))
  const [points, baht] = [byCustomer('pt_thb'), byCustomer('ft_thb')]
  const holdOf = new Map(holds.rows.map((row) => [row.id, row.state]))
  const creditsOf = new Map(credited.rows.map((row) => [row.account, row]))
  return {
    points: (customerId: string) => points.get(customerId) ?? NOTHING,
    baht: (customerId: string) => baht.get(customerId) ?? NOTHING,
    hold: (shippingId: string) => holdOf.get(shippingId),
    /** top-ups credited to somebody: how many, and what they sum to */
    credits: (customerId: string) => creditsOf.get(customerId) ?? { times: 0n, value: 0n },
  }
}
export type Books = Awaited<ReturnType<typeof readBooks>>

/** One text that changes with every satang that moves. */
export async function moneyState(ledgerDb: Db): Promise<string> {
  const { rows } = await ledgerDb.query<{ state: string }>(
    `select concat_ws(' ',
       (select count(*) from flow),
       (select md5(string_agg(a::text, ' ' order by customer_id, unit)) from account a),
       (select md5(string_agg(h::text, ' ' order by flow, id)) from hold h)) as state`,
  )
  return rows[0]?.state ?? ''
}

/** @throws Disproved unless the ledger's own check finds nothing (LG-17), and nobody ever had less than was locked, or than nothing */
export async function holdBooks(ledgerDb: Db): Promise<void> {
  const { faults } = await verifyLedger(ledgerDb)
  holds(faults.length === 0, `the books are not whole: ${faults[0]}`)
  const below = await ledgerDb.query<{ account: string; balance_after: bigint }>(
    `select account, balance_after from flow
     where account like 'join-%' and (locked_after < 0 or balance_after < locked_after) limit 1`,
  )
  const [first] = below.rows
  holds(first === undefined, `${first?.account} had ${first?.balance_after}, or less than was locked of it`)
}
