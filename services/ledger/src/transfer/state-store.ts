import { columns, settleAll, type Tx } from '@talad/shared/db'
import type { Command, Unit } from './commands.ts'
import { fillingFlows, findFlow, isCustomer } from './flows.ts'
import { accountKey, type Hold, holdKey, type LedgerState } from './state.ts'

type Wanted = { customerId: string; unit: Unit }
type WantedHold = { flow: string; id: string }
type HoldRow = WantedHold & { customer_id: string; amount: bigint; held: bigint; state: Hold['state'] }

/** What a command names of accounts and holds. What it names wrongly is refused by the decider, and needs none. */
function namedBy(command: Command): { accounts: Wanted[]; hold: WantedHold[] } {
  const { flow, id, customerId } = command
  const row = isCustomer(customerId) ? findFlow(flow) : undefined
  if (row?.command === 'hold') return { accounts: [{ customerId, unit: row.unit }], hold: [{ flow, id }] }
  if (row === undefined || command.type !== 'Post') return { accounts: [], hold: [] }
  const then = command.capture && namedBy({ type: 'Capture', ...command.capture })
  const own = command.postings
    .filter(({ account }) => isCustomer(account))
    .map(({ account, unit }) => ({ customerId: account, unit }))
  const ended = [row.ends?.flow, row.frees].flatMap((name) =>
    name === undefined ? [] : [{ flow: name, id }],
  )
  return { accounts: [...own, ...(then?.accounts ?? [])], hold: [...ended, ...(then?.hold ?? [])] }
}

/** Each once, in ascending order. */
function inOrder<T>(found: readonly T[], keyOf: (one: T) => string): T[] {
  const byKey = new Map(found.map((one) => [keyOf(one), one] as const))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

function accountColumns(wanted: readonly Wanted[]): string[] {
  return columns(
    wanted,
    (one) => one.customerId,
    (one) => one.unit,
  )
}

type AccountRow = {
  customer_id: string
  unit: Unit
  balance: bigint
  balance_locked: bigint
  txid: string
}

/** LG-9: the batch's accounts are locked in one statement, in ascending order. */
async function lockAccounts(tx: Tx, wanted: readonly Wanted[]): Promise<AccountRow[]> {
  if (wanted.length === 0) return []
  const found = await tx.query<AccountRow>({
    name: 'ledger.lock_accounts',
    text: `select customer_id, unit, balance, balance_locked, txid::text as txid from account
           where (customer_id, unit) in (select * from unnest($1::text[], $2::text[]))
           order by customer_id, unit for update`,
    values: accountColumns(wanted),
  })
  return found.rows
}

const accountsOf = (rows: readonly AccountRow[]): LedgerState['accounts'] =>
  new Map(
    rows.map((row) => [
      accountKey(row.customer_id, row.unit),
      { balance: row.balance, locked: row.balance_locked },
    ]),
  )

async function openAccounts(tx: Tx, wanted: readonly Wanted[]): Promise<void> {
  await tx.query({
    name: 'ledger.open_accounts',
    text: `insert into account (customer_id, unit) select * from unnest($1::text[], $2::text[])
           on conflict do nothing`,
    values: accountColumns(wanted),
  })
}

async function lockHolds(tx: Tx, wanted: readonly WantedHold[]): Promise<LedgerState['holds']> {
  if (wanted.length === 0) return new Map()
  return holdsOf(
    await tx.query<HoldRow>({
      name: 'ledger.lock_holds',
      text: `select flow, id, customer_id, amount, held, state from hold
           where (flow, id) in (select * from unnest($1::text[], $2::text[])) order by flow, id for update`,
      values: columns(
        wanted,
        (one) => one.flow,
        (one) => one.id,
      ),
    }),
  )
}

function holdsOf({ rows }: { rows: HoldRow[] }): LedgerState['holds'] {
  return new Map(
    rows.map(({ flow, id, customer_id: customerId, amount, held, state }) => [
      holdKey(flow, id),
      { customerId, amount, held, state },
    ]),
  )
}

/** LG-18: the holds of these customers that take what comes in. They are few, and have an index of their own. */
async function lockLacking(tx: Tx, wanted: readonly Wanted[]): Promise<LedgerState['holds']> {
  const earners = wanted.filter(({ unit }) => fillingFlows.some(([, row]) => row.unit === unit))
  if (earners.length === 0) return new Map()
  return holdsOf(
    await tx.query<HoldRow>({
      name: 'ledger.lock_lacking',
      text: `select flow, id, customer_id, amount, held, state from hold
             where flow = 'seller_lock' and state = 'open' and held < amount and customer_id = any($1)
             order by flow, id for update`,
      values: columns(earners, ({ customerId }) => customerId),
    }),
  )
}

/** What a batch touches, and the transactions, with their epoch, that have written its accounts last. */
export type Locked = LedgerState & { writers: readonly bigint[] }

/** What a batch touches, locked: whoever posts on the same accounts is waited for. New accounts are opened. */
export async function lockState(tx: Tx, commands: readonly Command[]): Promise<Locked> {
  const named = commands.map(namedBy)
  const wanted = inOrder(
    named.flatMap(({ accounts }) => accounts),
    (one) => accountKey(one.customerId, one.unit),
  )
  const held = inOrder(
    named.flatMap(({ hold }) => hold),
    (one) => holdKey(one.flow, one.id),
  )
  // the holds in a statement after the accounts': it sees what those who were waited for have committed
  const lock = async (): Promise<Locked> => {
    const [rows, named, lacking] = await settleAll([
      lockAccounts(tx, wanted),
      lockHolds(tx, held),
      lockLacking(tx, wanted),
    ])
    const writers = rows.map(({ txid }) => BigInt(txid))
    return { accounts: accountsOf(rows), holds: new Map([...named, ...lacking]), writers }
  }
  const state = await lock()
  if (state.accounts.size === wanted.length) return state
  await openAccounts(tx, wanted)
  return lock()
}
