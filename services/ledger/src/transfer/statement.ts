import type { CreditBalance, CreditFlow, ledgerHttp } from '@talad/proto/http/ledger/credit'
import type { Queryable } from '@talad/shared/db'
import { decodeCursor, encodeCursor } from '@talad/shared/http/cursor'
import { cursorPage } from '@talad/shared/http/page'
import { toJsonInteger } from '@talad/shared/money'
import { z } from 'zod'
import type { Unit } from './commands.ts'

const UNITS = ['pt_thb', 'ft_thb'] as const

/** LG-10: always both units, zeros included. */
export async function balancesOf(db: Queryable, customerId: string): Promise<CreditBalance[]> {
  const { rows } = await db.query<{ unit: Unit; balance: bigint; balance_locked: bigint }>({
    name: 'ledger.balances',
    text: 'select unit, balance, balance_locked from account where customer_id = $1',
    values: [customerId],
  })
  return UNITS.map((unit) => {
    const row = rows.find((one) => one.unit === unit)
    const balance = row?.balance ?? 0n
    const locked = row?.balance_locked ?? 0n
    return {
      customer_id: customerId,
      unit,
      balance: toJsonInteger(balance),
      balance_locked: toJsonInteger(locked),
      balance_spendable: toJsonInteger(balance - locked), // LG-4
    }
  })
}

type FlowRow = Pick<CreditFlow, 'unit' | 'flow_type' | 'flow_event'> & {
  id: bigint
  account: string
  leg: string
  related_id: string
  value: bigint
  vat: bigint
  net_value: bigint
  balance_after: bigint | null
  locked_after: bigint | null
  at: Date
  order_id: string | null
  order_hash: string | null
  charged_for: string | null
  shares: unknown
  paid_by: string | null
}

/** GW-12: an object id made of the flow's number. */
export function flowId(id: bigint): string {
  return id.toString(16).padStart(24, '0')
}

const knownShares = z.array(z.object({ customerId: z.string(), type: z.string(), value: z.coerce.bigint() }))

/** SP-27: who sells what they made is paid in two flows, of which the one that comes to the net is the net. */
function salePart({ flow_event, flow_type, shares, account, value }: FlowRow): Pick<CreditFlow, 'sale_part'> {
  if (flow_event !== 'shipping' || flow_type !== 'in' || shares === null) return {}
  const isNet = knownShares
    .parse(shares)
    .some((share) => share.type === 'net' && share.customerId === account && share.value === value)
  return { sale_part: isNet ? 'net' : 'royalty' }
}

/** LG-11: what a flow was for. A refund is of a purchase, or of a card payment by its own id. */
function relatedTo(row: FlowRow): Partial<CreditFlow> {
  const { flow_event: event, leg, related_id: id, order_id, order_hash, charged_for, paid_by } = row
  if (event === 'topup') return { topup_id: id, ...(charged_for !== null && { shipping_id: charged_for }) }
  if (event === 'withdrawal') return { withdrawal_id: id }
  return {
    ...(leg.startsWith('card_refund') ? { refund_id: id } : { shipping_id: id }),
    ...(order_id !== null && order_hash !== null && { order_id, order_hash }),
    ...salePart(row),
    ...(paid_by && { topup_id: paid_by }),
  }
}

function toFlow(row: FlowRow): CreditFlow {
  return {
    _id: flowId(row.id),
    customer_id: row.account,
    unit: row.unit,
    flow_type: row.flow_type,
    flow_event: row.flow_event,
    value: toJsonInteger(row.value),
    vat: toJsonInteger(row.vat),
    net_value: toJsonInteger(row.net_value),
    balance_after: toJsonInteger(row.balance_after ?? 0n),
    locked_after: toJsonInteger(row.locked_after ?? 0n),
    ...relatedTo(row),
    created: row.at.toISOString(),
  }
}

type HistoryQuery = z.output<NonNullable<typeof ledgerHttp.creditHistory.query>>

/** `like 'join-%'` stands here as in the index, which has customers' flows only: Postgres can't conclude it from `$1`. */
const PAGE = `
  select id, account, leg, unit, flow_type, flow_event, related_id, value, vat, net_value, balance_after, locked_after, at
  from flow
  where account = $1 and account like 'join-%' and id < $2
    and ($3::text is null or unit = $3) and ($4::text[] is null or flow_type = any($4))
    and ($5::text[] is null or flow_event = any($5))
    and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)
  order by id desc limit $8`

/** The flows of a page, each with the purchase that it was for and the card payment that it was paid with. */
const withRelated = (page: string, order: string) => `
  select f.*, s.order_id, s.order_hash, t.id as charged_for, s.shares,
    case when s.buyer_customer_id = f.account then s.topup_id end as paid_by
  from (${page}) f
  left join lateral (
    select order_id, order_hash, topup_id, buyer_customer_id, shares from shipping_replica
    where id = f.related_id and f.flow_event in ('shipping', 'refund') limit 1) s on true
  left join lateral (
    select id from shipping_replica
    where topup_id = f.related_id and topup_id <> '' and f.flow_event = 'topup' limit 1) t on true
  order by f.id ${order}`
export const HISTORY = withRelated(PAGE, 'desc')

/** The same flows, oldest first, from a flow on. */
const STATEMENT = withRelated(
  PAGE.replace('id < $2', 'id > $2').replace('order by id desc', 'order by id'),
  'asc',
)
const CSV_PAGE = 1_000

/** LG-11: the same flows as a file, oldest first; each page is read when it is wanted. */
export async function* statementOf(
  db: Queryable,
  customerId: string,
  query: HistoryQuery,
): AsyncGenerator<CreditFlow> {
  const [, , ...narrowed] = historyValues(customerId, { ...query, cs: undefined, lm: CSV_PAGE })
  for (let after = 0n; ; ) {
    const values = [customerId, after, ...narrowed.slice(0, -1), CSV_PAGE]
    const { rows } = await db.query<FlowRow>({ name: 'ledger.statement', text: STATEMENT, values })
    for (const row of rows) yield toFlow(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < CSV_PAGE) return
    after = last.id
  }
}

/** Above every flow's number. */
const NEWEST = 2n ** 63n - 1n

/** The parameters of HISTORY. */
export function historyValues(customerId: string, query: HistoryQuery): unknown[] {
  const { unit, ty, ev, from, to, cs, lm } = query
  const before = cs === undefined ? NEWEST : decodeCursor(cs).sortKey
  return [customerId, before, unit ?? null, ty ?? null, ev ?? null, from ?? null, to ?? null, lm + 1]
}

/**
 * LG-11: a customer's own flows, newest first, locks shown.
 * @throws Rejection BAD_CURSOR
 */
export async function historyOf(
  db: Queryable,
  customerId: string,
  query: HistoryQuery,
): Promise<{ list: CreditFlow[]; nextCursor: string | null }> {
  const values = historyValues(customerId, query)
  const { rows } = await db.query<FlowRow>({ name: 'ledger.history', text: HISTORY, values })
  const { shown, nextCursor } = cursorPage(rows, query.lm, ({ id }) =>
    encodeCursor({ sortKey: id, id: flowId(id) }),
  )
  return { list: shown.map(toFlow), nextCursor }
}
