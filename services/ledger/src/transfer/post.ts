import { currentContext } from '@talad/shared/context'
import type { Tx } from '@talad/shared/db'
import { hashOf, toJson } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import { type Command, keyOf, type Unit } from './commands.ts'
import { decide } from './decide.ts'
import type { LedgerEvent } from './events.ts'
import { accountKey, type Books, type Escrow, emptyBooks, evolve, isCustomer } from './state.ts'

/** A command with its context: who asked, in which correlation. */
export type Asked = { command: Command; correlationId: string; actor?: string | undefined }

/** What came of a command. `again`: it was posted before, nothing happened now. */
export type Outcome = {
  key: string
  events: readonly LedgerEvent[]
  again: boolean
  refused: string | undefined
}

/** The same key came with another body: a distinct error, never a second posting. */
export class KeyReused extends Error {
  constructor(key: string) {
    super(`command ${key} was posted before with another content`)
    this.name = 'KeyReused'
  }
}

const STREAM = 'transfer'

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

function shippingOf(command: Command): string | undefined {
  return command.type === 'PostTopup' ? command.pay?.shippingId : command.shippingId
}

/** Which of the keys were posted before, with the hash of what was posted. */
async function knownKeys(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
  const result = await tx.query<{ stream: string; hash: string }>({
    name: 'ledger.known',
    text: `select stream, meta->>'bodyHash' as hash from kit.event where stream = any($1) and version = 1`,
    values: [keys.map((key) => `${STREAM}-${key}`)],
  })
  return new Map(result.rows.map((row) => [row.stream.slice(STREAM.length + 1), row.hash]))
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

type Written = {
  asked: Asked
  key: string
  bodyHash: string
  event: LedgerEvent
  version: number
  after: Books
}

async function writeEvents(tx: Tx, written: readonly Written[], at: Date): Promise<void> {
  await tx.query({
    name: 'ledger.write_events',
    text: `insert into kit.event (stream, version, type, data, meta, at)
           select e.stream, e.version, e.type, e.data::jsonb, e.meta::jsonb, $6
           from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[])
             with ordinality as e (stream, version, type, data, meta, n) order by e.n`,
    values: [
      written.map((one) => `${STREAM}-${one.key}`),
      written.map((one) => one.version),
      written.map((one) => one.event.type),
      written.map((one) => toJson({ ...one.event.data, balances: balancesAfter(one) })),
      written.map((one) =>
        toJson({
          correlationId: one.asked.correlationId,
          causationId: one.key,
          actor: one.asked.actor,
          bodyHash: one.bodyHash,
        }),
      ),
      at,
    ],
  })
}

/** The balances that an event changed, for whoever shows them live. */
function balancesAfter({ event, after }: Written) {
  const touched = new Set(
    event.data.legs.filter((leg) => isCustomer(leg.account)).map((leg) => accountKey(leg.account, leg.unit)),
  )
  return [...touched].map((key) => {
    const [customerId, unit] = key.split('\n')
    return { customerId, unit, ...after.accounts.get(key) }
  })
}

async function writeFlows(tx: Tx, written: readonly Written[], at: Date): Promise<void> {
  const rows = written.flatMap((one) => {
    const after = one.after.accounts
    return one.event.data.legs.map((leg) => ({
      ...leg,
      transfer: one.key,
      state: isCustomer(leg.account) ? after.get(accountKey(leg.account, leg.unit)) : undefined,
    }))
  })
  if (rows.length === 0) return
  await tx.query({
    name: 'ledger.write_flows',
    text: `
      insert into flow (transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, net_value,
        balance_after, locked_after, at)
      select transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, value - vat,
        balance_after, locked_after, $12
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[],
        $9::bigint[], $10::bigint[], $11::bigint[]) with ordinality
        as f (transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, balance_after, locked_after, n)
      order by f.n`,
    values: [
      rows.map((row) => row.transfer),
      rows.map((row) => row.leg),
      rows.map((row) => row.account),
      rows.map((row) => row.unit),
      rows.map((row) => row.flowType),
      rows.map((row) => row.flowEvent),
      rows.map((row) => row.relatedId),
      rows.map((row) => row.value),
      rows.map((row) => row.vat),
      rows.map((row) => row.state?.balance ?? null),
      rows.map((row) => row.state?.locked ?? null),
      at,
    ],
  })
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

function decideOrRefuse(command: Command, key: string, books: Books, at: Date): LedgerEvent[] {
  try {
    return decide(command, books, at)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    const shippingId = shippingOf(command)
    const refused = {
      key,
      code: error.code,
      customerId: command.type === 'PostTopup' ? command.customerId : command.buyerCustomerId,
      legs: [],
      at,
      ...(shippingId === undefined ? {} : { shippingId }),
      ...(command.type === 'PostTopup' ? { topupId: command.topupId } : {}),
    }
    return [{ type: 'CommandRefused', data: refused }]
  }
}

/**
 * Posts what is waiting, in order, in the caller's transaction: one statement loads each kind of row, one writes it.
 * A command that business refuses leaves a `CommandRefused` and doesn't hold up the others.
 * @throws KeyReused when a key comes again with another body; nothing of the batch is posted then
 */
export async function post(tx: Tx, batch: readonly Asked[], at: Date): Promise<Outcome[]> {
  const commands = batch.map((asked) => asked.command)
  // accounts first: whoever posts the same key at this moment is waited for, and then its events are seen
  const before: Books = {
    ...emptyBooks,
    accounts: await lockAccounts(tx, commands),
    escrows: await lockEscrows(tx, commands),
  }
  const known = await knownKeys(tx, commands.map(keyOf))
  const written: Written[] = []
  const outcomes: Outcome[] = []
  let books = before
  for (const asked of batch) {
    const key = keyOf(asked.command)
    const bodyHash = hashOf(asked.command)
    const postedBefore = known.get(key)
    if (postedBefore !== undefined) {
      if (postedBefore !== bodyHash) throw new KeyReused(key)
      outcomes.push({ key, events: [], again: true, refused: undefined })
      continue
    }
    known.set(key, bodyHash)
    const events = decideOrRefuse(asked.command, key, books, at)
    for (const [index, event] of events.entries()) {
      books = evolve(books, event)
      written.push({ asked, key, bodyHash, event, version: index + 1, after: books })
    }
    const refusal = events.find((event) => event.type === 'CommandRefused')
    outcomes.push({ key, events, again: false, refused: refusal?.data.code })
  }
  if (written.length > 0) {
    await writeEvents(tx, written, at)
    await writeFlows(tx, written, at)
    await writeAccounts(tx, before, books)
    await writeEscrows(tx, before, books)
  }
  return outcomes
}

/** The context of a command that a person or an operator asks for directly. */
export function asked(command: Command): Asked {
  const { correlationId, actor } = currentContext()
  return { command, correlationId, actor }
}
