import { z } from 'zod'
import type { System } from '../system.ts'
import { wrongBalances } from './money.ts'

type Row = { id: string; customer: string; status: string; returned: boolean; value: bigint; net: bigint }

const one = z.looseObject({ reference: z.string(), failure: z.unknown() })
const provider = z.object({
  transfers: z.array(one.extend({ amount: z.number() })),
  recipients: z.array(one),
})

/**
 * What the payout provider was told of, and paid, against what was asked for: a withdrawal that succeeded was paid once,
 * any other never, nor one that a bank sent back, each bank account is one recipient, and who withdraws has what they
 * earned without what they got.
 * @param earned satang of baht, by customer
 * @returns what is otherwise
 */
export async function judgePayouts(
  { run, db }: System,
  earned: ReadonlyMap<string, bigint>,
): Promise<string[]> {
  const answer = await fetch(`${run.sandbox}/control/payout`)
  const { transfers, recipients } = provider.parse(await answer.json())
  const { rows } = await db('bank-withdrawal').query<Row>(
    `select id, customer_id as customer, status, returned, value, value - service_fee as net from withdrawal`,
  )
  const faults: string[] = []
  // of others than the run's own people it is only known that what they were given is theirs
  const { rows: gifts } = await db('ledger').query<{ customer: string; value: bigint }>(
    `select account as customer, sum(value)::bigint as value from flow
     where unit = 'ft_thb' and flow_event = 'topup' and flow_type = 'in' group by account`,
  )
  const left = new Map([...gifts.map(({ customer, value }) => [customer, value] as const), ...earned])
  for (const { id, customer, status, returned, value, net } of rows) {
    const amounts = transfers.filter(({ reference, failure }) => reference === id && failure === null)
    const isPaid = status === 'success' && !returned
    if (isPaid) left.set(customer, (left.get(customer) ?? 0n) - value)
    const wanted = isPaid ? [net] : []
    if (amounts.map(({ amount }) => amount).join() !== wanted.join())
      faults.push(
        `the withdrawal ${id} is ${status}: ${amounts.length} payouts, ${wanted.length} of ${net} wanted`,
      )
  }
  for (const { reference } of transfers)
    if (!rows.some(({ id }) => id === reference)) faults.push(`paid out for ${reference}, which nobody knows`)
  for (const [reference, { length }] of Map.groupBy(recipients, (recipient) => recipient.reference))
    if (length > 1) faults.push(`the bank account ${reference} is ${length} recipients`)
  return [...faults, ...(await wrongBalances(db, 'ft_thb', left))]
}
