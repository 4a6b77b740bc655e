import type { ledgerHttp } from '@talad/proto/http/ledger/credit'
import type { Queryable } from '@talad/shared/db'
import { toJsonInteger } from '@talad/shared/money'
import type { z } from 'zod'
import { balancesOf } from './statement.ts'

type Origin = z.output<typeof ledgerHttp.adminCreditOrigin.response>
type Summed = { count: number; value: bigint; last: Date }

/** `like 'join-%'` is what lets the index of statements serve it. */
const OF_BAHT = `f.account = $1 and f.account like 'join-%' and f.unit = 'ft_thb' and f.flow_type in ('in', 'out')`

const SUMS = `
  select f.flow_type, f.flow_event, count(*)::integer as count, sum(f.value)::bigint as value, max(f.at) as last
  from flow f where ${OF_BAHT} group by 1, 2 order by value desc, 1, 2`

/** Who sells what they made is paid one purchase in two flows. */
const BUYERS = `
  select s.buyer_customer_id as customer_id, count(distinct s.id)::integer as count, sum(f.value)::bigint as value,
    max(f.at) as last
  from flow f join shipping_replica s on s.id = f.related_id
  where ${OF_BAHT} and f.flow_type = 'in' and f.flow_event = 'shipping'
  group by 1 order by value desc, 1 limit 5`

const shown = <T extends Summed>({ value, last, ...row }: T) => ({
  ...row,
  value: toJsonInteger(value),
  last: last.toISOString(),
})

/** BW-18: what whoever decides on a withdrawal goes by: what there is now, and where it came from. */
export async function originOf(db: Queryable, customerId: string): Promise<Origin> {
  const [balances, sums, buyers] = await Promise.all([
    balancesOf(db, customerId),
    db.query<Pick<Origin['sums'][number], 'flow_type' | 'flow_event'> & Summed>(SUMS, [customerId]),
    db.query<{ customer_id: string } & Summed>(BUYERS, [customerId]),
  ])
  const balance = balances.find(({ unit }) => unit === 'ft_thb')
  if (!balance) throw new Error('a customer has a balance of each unit')
  return { balance, sums: sums.rows.map(shown), buyers: buyers.rows.map(shown) }
}
