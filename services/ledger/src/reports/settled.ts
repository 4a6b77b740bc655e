import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { z } from 'zod'

/** What a purchase says of its price, and what the ledger has moved for it. */
export type Settled = {
  shipping_id: string
  kind: 'settlement' | 'reversal'
  at: Date
  order_id: string | null
  order_hash: string
  buyer_customer_id: string
  seller_customer_id: string
  amount: string
  gross: bigint
  blockchain: string
  address: string
  contract_type: string
  token_id: string
  topup_id: string
  provider_ref_id: string
  tx_hash: string
  shares: unknown
  /** of the ledger's legs */
  moved: bigint
  fee: bigint
  vat: bigint
  paid: bigint
}

const sharesSchema = z.array(
  z.object({ customerId: z.string(), type: z.enum(['net', 'royalty', 'service']), value: z.coerce.bigint() }),
)

/** The legs of a settlement, and the opposite ones of a reversal, as amounts of the settlement. */
const SETTLED = `
  select f.related_id as shipping_id, f.at,
    case f.leg when 'settlement.escrow.out' then 'settlement' else 'reversal' end as kind,
    s.order_id, s.order_hash, s.buyer_customer_id, s.seller_customer_id, s.amount, s.gross, s.blockchain, s.address,
    s.contract_type, s.token_id, s.topup_id, s.provider_ref_id, s.tx_hash, s.shares,
    f.value as moved, legs.fee, legs.vat, legs.paid
  from flow f
  left join shipping_replica s on s.id = f.related_id
  cross join lateral (
    select coalesce(sum(value) filter (where account = 'platform:service_fee' and (flow_type = 'in') = forward), 0) as fee,
      coalesce(sum(value) filter (where account = 'platform:vat'), 0) as vat,
      coalesce(sum(value) filter (where account = 'platform:holding' or account like 'join-%'), 0) as paid
    from (select l.*, f.flow_event = 'shipping' as forward from flow l
          where l.flow_event = f.flow_event and l.related_id = f.related_id and l.transfer = f.transfer
            and l.unit = 'ft_thb' and l.flow_type <> 'lock') l) legs
  where f.leg in ('settlement.escrow.out', 'settlement_reversal.conversion.out') and f.at >= $1 and f.at < $2
    and (f.at, f.related_id) > ($3, $4)
  order by f.at, f.related_id limit $5`

/** Settlements of a period by time, after a place; limit null: all. */
export async function settledBetween(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
  after: { at: Date; id: string },
  limit: number,
): Promise<Settled[]> {
  const values = [from, until, after.at, after.id, limit]
  const { rows } = await db.query<Settled>({ name: 'ledger.settled', text: SETTLED, values })
  return rows
}

/** A settlement whose facts and legs agree. Amounts of a reversal are negative. */
export type Line = {
  row: Settled & { order_id: string }
  gross: bigint
  fee: bigint
  vat: bigint
  royalties: { customerId: string; value: bigint }[]
  royalty: bigint
  net: bigint
}

/** The part of a service fee that has no payee of its own is the platform's; where it has one, that one is paid (OB-33). */
function partsOf(shares: unknown) {
  const all = sharesSchema.parse(shares)
  const of = (type: string) => all.filter((share) => share.type === type)
  const sum = (some: typeof all) => some.reduce((total, { value }) => total + value, 0n)
  return {
    royalties: of('royalty').map(({ customerId, value }) => ({ customerId, value })),
    royalty: sum(of('royalty')),
    service: sum(of('service')),
    own: sum(of('service').filter(({ customerId }) => customerId === '')),
    net: sum(of('net')),
  }
}

/**
 * LG-15: a settlement as its purchase tells it, held against the ledger's legs.
 * @throws Rejection SETTLEMENT_MISMATCH with what differs
 */
export function lineOf(row: Settled): Line {
  const { order_id, shipping_id } = row
  const mismatch = (what: string) => new Rejection('SETTLEMENT_MISMATCH', { details: { shipping_id, what } })
  if (order_id === null) throw mismatch('the ledger has settled a purchase that is not known')
  const { royalties, royalty, service, own, net } = partsOf(row.shares)
  const differs = (
    [
      ['gross', row.gross, row.moved],
      ['gross', row.gross, service + royalty + net],
      ['service fee', own, row.fee],
      ['paid out', royalty + net + service - own, row.paid],
    ] as const
  ).find(([, told, posted]) => told !== posted)
  if (differs) throw mismatch(`${differs[0]}: the purchase says ${differs[1]}, the ledger ${differs[2]}`)
  const sign = row.kind === 'reversal' ? -1n : 1n
  return {
    row: { ...row, order_id },
    royalties: royalties.map((one) => ({ ...one, value: sign * one.value })),
    gross: sign * row.gross,
    fee: sign * service,
    vat: sign * row.vat,
    royalty: sign * royalty,
    net: sign * net,
  }
}
