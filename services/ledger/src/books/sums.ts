import type { Queryable } from '@talad/shared/db'
import { flows, platformAccount } from '../transfer/flows.ts'
import { followChain, unlinkedFlows } from './chain.ts'
import { nextPhase, type Progress, withFaults } from './progress.ts'

/** Accounts or holds in one piece. */
const ROWS = 1_000

const SIGNED = `case flow_type when 'in' then value when 'out' then -value else 0 end`
const LOCKED = `case flow_type when 'lock' then value else 0 end`

type Totals = {
  unit: string
  flows: bigint
  sum: bigint
  customers: bigint
  locked: bigint
  stored: bigint
  stored_locked: bigint
}

/** LG-1: all accounts of a unit together are zero, and customers' balances together are what is stored. */
const TOTALS = `
  with posted as (
    select unit, count(*) as flows, sum(${SIGNED}) as sum,
      coalesce(sum(${SIGNED}) filter (where account like 'join-%'), 0) as customers, sum(${LOCKED}) as locked
    from flow group by unit),
  stored as (select unit, sum(balance) as stored, sum(balance_locked) as stored_locked from account group by unit)
  select unit, coalesce(flows, 0) as flows, coalesce(sum, 0) as sum, coalesce(customers, 0) as customers,
    coalesce(locked, 0) as locked, coalesce(stored, 0) as stored, coalesce(stored_locked, 0) as stored_locked
  from posted full join stored using (unit)`

function faultsOf({ unit, sum, customers, locked, stored, stored_locked }: Totals): string[] {
  return [
    ...(sum === 0n ? [] : [`all accounts in ${unit} sum to ${sum}`]),
    ...(customers === stored && locked === stored_locked
      ? []
      : [`customers in ${unit} store ${stored}/${stored_locked}, their flows sum to ${customers}/${locked}`]),
  ]
}

/** The end of the chain and all flows, in one look: a flow that no link covers was never posted. */
export async function proveTotals(db: Queryable, before: Progress): Promise<Progress> {
  let progress = before
  while (progress.phase === 'totals') {
    const { head } = progress
    progress = await followChain(db, progress)
    if (progress.head.transfers === head.transfers) break
  }
  if (progress.phase !== 'totals') return progress // the end of the chain is broken
  const { rows } = await db.query<Totals>(TOTALS)
  const counted = rows.reduce((sum, row) => sum + row.flows, 0n)
  const covered = progress.flows + (await unlinkedFlows(db))
  const { published, head } = progress
  return nextPhase(
    withFaults(progress, [
      ...(published && published.transfers > head.transfers
        ? [`the log ends at ${head.transfers}, before the announced ${published.transfers}`]
        : []),
      ...(counted === covered ? [] : [`${counted} flows are there, the posted transfers have ${covered}`]),
      ...rows.flatMap(faultsOf),
    ]),
    'accounts',
  )
}

/** The flows whose holds put aside this unit. */
function holdsIn(unit: 'pt_thb' | 'ft_thb'): string[] {
  return Object.entries(flows)
    .filter(([, row]) => row.command === 'hold' && row.unit === unit)
    .map(([name]) => name)
}

type AccountRow = {
  customer_id: string
  unit: string
  stored: bigint
  stored_locked: bigint
  balance: bigint
  locked: bigint
  held: bigint
}

/** LG-4: each balance is the sum of its flows, each lock that of its holds. */
export async function proveAccounts(db: Queryable, progress: Progress): Promise<Progress> {
  const { rows } = await db.query<AccountRow>({
    name: 'ledger.prove_accounts',
    text: `
      with chosen as (
        select customer_id, unit, balance as stored, balance_locked as stored_locked from account
        where (customer_id, unit) > ($1, $2) order by customer_id, unit limit ${ROWS})
      select c.*, f.balance, f.locked, h.held from chosen c
      cross join lateral (
        select coalesce(sum(${SIGNED}), 0) as balance, coalesce(sum(${LOCKED}), 0) as locked
        from flow where account = c.customer_id and account like 'join-%' and unit = c.unit) f
      cross join lateral (
        select coalesce(sum(held), 0) as held from hold
        where customer_id = c.customer_id and held > 0
          and flow = any(case c.unit when 'pt_thb' then $3::text[] else $4::text[] end)) h
      order by customer_id, unit`,
    values: [...progress.after, holdsIn('pt_thb'), holdsIn('ft_thb')],
  })
  const faults = rows
    .filter(
      (row) => row.stored !== row.balance || row.stored_locked !== row.locked || row.locked !== row.held,
    )
    .map(
      (row) =>
        `account ${row.customer_id} ${row.unit} stores ${row.stored}/${row.stored_locked}, ` +
        `its flows sum to ${row.balance}/${row.locked}, its holds to ${row.held}`,
    )
  const last = rows.at(-1)
  const proved = { ...withFaults(progress, faults), accounts: progress.accounts + rows.length }
  if (!last || rows.length < ROWS) return nextPhase(proved, 'holds')
  return { ...proved, after: [last.customer_id, last.unit] }
}

type HoldRow = { flow: string; id: string; expected: bigint; there: bigint }

/** What was captured lies where its flow puts it, until another flow has moved it on. */
export async function proveHolds(db: Queryable, progress: Progress): Promise<Progress> {
  const kinds = Object.entries(flows).flatMap(([name, row]) =>
    row.command === 'hold' && row.captureTo !== undefined
      ? [[name, platformAccount(row.captureTo), row.unit] as const]
      : [],
  )
  const { rows } = await db.query<HoldRow>({
    name: 'ledger.prove_holds',
    text: `
      with chosen as (
        select flow, id, case state when 'captured' then amount else 0 end as expected from hold
        where (flow, id) > ($1, $2) order by flow, id limit ${ROWS})
      select c.*, f.there from chosen c
      left join unnest($3::text[], $4::text[], $5::text[]) as k (flow, account, unit) on k.flow = c.flow
      cross join lateral (
        select coalesce(sum(${SIGNED}), 0) as there from flow
        where flow_event in ('shipping', 'refund', 'withdrawal') and related_id = c.id
          and account = k.account and unit = k.unit) f
      order by flow, id`,
    values: [
      ...progress.after,
      kinds.map(([name]) => name),
      kinds.map(([, account]) => account),
      kinds.map(([, , unit]) => unit),
    ],
  })
  const faults = rows
    .filter(({ expected, there }) => expected !== there)
    .map(
      ({ flow, id, expected, there }) =>
        `the ${flow} of ${id} has ${there} captured, its hold says ${expected}`,
    )
  const last = rows.at(-1)
  const proved = { ...withFaults(progress, faults), holds: progress.holds + rows.length }
  if (!last || rows.length < ROWS) return nextPhase(proved, 'done')
  return { ...proved, after: [last.flow, last.id] }
}
