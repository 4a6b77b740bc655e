import type { queueQuery } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { banks } from '@talad/proto/http/bank-withdrawal/banks'
import { page } from '@talad/shared/http/page'
import type { Sealer } from '@talad/shared/sealing'
import type { z } from 'zod'
import { numberHashOf } from '../bank-request/detail.ts'

export type QueueQuery = z.output<typeof queueQuery>

/** BW-4: another customer has the number of a row `r` of bank_request, in an account or an open request. */
export const SAME_NUMBER = `
  (exists (select 1 from bank_account a where a.swift_code = r.swift_code and a.number_hash = r.number_hash
     and a.customer_id <> r.customer_id and a.deleted_at is null)
   or exists (select 1 from bank_request o where o.swift_code = r.swift_code and o.number_hash = r.number_hash
     and o.customer_id <> r.customer_id and o.status in ('pending', 'provider_processing') and not o.deleted))`

/** The customers meant by SAME_NUMBER, of one request. */
export const SAME_NUMBER_CUSTOMERS = `
  select distinct other.customer_id from bank_request r, lateral (
    select customer_id from bank_account a where a.swift_code = r.swift_code and a.number_hash = r.number_hash
      and a.deleted_at is null
    union all
    select customer_id from bank_request o where o.swift_code = r.swift_code and o.number_hash = r.number_hash
      and o.status in ('pending', 'provider_processing') and not o.deleted) other
  where r.id = $1 and other.customer_id <> r.customer_id order by 1 limit 20`

const OPEN = ['pending', 'provider_processing']
const ALL = [...OPEN, 'success', 'rejected']

export function statesOf(st: QueueQuery['st']): readonly string[] {
  if (st === 'all') return ALL
  return st === 'open' ? OPEN : [st]
}

/**
 * What a search text means, as the parameters of `(customer_id = $a or id = $a or number_hash = any($b) or last4 = $a)`:
 * an account number is looked for at every bank, by what it would be hashed to.
 */
export function searchValues(details: Sealer, q: string | undefined): [string | null, string[]] {
  if (q === undefined) return [null, []]
  const number = q.replace(/[\s-]/g, '')
  const isNumber = /^\d{10,15}$/.test(number)
  return [q, isNumber ? banks.map(({ swift_code }) => numberHashOf(details, swift_code, number)) : []]
}

type Counted = { total: bigint }

/** GW-18: a page of what was read with its count beside each row. */
export function wholePage<Row extends Counted, Item>(
  query: QueueQuery,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
) {
  const total = rows.length === 0 && query.pi > 0 ? null : Number(rows[0]?.total ?? 0n)
  return page(rows.map(toItem), query, total)
}
