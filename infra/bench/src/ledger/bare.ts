import type { Db } from '@talad/shared/db'

/**
 * The yardstick: the same rows in tables of the same columns and indexes, without checks, triggers, keys of commands,
 * event log or hash chain. One statement and one commit for all that waits, prepared: no way of asking Postgres for
 * this work is much cheaper.
 */
export async function makeBare(db: Db, customers: readonly string[]): Promise<void> {
  await db.query(`
    create table bare_flow (like flow including defaults including identity including indexes);
    create table bare_account (like account including defaults including indexes)`)
  await db.query(
    `insert into bare_account (customer_id, unit) select customer, 'pt_thb' from unnest($1::text[]) as customer`,
    [customers],
  )
}

export type BareTransfer = { id: string; customerId: string; value: bigint }

const statement = `
  with moved as (
    update bare_account set balance = balance + c.value
    from unnest($1::text[], $2::bigint[]) as c (customer_id, value)
    where bare_account.customer_id = c.customer_id and unit = 'pt_thb')
  insert into bare_flow (transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, net_value,
    balance_after, locked_after, at)
  select transfer, leg, account, 'pt_thb', flow_type, 'topup', related_id, value, 0, value, balance_after, 0, $10
  from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[])
    as f (transfer, leg, account, flow_type, related_id, value, balance_after)`

/** Two flow rows for each transfer, and each account once. */
export async function writeBare(db: Db, batch: readonly BareTransfer[], at: Date): Promise<void> {
  const sums = new Map<string, bigint>()
  for (const { customerId, value } of batch) sums.set(customerId, (sums.get(customerId) ?? 0n) + value)
  const changes = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)) // in one order, or several workers wait for each other
  const rows = batch.flatMap(({ id, customerId, value }) => [
    { id, leg: 'provider', account: 'platform:provider_clearing', type: 'out', value, after: null },
    { id, leg: 'customer', account: customerId, type: 'in', value, after: value },
  ])
  await db.query({
    name: 'bare',
    text: statement,
    values: [
      changes.map(([customerId]) => customerId),
      changes.map(([, value]) => value),
      rows.map((row) => `topup:${row.id}`),
      rows.map((row) => row.leg),
      rows.map((row) => row.account),
      rows.map((row) => row.type),
      rows.map((row) => row.id),
      rows.map((row) => row.value),
      rows.map((row) => row.after),
      at,
    ],
  })
}
