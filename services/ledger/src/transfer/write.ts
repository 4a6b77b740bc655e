import { columns, type Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import type { Decided } from './decide-batch.ts'
import { isCustomer } from './flows.ts'
import { type Account, accountKey, beforeLeg, type Hold } from './state.ts'
import { BATCH, batchStream, type Outcome, toStored } from './stored.ts'

type Changed<T> = { key: string; now: T }

/** What a batch has changed or opened, in one order, so that two batches can't wait for each other. */
function changedIn<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): Changed<T>[] {
  return [...after]
    .filter(([key, now]) => before.get(key) !== now)
    .map(([key, now]) => ({ key, now }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** The two parts of a key of `state.ts`. */
const firstOf = ({ key }: { key: string }) => key.slice(0, key.indexOf('\n'))
const secondOf = ({ key }: { key: string }) => key.slice(key.indexOf('\n') + 1)

function accountColumns(rows: readonly Changed<Account>[]): string[] {
  return columns(
    rows,
    firstOf,
    secondOf,
    ({ now }) => now.balance,
    ({ now }) => now.locked,
  )
}

function holdColumns(rows: readonly Changed<Hold>[]): string[] {
  return columns(
    rows,
    firstOf,
    secondOf,
    ({ now }) => now.customerId,
    ({ now }) => now.amount,
    ({ now }) => now.held,
    ({ now }) => now.state,
  )
}

/** LG-11: a customer's flow carries the balance after itself, those of one event in their order. */
function flowRows({ key, event, balances }: Outcome) {
  const after = new Map<string, Account>(
    balances.map((one) => [accountKey(one.customerId, one.unit), one] as const),
  )
  const rows = event.data.legs.toReversed().map((leg) => {
    const account = accountKey(leg.account, leg.unit)
    const state = isCustomer(leg.account) ? after.get(account) : undefined
    if (state) after.set(account, beforeLeg(state, leg))
    return { key, leg, state }
  })
  return rows.reverse()
}

function flowColumns(outcomes: readonly Outcome[]): string[] {
  const rows = outcomes.flatMap(flowRows)
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
    update account set balance = c.balance, balance_locked = c.locked, txid = kit.log_txid(pg_current_xact_id())
    from unnest($4::text[], $5::text[], $6::bigint[], $7::bigint[]) as c (customer_id, unit, balance, locked)
    where account.customer_id = c.customer_id and account.unit = c.unit
  ), event as (
    insert into kit.event (stream, version, type, data, meta, at) values ($2, 1, '${BATCH}', $3, '{}', $1)
  ), holds as (
    insert into hold (flow, id, customer_id, amount, held, state)
    select * from unnest($8::text[], $9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::text[])
    on conflict (flow, id) do update set customer_id = excluded.customer_id, amount = excluded.amount,
      held = excluded.held, state = excluded.state
  )
  insert into flow (transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, net_value,
    balance_after, locked_after, at)
  select transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, value - vat,
    balance_after, locked_after, $1
  from unnest($14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[],
    $21::bigint[], $22::bigint[], $23::bigint[], $24::bigint[])
    as f (transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, balance_after, locked_after)`

/**
 * Writes what a batch has come to, in one statement: the event that holds the outcomes, their flows, and the accounts and
 * holds that have changed, all of which the transaction has locked. Nothing when nothing came of it.
 */
export async function writeBatch(
  tx: Tx,
  batch: string,
  { outcomes, before, after }: Decided,
  at: Date,
): Promise<void> {
  if (outcomes.length === 0) return
  await tx.query({
    name: 'ledger.write',
    text: WRITE,
    values: [
      at,
      batchStream(batch),
      toJson({ outcomes: outcomes.map(toStored) }),
      ...accountColumns(changedIn(before.accounts, after.accounts)),
      ...holdColumns(changedIn(before.holds, after.holds)),
      ...flowColumns(outcomes),
    ],
  })
}
