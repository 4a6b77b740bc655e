import { columns, type Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import type { Account, Books, Draft, Escrow } from './state.ts'
import { accountKey, isCustomer } from './state.ts'
import { BATCH, batchStream, type Outcome, toStored } from './stored.ts'

type Changed<T> = [key: string, now: T]

function changedIn<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): Changed<T>[] {
  return [...after].filter(([key, now]) => before.get(key) !== now)
}

function accountColumns(rows: readonly Changed<Account>[]): string[] {
  return columns(
    rows,
    ([key]) => key.slice(0, key.indexOf('\n')),
    ([key]) => key.slice(key.indexOf('\n') + 1),
    ([, { balance }]) => balance,
    ([, { locked }]) => locked,
  )
}

function escrowColumns(rows: readonly Changed<Escrow>[]): string[] {
  return columns(
    rows,
    ([id]) => id,
    ([, escrow]) => escrow.buyerCustomerId,
    ([, escrow]) => escrow.gross,
    ([, escrow]) => escrow.locked,
    ([, escrow]) => escrow.state,
  )
}

/** A customer's flow carries the balance after its transfer. */
function flowColumns(outcomes: readonly Outcome[]): string[] {
  const rows = outcomes.flatMap(({ key, event, balances }) => {
    const after = new Map(balances.map((one) => [accountKey(one.customerId, one.unit), one]))
    return event.data.legs.map((leg) => ({
      ...{ key, leg },
      state: isCustomer(leg.account) ? after.get(accountKey(leg.account, leg.unit)) : undefined,
    }))
  })
  return columns(
    rows,
    ({ key }) => key,
    ({ leg }) => leg.leg,
    ({ leg }) => leg.account,
    ({ leg }) => leg.unit,
    ({ leg }) => leg.flowType,
    ({ leg }) => leg.flowEvent,
    ({ leg }) => leg.relatedId,
    ({ leg }) => leg.value,
    ({ leg }) => leg.vat,
    ({ state }) => state?.balance ?? null,
    ({ state }) => state?.locked ?? null,
  )
}

const WRITE = `
  with accounts as (
    update account set balance = c.balance, balance_locked = c.locked
    from unnest($4::text[], $5::text[], $6::bigint[], $7::bigint[]) as c (customer_id, unit, balance, locked)
    where account.customer_id = c.customer_id and account.unit = c.unit
  ), escrows as (
    insert into escrow (shipping_id, buyer_customer_id, gross, locked, state)
    select * from unnest($8::text[], $9::text[], $10::bigint[], $11::bigint[], $12::text[])
    on conflict (shipping_id) do update
      set gross = excluded.gross, locked = excluded.locked, state = excluded.state
  ), event as (
    insert into kit.event (stream, version, type, data, meta, at) values ($2, 1, '${BATCH}', $3, '{}', $1)
  )
  insert into flow (transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, net_value,
    balance_after, locked_after, at)
  select transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, value - vat,
    balance_after, locked_after, $1
  from unnest($13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[],
    $20::bigint[], $21::bigint[], $22::bigint[], $23::bigint[])
    as f (transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, balance_after, locked_after)`

/**
 * Writes what a batch has come to, in one statement: the event that holds the outcomes, their flows, and the accounts
 * and escrows that have changed. At least one outcome.
 */
export async function writeBatch(
  tx: Tx,
  outcomes: readonly Outcome[],
  books: { before: Books; after: Draft },
  at: Date,
): Promise<void> {
  const [first] = outcomes
  if (first === undefined) return
  await tx.query({
    name: 'ledger.write',
    text: WRITE,
    values: [
      at,
      batchStream(first.key),
      toJson({ outcomes: outcomes.map(toStored) }),
      ...accountColumns(changedIn(books.before.accounts, books.after.accounts)),
      ...escrowColumns(changedIn(books.before.escrows, books.after.escrows)),
      ...flowColumns(outcomes),
    ],
  })
}
