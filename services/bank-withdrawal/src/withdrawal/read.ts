import type { CreditWithdrawal, Withdrawal } from '@talad/proto/http/bank-withdrawal/shapes'
import type { Queryable } from '@talad/shared/db'
import { afterCreated, createdCursor, cursorPage } from '@talad/shared/http/page'
import { toJsonInteger } from '@talad/shared/money'
import type { Sealer } from '@talad/shared/sealing'
import { openDetail } from '../bank-request/detail.ts'
import { shownStatus } from './publish.ts'
import { type CreditStatus, netOf, type Status } from './state.ts'

type Reader = { db: Queryable; details: Sealer }

type Row = {
  id: string
  bank_account_id: string
  value: bigint
  service_fee: bigint
  status: Status
  credit_status: CreditStatus
  transfer_id: string | null
  reason: string | null
  returned: boolean
  decided_at: Date | null
  created_at: Date
  updated_at: Date
  sealed: Buffer
}

const SELECT = `
  select w.id, w.bank_account_id, w.value, w.service_fee, w.status, w.credit_status, w.transfer_id, w.reason, w.returned,
    w.decided_at, w.created_at, w.updated_at, d.sealed
  from withdrawal w join bank_detail d on d.id = w.bank_account_id`

/** Of a bank account what a withdrawal keeps (BW-9). */
export function snapshotOf(details: Sealer, bankAccountId: string, sealed: Uint8Array): Withdrawal['bank'] {
  const { account } = openDetail(details, bankAccountId, sealed)
  const { bank_symbol, bank_swift_code, account_number, account_name, entity_type } = account
  return { bank_symbol, bank_swift_code, account_number, account_name, entity_type }
}

function toResponse(details: Sealer, row: Row): Withdrawal {
  const isGivenBack = (row.status === 'rejected' || row.returned) && row.decided_at !== null
  return {
    _id: row.id,
    bank_account_id: row.bank_account_id,
    bank: snapshotOf(details, row.bank_account_id, row.sealed),
    value: toJsonInteger(row.value),
    service_fee: toJsonInteger(row.service_fee),
    net: toJsonInteger(netOf({ value: row.value, fee: row.service_fee })),
    status: shownStatus(row.status),
    credit_status: row.credit_status,
    provider_transfer_id: row.transfer_id,
    admin_response: isGivenBack
      ? { reason: row.reason ?? '', at: row.decided_at?.toISOString() ?? '' }
      : null,
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
  }
}

/** A customer's withdrawals, newest first; those that were taken back, or never came to be, are hidden. @throws Rejection BAD_CURSOR */
export async function withdrawalsOf(
  { db, details }: Reader,
  customerId: string,
  { cs, lm }: { cs?: string | undefined; lm: number },
): Promise<{ list: Withdrawal[]; nextCursor: string | null }> {
  const { rows } = await db.query<Row>(
    `${SELECT} where w.customer_id = $1 and w.status not in ('canceled', 'refused')
       and ($2::timestamptz is null or (w.created_at, w.id) < ($2, $3))
     order by w.created_at desc, w.id desc limit $4`,
    [customerId, ...afterCreated(cs), lm + 1],
  )
  const { shown, nextCursor } = cursorPage(rows, lm, createdCursor)
  return { list: shown.map((row) => toResponse(details, row)), nextCursor }
}

/** One withdrawal as its customer sees it. */
export async function withdrawalById({ db, details }: Reader, id: string): Promise<Withdrawal> {
  const { rows } = await db.query<Row>(`${SELECT} where w.id = $1`, [id])
  const [row] = rows
  if (!row) throw new Error(`withdrawal ${id} has no row`)
  return toResponse(details, row)
}

type CreditRow = Omit<Row, 'sealed'> & { customer_id: string }

/** LG-12: a customer's withdrawals as the ledger shows them, newest first. @throws Rejection BAD_CURSOR */
export async function creditWithdrawalsOf(
  db: Queryable,
  customerId: string,
  { cs, lm, st }: { cs?: string | undefined; lm: number; st?: readonly string[] | undefined },
): Promise<{ list: CreditWithdrawal[]; nextCursor: string | null }> {
  const { rows } = await db.query<CreditRow>(
    `select id, customer_id, value, service_fee, status, credit_status, reason, returned, created_at, updated_at
     from withdrawal
     where customer_id = $1 and status <> 'refused' and ($5::text[] is null or credit_status = any($5))
       and ($2::timestamptz is null or (created_at, id) < ($2, $3))
     order by created_at desc, id desc limit $4`,
    [customerId, ...afterCreated(cs), lm + 1, st ?? null],
  )
  const { shown, nextCursor } = cursorPage(rows, lm, createdCursor)
  const list = shown.map((row) => ({
    _id: row.id,
    customer_id: row.customer_id,
    unit: 'ft_thb' as const,
    status: row.credit_status,
    value: toJsonInteger(row.value),
    service_fee: toJsonInteger(row.service_fee),
    net_value: toJsonInteger(netOf({ value: row.value, fee: row.service_fee })),
    reason: row.status === 'rejected' || row.returned ? row.reason : null,
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
  }))
  return { list, nextCursor }
}

/** BW-13: what a customer has asked for in the month of Bangkok that a moment lies in; what came to nothing doesn't count. */
export async function askedInMonth(db: Queryable, customerId: string, at: Date): Promise<bigint> {
  const { rows } = await db.query<{ sum: bigint | null }>(
    `select sum(value)::bigint as sum from withdrawal
     where customer_id = $1 and status not in ('canceled', 'refused', 'rejected') and not returned
       and created_at >= date_trunc('month', $2::timestamptz at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'`,
    [customerId, at],
  )
  return rows[0]?.sum ?? 0n
}
