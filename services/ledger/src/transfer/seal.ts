import { createHash } from 'node:crypto'
import type { Db, Queryable, Tx } from '@talad/shared/db'
import type { Row } from '@talad/shared/event-log'
import { canonicalJson, toJson } from '@talad/shared/json'
import type { Projection } from '@talad/shared/projection'
import { z } from 'zod'

/** The hash before the first transfer. */
const GENESIS = '0'.repeat(64)

type SealRow = { seq: bigint; txid: string; position: bigint; transfer: string; hash: string }
type FlowRow = Record<string, unknown>

const FLOW_COLUMNS = `id, transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, net_value,
  balance_after, locked_after, at`

async function flowsOf(db: Queryable, transfer: string, data: object): Promise<FlowRow[]> {
  const { legs } = z
    .object({ legs: z.array(z.object({ flowEvent: z.string(), relatedId: z.string() })) })
    .parse(data)
  const [first] = legs
  if (!first) return []
  const result = await db.query<FlowRow>({
    name: 'ledger.flows_of',
    text: `select ${FLOW_COLUMNS} from flow where flow_event = $1 and related_id = $2 and transfer = $3 order by id`,
    values: [first.flowEvent, first.relatedId, transfer],
  })
  return result.rows
}

/** One link: everything that was stored of a transfer, event and flow rows, bound to all before it. */
function link(previous: string, event: Row, flows: readonly FlowRow[]): string {
  const { position, stream, version, type, data, at } = event
  const content = canonicalJson({
    position,
    stream,
    version,
    type,
    data,
    at: at.toISOString(),
    flows: JSON.parse(toJson(flows)),
  })
  return createHash('sha256').update(previous).update(content).digest('hex')
}

function isTransfer(event: Row): boolean {
  return event.stream.startsWith('transfer-')
}

async function head(db: Queryable): Promise<SealRow | undefined> {
  const result = await db.query<SealRow>(
    'select seq, txid::text as txid, position, transfer, hash from seal order by seq desc limit 1',
  )
  return result.rows[0]
}

/**
 * Seals posted transfers into a hash chain, in the order of the log, beside the posting and not in its way. Every 100th
 * link is announced, so that an old head lies outside this database too.
 */
export const sealing: Projection = {
  name: 'seal',
  tables: ['seal'],
  async apply(tx: Tx, event: Row) {
    if (!isTransfer(event)) return
    const previous = await head(tx)
    const transfer = event.stream.slice('transfer-'.length)
    const seq = (previous?.seq ?? 0n) + 1n
    const hash = link(previous?.hash ?? GENESIS, event, await flowsOf(tx, transfer, event.data))
    await tx.query(
      'insert into seal (seq, txid, position, transfer, hash) values ($1, $2::xid8, $3, $4, $5)',
      [seq, event.txid, event.position, transfer, hash],
    )
    if (seq % 100n !== 0n) return
    await tx.query(
      `insert into kit.event (stream, version, type, data, meta, at) values ($1, 1, 'LogSealed', $2, $3, $4)`,
      [
        `seal-${seq}`,
        toJson({ seq, hash, legs: [], at: event.at }),
        toJson({ correlationId: `seal-${seq}` }),
        event.at,
      ],
    )
  },
}

export type Verification = { links: bigint; faults: string[] }

/**
 * Recomputes the chain from the stored events and flows, and every balance from its flows (LG-17's sums).
 * @returns each fault in one line; none: the ledger is whole
 */
export async function verifyLedger(db: Db, announced?: { seq: bigint; hash: string }): Promise<Verification> {
  const faults: string[] = []
  const client = await db.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    let previous = GENESIS
    let links = 0n
    for (;;) {
      const batch = await client.query<SealRow & Row & { seal_position: bigint }>(
        `select s.seq, s.hash, s.transfer, s.position as seal_position, e.position, e.stream, e.version, e.type, e.data, e.at
         from seal s left join kit.event e on e.txid = s.txid and e.position = s.position
         where s.seq > $1 order by s.seq limit 500`,
        [links],
      )
      if (batch.rows.length === 0) break
      for (const row of batch.rows) {
        links += 1n
        if (row.seq !== links) return { links, faults: [...faults, `link ${links} is missing`] }
        const expected =
          row.stream === null ? '' : link(previous, row, await flowsOf(client, row.transfer, row.data))
        if (expected !== row.hash)
          return { links, faults: [...faults, `link ${links} (${row.transfer}) does not match`] }
        previous = row.hash
        if (announced?.seq === links && announced.hash !== row.hash)
          faults.push(`link ${links} is not the announced one`)
      }
    }
    if (announced && announced.seq > links)
      faults.push(`the log ends at ${links}, before the announced ${announced.seq}`)
    for (const check of CHECKS) {
      const found = await client.query<{ what: string }>(check)
      faults.push(...found.rows.map((row) => row.what))
    }
    return { links, faults }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Every balance is the sum of its flows; all accounts together sum to zero; every sealed flow belongs to an event. */
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
  `select format('transfer %s has flows and no event', f.transfer) as what
   from (select distinct transfer from flow) f
   where not exists (select 1 from kit.event e where e.stream = 'transfer-' || f.transfer)`,
  `select format('escrow holds %s, open shippings say %s', held.value, open.value) as what
   from (select coalesce(sum(case flow_type when 'in' then value else -value end), 0) as value from flow
         where account = 'platform:escrow') held,
        (select coalesce(sum(gross), 0) as value from escrow where state = 'paid') open
   where held.value <> open.value`,
]
