import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import type { LedgerEvent } from './events.ts'
import { accountKey, type Books, isCustomer } from './state.ts'

export const STREAM = 'transfer'

/** One decided event on its way into the log, with the books after it. */
export type Written = {
  correlationId: string
  actor: string | undefined
  traceparent: string | undefined
  key: string
  bodyHash: string
  event: LedgerEvent
  version: number
  after: Books
}

/** Appends the batch's events, in order. */
export async function writeEvents(tx: Tx, written: readonly Written[], at: Date): Promise<void> {
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
          correlationId: one.correlationId,
          causationId: one.key,
          actor: one.actor,
          traceparent: one.traceparent,
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

/** Appends the batch's flows, in order; a customer's flow carries the balance after its transfer. */
export async function writeFlows(tx: Tx, written: readonly Written[], at: Date): Promise<void> {
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
