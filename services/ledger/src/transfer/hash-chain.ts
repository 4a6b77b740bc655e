import { appendOnce } from '@talad/shared/append'
import { columns, type Queryable, type Tx } from '@talad/shared/db'
import type { Row } from '@talad/shared/event-log'
import { GENESIS, linkHash } from '@talad/shared/hash-chain'
import { toJson } from '@talad/shared/json'
import type { LogReader } from '@talad/shared/read-model'
import type { LedgerEvent } from './events.ts'
import { flowsOf, type Outcome, outcomesOf } from './stored.ts'

type LinkRow = { seq: bigint; txid: string; position: bigint; hash: string }
type FlowRow = Record<string, unknown> & {
  id: bigint
  transfer: string
  flow_event: string
  related_id: string
}

/** The places and the keys of outcomes: which flows are theirs. */
function placesOf(outcomes: readonly Outcome[]) {
  return {
    places: outcomes.map(({ event }) => flowsOf(event)).filter((place) => place !== undefined),
    keys: new Set(outcomes.map(({ key }) => key)),
  }
}

/** The flow rows of the outcomes of some events, of each in the order in which they were written; in one trip. */
export async function flowRowsOf(
  db: Queryable,
  events: readonly (readonly Outcome[])[],
): Promise<FlowRow[][]> {
  const { places, keys } = placesOf(events.flat())
  if (places.length === 0) return events.map(() => [])
  const result = await db.query<FlowRow>({
    name: 'ledger.flow_rows_of',
    text: `select id, transfer, leg, account, unit, flow_type, flow_event, related_id, value, vat, net_value,
             balance_after, locked_after, at
           from flow where (flow_event, related_id) in (select * from unnest($1::text[], $2::text[]))
             and transfer = any($3) order by id`,
    values: [places.map(([flowEvent]) => flowEvent), places.map(([, relatedId]) => relatedId), [...keys]],
  })
  const byTransfer = Map.groupBy(result.rows, ({ transfer }) => transfer)
  return events.map((outcomes) => rowsOfOne(outcomes, byTransfer))
}

function rowsOfOne(outcomes: readonly Outcome[], byTransfer: ReadonlyMap<string, FlowRow[]>): FlowRow[] {
  const { places, keys } = placesOf(outcomes)
  const own = new Set(places.map((place) => place.join('\n')))
  return [...keys]
    .flatMap((key) => byTransfer.get(key) ?? [])
    .filter((row) => own.has(`${row.flow_event}\n${row.related_id}`))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** One link: everything that was stored of an event, its flow rows included, bound to all before it. */
export function link(previous: string, event: Row, flows: readonly FlowRow[]): string {
  const { position, stream, version, type, data, at } = event
  return linkHash(previous, {
    position,
    stream,
    version,
    type,
    data,
    at: at.toISOString(),
    flows: JSON.parse(toJson(flows)),
  })
}

export async function head(db: Queryable): Promise<LinkRow | undefined> {
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
  lingerMs: 1_000, // only who proves the ledger looks at it
  tables: ['hash_chain'],
  async apply(tx: Tx, events: readonly Row[]) {
    const posted = events
      .map((event) => ({ event, outcomes: outcomesOf(event) }))
      .filter(({ outcomes }) => outcomes.length > 0)
    if (posted.length === 0) return
    const flows = await flowRowsOf(
      tx,
      posted.map(({ outcomes }) => outcomes),
    )
    let last = (await head(tx)) ?? { seq: 0n, hash: GENESIS }
    const links: LinkRow[] = []
    const sealed: Extract<LedgerEvent, { type: 'LogSealed' }>[] = []
    for (const [n, { event, outcomes }] of posted.entries()) {
      const { txid, position, at } = event
      const seq = last.seq + BigInt(outcomes.length)
      const hash = link(last.hash, event, flows[n] ?? [])
      if (seq / ANNOUNCED_EVERY !== last.seq / ANNOUNCED_EVERY)
        sealed.push({ type: 'LogSealed', data: { seq, hash, legs: [], at } })
      last = { seq, hash }
      links.push({ seq, hash, txid, position })
    }
    await tx.query({
      name: 'ledger.link',
      text: `insert into hash_chain (seq, txid, position, hash)
        select seq, txid::xid8, position, hash
        from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[]) as l (seq, txid, position, hash)`,
      values: columns(
        links,
        ({ seq }) => seq,
        ({ txid }) => txid,
        ({ position }) => position,
        ({ hash }) => hash,
      ),
    })
    // a rebuild comes by what was announced before
    for (const announced of sealed) {
      const name = `seal-${announced.data.seq}`
      await appendOnce(tx, name, announced, { meta: { correlationId: name }, at: announced.data.at })
    }
  },
}
