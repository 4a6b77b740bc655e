import { columns, type Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { type Bodies, keyColumns } from './keys-store.ts'
import { type Account, accountKey, type Books, type Escrow, isCustomer } from './state.ts'
import { BATCH, batchStream, type Outcome, toStored } from './stored.ts'

type Changed<T> = { key: string; was: T; now: T }

/** What was there before and is no longer the same. */
function movedIn<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): Changed<T>[] {
  return [...after].flatMap(([key, now]) => {
    const was = before.get(key)
    return was === undefined || was === now ? [] : [{ key, was, now }]
  })
}

function accountColumns(rows: readonly Changed<Account>[]): string[] {
  return columns(
    rows,
    ({ key }) => key.slice(0, key.indexOf('\n')),
    ({ key }) => key.slice(key.indexOf('\n') + 1),
    ({ was }) => was.balance,
    ({ was }) => was.locked,
    ({ now }) => now.balance,
    ({ now }) => now.locked,
  )
}

function openedColumns(rows: readonly [id: string, escrow: Escrow][]): string[] {
  return columns(
    rows,
    ([id]) => id,
    ([, escrow]) => escrow.buyerCustomerId,
    ([, escrow]) => escrow.gross,
    ([, escrow]) => escrow.locked,
    ([, escrow]) => escrow.state,
  )
}

function movedColumns(rows: readonly Changed<Escrow>[]): string[] {
  return columns(
    rows,
    ({ key }) => key,
    ({ was }) => was.gross,
    ({ was }) => was.locked,
    ({ was }) => was.state,
    ({ now }) => now.gross,
    ({ now }) => now.locked,
    ({ now }) => now.state,
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
    from unnest($5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
      as c (customer_id, unit, was, was_locked, balance, locked)
    where account.customer_id = c.customer_id and account.unit = c.unit
      and account.balance = c.was and account.balance_locked = c.was_locked
    returning 1
  ), moved as (
    update escrow set gross = c.gross, locked = c.locked, state = c.state
    from unnest($11::text[], $12::bigint[], $13::bigint[], $14::text[], $15::bigint[], $16::bigint[], $17::text[])
      as c (shipping_id, was_gross, was_locked, was_state, gross, locked, state)
    where escrow.shipping_id = c.shipping_id
      and escrow.gross = c.was_gross and escrow.locked = c.was_locked and escrow.state = c.was_state
    returning 1
  ), opened as (
    insert into escrow (shipping_id, buyer_customer_id, gross, locked, state)
    select * from unnest($18::text[], $19::text[], $20::bigint[], $21::bigint[], $22::text[])
    on conflict do nothing returning 1
  ), keys as (
    insert into posting (key, body_hash)
    select key, decode(hash, 'hex') from unnest($23::text[], $24::text[]) as p (key, hash)
    on conflict do nothing returning 1
  ), event as (
    insert into kit.event (stream, version, type, data, meta, at) values ($2, 1, '${BATCH}', $3, '{}', $1)
  ), flows as (
    insert into flow (transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, net_value,
      balance_after, locked_after, at)
    select transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, value - vat,
      balance_after, locked_after, $1
    from unnest($25::text[], $26::text[], $27::text[], $28::text[], $29::text[], $30::text[], $31::text[],
      $32::bigint[], $33::bigint[], $34::bigint[], $35::bigint[])
      as f (transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, balance_after, locked_after)
  )
  select require_unmoved(
    (select count(*) from accounts) + (select count(*) from moved)
      + (select count(*) from opened) + (select count(*) from keys), $4)`

/** What is written: outcomes, the books on which they were decided and those that they leave. */
export type Decided = { outcomes: readonly Outcome[]; before: Books; after: Books }

/**
 * Writes what a batch has come to, in one statement: the event that holds the outcomes, their flows, the accounts and
 * escrows that have changed, and the keys that nobody has taken yet. At least one outcome.
 * @param keys to be taken; empty when they are
 * @throws what `isLostRace` knows, when an account or escrow is no longer as it was in `before`, or a key is taken
 */
export async function writeBatch(
  tx: Tx,
  { outcomes, before, after }: Decided,
  keys: Bodies,
  at: Date,
): Promise<void> {
  const [first] = outcomes
  if (first === undefined) return
  const accounts = movedIn(before.accounts, after.accounts)
  const moved = movedIn(before.escrows, after.escrows)
  const opened = [...after.escrows]
    .filter(([id]) => !before.escrows.has(id))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  await tx.query({
    name: 'ledger.write',
    text: WRITE,
    values: [
      at,
      batchStream(first.key),
      toJson({ outcomes: outcomes.map(toStored) }),
      accounts.length + moved.length + opened.length + keys.size,
      ...accountColumns(accounts),
      ...movedColumns(moved),
      ...openedColumns(opened),
      ...keyColumns(keys),
      ...flowColumns(outcomes),
    ],
  })
}
