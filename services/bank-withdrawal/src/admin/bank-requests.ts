import type { BankRequestCase, QueuedBankRequest } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { banks } from '@talad/proto/http/bank-withdrawal/banks'
import type { RequestStatus } from '@talad/proto/http/bank-withdrawal/shapes'
import { claimOf } from '@talad/shared/claims'
import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { Sealer } from '@talad/shared/sealing'
import { openDetail } from '../bank-request/detail.ts'
import type { Deps } from '../deps.ts'
import { compareNames } from '../person/compare-names.ts'
import { claims } from './claims.ts'
import { historyOf } from './history.ts'
import {
  type QueueQuery,
  SAME_NUMBER,
  SAME_NUMBER_CUSTOMERS,
  searchValues,
  statesOf,
  wholePage,
} from './queue.ts'

/** What both queues show of the account that is asked for or paid to. */
export type AccountRow = {
  customer_id: string
  swift_code: string
  last4: string
  entity_type: 'Individual' | 'Organization'
  kyc_level: number
  same_number: boolean
  overdue: boolean
  claimed_by: string | null
  claimed_as: string | null
  claimed_until: Date | null
  created_at: Date
  updated_at: Date
  version: number
  id: string
}

type Row = AccountRow & {
  status: RequestStatus
  reason: string | null
  recipient_id: string | null
  total: bigint
}

const COLUMNS = `
  r.id, r.version, r.customer_id, r.status, r.swift_code, r.last4, r.entity_type, r.kyc_level, r.overdue, r.reason,
  r.recipient_id, r.created_at, r.updated_at, ${SAME_NUMBER} as same_number, ${claims.columns}`

export function accountOf(row: AccountRow, me: string) {
  return {
    _id: row.id,
    version: row.version,
    customer_id: row.customer_id,
    bank_symbol: banks.find((one) => one.swift_code === row.swift_code)?.symbol ?? row.swift_code,
    account_last4: row.last4, // BW-20
    entity_type: row.entity_type,
    kyc_level: row.kyc_level,
    same_number_elsewhere: row.same_number, // BW-4
    overdue: row.overdue,
    claim: claimOf(row, me),
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
  }
}

const toQueued = (row: Row, me: string): QueuedBankRequest => ({ ...accountOf(row, me), status: row.status })

/** AW-5: the queue, oldest first. */
export async function bankQueue({ db, details, now }: Deps, query: QueueQuery, me: string) {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS}, count(*) over () as total from bank_request r ${claims.join('r', '$6')}
     where r.status = any($1) and not r.deleted
       and ($2::text is null or r.customer_id = $2 or r.id = $2 or r.last4 = $2 or r.number_hash = any($3))
     order by r.created_at, r.id limit $4 offset $5`,
    [statesOf(query.st), ...searchValues(details, query.q), query.ps, query.ps * query.pi, now()],
  )
  return wholePage(query, rows, (row) => toQueued(row, me))
}

async function customersWithNumber(db: Queryable, id: string): Promise<string[]> {
  const { rows } = await db.query<{ customer_id: string }>(SAME_NUMBER_CUSTOMERS, [id])
  return rows.map(({ customer_id }) => customer_id)
}

/** What an admin sees of the account itself, of a request or of a withdrawal to the account that came of one. */
export async function accountInFull(
  { db, details }: { db: Queryable; details: Sealer },
  id: string,
  sealed: Buffer,
) {
  const { account, names } = openDetail(details, id, sealed)
  return {
    account,
    names,
    name_match: compareNames(account.account_name, account.entity_type, names), // BW-5
    same_number_customers: await customersWithNumber(db, id), // BW-4
  }
}

/** What a case is read with, also in the transaction of a decision. */
export type Reader = Pick<Deps, 'details' | 'now'> & { db: Queryable }

/** One request as an admin decides on it. @throws Rejection BANK_REQUEST_NOT_FOUND */
export async function bankCase(deps: Reader, id: string, me: string): Promise<BankRequestCase> {
  const { rows } = await deps.db.query<Row & { sealed: Buffer }>(
    `select ${COLUMNS}, d.sealed, 1::bigint as total from bank_request r join bank_detail d using (id)
     ${claims.join('r', '$2')} where r.id = $1`,
    [id, deps.now()],
  )
  const [row] = rows
  if (!row) throw new Rejection('BANK_REQUEST_NOT_FOUND', { field: 'request_id' })
  const { account, names, ...about } = await accountInFull(deps, id, row.sealed)
  return {
    ...toQueued(row, me),
    ...about,
    bank_account_data: account,
    kyc: { level: row.kyc_level, name_th: names.th, name_en: names.en },
    reason: row.reason,
    recipient_id: row.recipient_id,
    history: await historyOf(deps.db, `bank-request-${id}`),
  }
}
