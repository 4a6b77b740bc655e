import { createHash } from 'node:crypto'
import type { Db, Queryable, Tx } from '@talad/shared/db'
import { appendOnce, type Row } from '@talad/shared/event-log'
import { canonicalJson, toJson } from '@talad/shared/json'
import type { LogReader } from '@talad/shared/read-model'
import type { LedgerEvent } from './events.ts'
import { flowsOf, type Outcome, outcomesOf } from './stored.ts'

/** The hash before the first transfer. */
const GENESIS = '0'.repeat(64)

type LinkRow = { seq: bigint; txid: string; position: bigint; hash: string }
type FlowRow = Record<string, unknown>

/** The flow rows of the outcomes of one event, in the order in which they were written. */
async function flowRowsOf(db: Queryable, outcomes: readonly Outcome[]): Promise<FlowRow[]> {
  const places = outcomes.map(({ event }) => flowsOf(event)).filter((place) => place !== undefined)
  if (places.length === 0) return []
  const result = await db.query<FlowRow>({
    name: 'ledger.flow_rows_of',
    text: `select id, transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, net_value,
             balance_after, locked_after, at
           from flow where (flow_event, related_id) in (select * from unnest($1::text[], $2::text[]))
             and transfer = any($3) order by id`,
    values: [
      places.map(([flowEvent]) => flowEvent),
      places.map(([, relatedId]) => relatedId),
      outcomes.map(({ key }) => key),
    ],
  })
  return result.rows
}

/** One link: everything that was stored of an event, its flow rows included, bound to all before it. */
function link(previous: string, event: Row, flows: readonly FlowRow[]): string {
  const { position, stream, version, type, data, at } = event
  const content = canonicalJson({
    ...{ position, stream, version, type, data },
    at: at.toISOString(),
    flows: JSON.parse(toJson(flows)),
  })
  return createHash('sha256').update(previous).update(content).digest('hex')
}

async function head(db: Queryable): Promise<LinkRow | undefined> {
  const result = await db.query<LinkRow>(
    'select seq, txid::text as txid, position, hash from hash_chain order by seq desc limit 1',
  )
  return result.rows[0]
}

const ANNOUNCED_EVERY = 100n

/**
 * Binds posted transfers into a hash chain, in the order of the log, beside the posting and not in its way. `seq` counts
 * the transfers. The first link after each hundred is announced, so that an old head lies outside this database too.
 */
export const hashChain: LogReader = {
  name: 'hash-chain',
  behind: true,
  tables: ['hash_chain'],
  async apply(tx: Tx, event: Row) {
    const outcomes = outcomesOf(event)
    if (outcomes.length === 0) return
    const previous = (await head(tx)) ?? { seq: 0n, hash: GENESIS }
    const seq = previous.seq + BigInt(outcomes.length)
    const hash = link(previous.hash, event, await flowRowsOf(tx, outcomes))
    await tx.query({
      name: 'ledger.link',
      text: 'insert into hash_chain (seq, txid, position, hash) values ($1, $2::xid8, $3, $4)',
      values: [seq, event.txid, event.position, hash],
    })
    if (seq / ANNOUNCED_EVERY === previous.seq / ANNOUNCED_EVERY) return
    // a rebuild comes by what was announced before
    const { at } = event
    const sealed: LedgerEvent = { type: 'LogSealed', data: { seq, hash, legs: [], at } }
    await appendOnce(tx, `seal-${seq}`, sealed, { meta: { correlationId: `seal-${seq}` }, at })
  },
}

/** `transfers`: how many the whole chain covers. */
export type Verification = { transfers: bigint; faults: string[] }

/** Follows the chain link by link to its end, or to the first fault. */
async function walk(db: Queryable, announced: { seq: bigint; hash: string } | undefined) {
  let previous = GENESIS
  let transfers = 0n
  for (;;) {
    const batch = await db.query<{ seq: bigint; hash: string } & Row>(
      `select s.seq, s.hash, e.txid::text as txid, e.position, e.stream, e.version, e.type, e.data, e.meta, e.at
       from hash_chain s left join kit.event e on e.txid = s.txid and e.position = s.position
       where s.seq > $1 order by s.seq limit 500`,
      [transfers],
    )
    if (batch.rows.length === 0) return { transfers, broken: undefined }
    for (const row of batch.rows) {
      if (row.stream === null) return { transfers, broken: `the event of link ${row.seq} is missing` }
      const outcomes = outcomesOf(row)
      transfers += BigInt(outcomes.length)
      if (row.seq !== transfers) return { transfers, broken: `a link before ${row.seq} is missing` }
      previous = link(previous, row, await flowRowsOf(db, outcomes))
      if (previous !== row.hash)
        return { transfers, broken: `link ${row.seq} (${row.stream}) does not match` }
      if (announced?.seq === row.seq && announced.hash !== row.hash)
        return { transfers, broken: `link ${row.seq} is not the announced one` }
    }
  }
}

/**
 * Recomputes the chain from the stored events and flows, and every balance from its flows (LG-17's sums).
 * @returns each fault in one line; none: the ledger is whole
 */
export async function verifyLedger(db: Db, announced?: { seq: bigint; hash: string }): Promise<Verification> {
  const faults: string[] = []
  const client = await db.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { transfers, broken } = await walk(client, announced)
    if (broken !== undefined) return { transfers, faults: [broken] }
    if (announced && announced.seq > transfers)
      faults.push(`the log ends at ${transfers}, before the announced ${announced.seq}`)
    for (const check of CHECKS) {
      const found = await client.query<{ what: string }>(check)
      faults.push(...found.rows.map((row) => row.what))
    }
    return { transfers, faults }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Every balance is the sum of its flows, every lock of its holds; all accounts together sum to zero. */
const CHECKS = [
  `with sums as (
     select account, unit,
       coalesce(sum(case flow_type when 'in' then value when 'out' then -value end), 0) as balance,
       coalesce(sum(value) filter (where flow_type = 'lock'), 0) as locked
     from flow where account like 'join-%' group by account, unit)
   select format('account %s %s stores %s/%s, its flows sum to %s/%s', coalesce(a.customer_id, s.account),
     coalesce(a.unit, s.unit), a.balance, a.balance_locked, s.balance, s.locked) as what
   from account a full join sums s on s.account = a.customer_id and s.unit = a.unit
   where a.balance is distinct from coalesce(s.balance, 0) or a.balance_locked is distinct from coalesce(s.locked, 0)`,
  `select format('all accounts in %s sum to %s', unit, sum(case flow_type when 'in' then value else -value end)) as what
   from flow where flow_type <> 'lock' group by unit
   having sum(case flow_type when 'in' then value else -value end) <> 0`,
  `select format('transfer %s has flows and was never posted', f.transfer) as what
   from (select distinct transfer from flow) f where not exists (select 1 from posting p where p.key = f.transfer)`,
  `select format('escrow holds %s, captured shippings say %s', held.value, captured.value) as what
   from (select coalesce(sum(case flow_type when 'in' then value else -value end), 0) as value from flow
         where account = 'platform:escrow') held,
        (select coalesce(sum(amount), 0) as value from hold where flow = 'shipping' and state = 'captured') captured
   where held.value <> captured.value`,
  `with locked as (select customer_id, sum(balance_locked) as value from account group by customer_id),
     held as (select customer_id, sum(held) as value from hold group by customer_id)
   select format('%s has %s locked, the holds say %s', customer_id, locked.value, held.value) as what
   from locked full join held using (customer_id)
   where coalesce(locked.value, 0) <> coalesce(held.value, 0)`,
]
