import type { CreditWithdrawal, ledgerHttp } from '@talad/proto/http/ledger'
import type { Queryable } from '@talad/shared/db'
import { decodeCursor, encodeCursor } from '@talad/shared/http/cursor'
import { toJsonInteger } from '@talad/shared/money'
import type { z } from 'zod'
import { flowId } from './statement.ts'

type Query = z.output<NonNullable<typeof ledgerHttp.creditWithdrawals.query>>

type Found = {
  flow: bigint
  id: string
  amount: bigint
  held: bigint
  status: CreditWithdrawal['status']
  created: Date
  updated: Date
}

/** Each withdrawal once, by the flow that first held its money; its status as the hold says it. */
const WITHDRAWALS = `
  with own as (
    select f.id as flow, f.related_id as id, h.amount, h.held, f.at as created,
      case h.state when 'open' then 'pending' when 'captured' then 'completed' when 'reversed' then 'failed'
        else 'canceled' end as status,
      (select max(at) from flow where flow_event = 'withdrawal' and related_id = f.related_id) as updated
    from flow f join hold h on h.flow = 'withdrawal' and h.id = f.related_id
    where f.account = $1 and f.leg = 'withdrawal.hold.1' and f.id < $2
    order by f.id desc)
  select * from own where $3::text[] is null or status = any($3) order by flow desc limit $4`

const NEWEST = 2n ** 63n - 1n

function toWithdrawal(customerId: string, row: Found): CreditWithdrawal {
  return {
    ...{ _id: row.id, customer_id: customerId, unit: 'ft_thb' as const, status: row.status },
    value: toJsonInteger(row.amount),
    locked: toJsonInteger(row.held),
    ...{ service_fee: null, net_value: null, reason: null },
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
  }
}

/**
 * LG-12: the ledger's face of a customer's withdrawals, newest first.
 * @throws Rejection BAD_CURSOR
 */
export async function withdrawalsOf(
  db: Queryable,
  customerId: string,
  { cs, lm, st }: Query,
): Promise<{ list: CreditWithdrawal[]; nextCursor: string | null }> {
  const before = cs === undefined ? NEWEST : decodeCursor(cs).sortKey
  const values = [customerId, before, st ?? null, lm + 1]
  const { rows } = await db.query<Found>({ name: 'ledger.withdrawals', text: WITHDRAWALS, values })
  const shown = rows.slice(0, lm)
  const last = rows.length > lm ? shown.at(-1) : undefined
  return {
    list: shown.map((row) => toWithdrawal(customerId, row)),
    nextCursor: last ? encodeCursor({ sortKey: last.flow, id: flowId(last.flow) }) : null,
  }
}
