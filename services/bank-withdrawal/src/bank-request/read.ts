import type { BankAccount, BankRequest, RequestStatus } from '@talad/proto/http/bank-withdrawal/shapes'
import type { Queryable } from '@talad/shared/db'
import { afterCreated, createdCursor, cursorPage } from '@talad/shared/http/page'
import type { Sealer } from '@talad/shared/sealing'
import { openDetail } from './detail.ts'

type Reader = { db: Queryable; details: Sealer }

type RequestRow = {
  id: string
  status: RequestStatus
  kyc_level: number
  reason: string | null
  decided_at: Date | null
  created_at: Date
  updated_at: Date
  sealed: Buffer
}

const REQUEST = `
  select r.id, r.status, r.kyc_level, r.reason, r.decided_at, r.created_at, r.updated_at, d.sealed
  from bank_request r join bank_detail d using (id)`

function toRequest(details: Sealer, row: RequestRow): BankRequest {
  const { account, names } = openDetail(details, row.id, row.sealed)
  const isRejected = row.status === 'rejected' && row.reason !== null && row.decided_at !== null
  return {
    _id: row.id,
    status: row.status,
    bank_account_data: account,
    kyc: { level: row.kyc_level, name_th: names.th, name_en: names.en },
    bank_account_id: row.status === 'success' ? row.id : null,
    admin_response: isRejected ? { reason: row.reason ?? '', at: row.decided_at?.toISOString() ?? '' } : null,
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
  }
}

/** A customer's requests, newest first; those that were taken back or put away are hidden. @throws Rejection BAD_CURSOR */
export async function requestsOf(
  { db, details }: Reader,
  customerId: string,
  { cs, lm }: { cs?: string | undefined; lm: number },
): Promise<{ list: BankRequest[]; nextCursor: string | null }> {
  const { rows } = await db.query<RequestRow>(
    `${REQUEST} where r.customer_id = $1 and not r.deleted
       and ($2::timestamptz is null or (r.created_at, r.id) < ($2, $3))
     order by r.created_at desc, r.id desc limit $4`,
    [customerId, ...afterCreated(cs), lm + 1],
  )
  const { shown, nextCursor } = cursorPage(rows, lm, createdCursor)
  return { list: shown.map((row) => toRequest(details, row)), nextCursor }
}

/** One request as its customer sees it. */
export async function requestById({ db, details }: Reader, id: string): Promise<BankRequest> {
  const { rows } = await db.query<RequestRow>(`${REQUEST} where r.id = $1`, [id])
  const [row] = rows
  if (!row) throw new Error(`request ${id} has no row`)
  return toRequest(details, row)
}

type AccountRow = { id: string; created_at: Date; sealed: Buffer }

/** A customer's bank accounts, newest first. */
export async function accountsOf({ db, details }: Reader, customerId: string): Promise<BankAccount[]> {
  const { rows } = await db.query<AccountRow>(
    `select a.id, a.created_at, d.sealed from bank_account a join bank_detail d using (id)
     where a.customer_id = $1 and a.deleted_at is null order by a.created_at desc, a.id desc`,
    [customerId],
  )
  return rows.map(({ id, created_at, sealed }) => ({
    _id: id,
    ...openDetail(details, id, sealed).account,
    created: created_at.toISOString(),
  }))
}

/** What a withdrawal needs of a bank account; undefined where the customer has no such one. */
export async function accountFor(
  db: Queryable,
  id: string,
  customerId: string,
): Promise<{ recipientId: string; entityType: 'Individual' | 'Organization' } | undefined> {
  const { rows } = await db.query<{ recipient_id: string; entity_type: 'Individual' | 'Organization' }>(
    `select recipient_id, entity_type from bank_account where id = $1 and customer_id = $2 and deleted_at is null`,
    [id, customerId],
  )
  const [row] = rows
  return row && { recipientId: row.recipient_id, entityType: row.entity_type }
}
