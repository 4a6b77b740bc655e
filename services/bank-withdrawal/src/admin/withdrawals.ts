import {
  type PayoutIncident,
  payoutIncident,
  type QueuedWithdrawal,
  type WithdrawalCase,
} from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { SILVER_CAP } from '@talad/proto/http/bank-withdrawal/terms'
import { toJsonInteger } from '@talad/shared/money'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { shownStatus } from '../withdrawal/publish.ts'
import { snapshotOf } from '../withdrawal/read.ts'
import { type CreditStatus, netOf, type Status } from '../withdrawal/state.ts'
import { type AccountRow, accountInFull, accountOf, type Reader } from './bank-requests.ts'
import { claims } from './claims.ts'
import { historyOf } from './history.ts'
import { type QueueQuery, SAME_NUMBER, searchValues, statesOf, wholePage } from './queue.ts'

type Row = AccountRow & {
  status: Status
  credit_status: CreditStatus
  bank_account_id: string
  value: bigint
  service_fee: bigint
  approved_by: string | null
  transfer_id: string | null
  attempts: number
  reason: string | null
  incident: unknown
  settled: boolean
  released: boolean
  returned: boolean
  total: bigint
}

/** `r` is the request by which the account came to be, with its number. */
const FROM = `
  from withdrawal w join bank_request r on r.id = w.bank_account_id
  `
const COLUMNS = `
  w.id, w.version, w.customer_id, w.status, w.credit_status, w.kyc_level, w.overdue, w.created_at, w.updated_at,
  w.bank_account_id, w.value, w.service_fee, w.approved_by, w.transfer_id, w.attempts, w.reason, w.incident, w.settled,
  w.released, w.returned, r.swift_code, r.last4, r.entity_type, ${SAME_NUMBER} as same_number, ${claims.columns}`

/** An incident as it was told before it was told in parts. */
const textOf = ({ code, expected, received }: PayoutIncident) =>
  code === 'ledger'
    ? `the ledger refused ${expected}: ${received}`
    : `${code}: ${received} in place of ${expected}`

function toQueued(row: Row, me: string): QueuedWithdrawal {
  const about = payoutIncident.nullable().parse(row.incident)
  return {
    ...accountOf(row, me),
    status: shownStatus(row.status),
    value: toJsonInteger(row.value),
    service_fee: toJsonInteger(row.service_fee),
    net: toJsonInteger(netOf({ value: row.value, fee: row.service_fee })),
    needs_second_admin: row.value > SILVER_CAP, // BW-18
    approved_by: row.approved_by,
    incident: about && textOf(about),
    incident_about: about,
  }
}

/** AW-5: the queue, oldest first; what isn't locked yet is not there to be decided on. */
export async function withdrawalQueue({ db, details, now }: Deps, query: QueueQuery, me: string) {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS}, count(*) over () as total ${FROM} ${claims.join('w', '$6')}
     where w.status = any($1)
       and ($2::text is null or w.customer_id = $2 or w.id = $2 or r.last4 = $2 or r.number_hash = any($3))
     order by w.created_at, w.id limit $4 offset $5`,
    [statesOf(query.st), ...searchValues(details, query.q), query.ps, query.ps * query.pi, now()],
  )
  return wholePage(query, rows, (row) => toQueued(row, me))
}

/** One withdrawal as an admin decides on it. @throws Rejection WITHDRAWAL_NOT_FOUND */
export async function withdrawalCase(deps: Reader, id: string, me: string): Promise<WithdrawalCase> {
  const { rows } = await deps.db.query<Row & { sealed: Buffer }>(
    `select ${COLUMNS}, d.sealed, 1::bigint as total ${FROM} ${claims.join('w', '$2')} join bank_detail d on d.id = w.bank_account_id
     where w.id = $1 and w.status <> 'refused'`,
    [id, deps.now()],
  )
  const [row] = rows
  if (!row) throw new Rejection('WITHDRAWAL_NOT_FOUND', { field: 'request_id' })
  const {
    account: _account,
    names: _names,
    ...about
  } = await accountInFull(deps, row.bank_account_id, row.sealed)
  return {
    ...toQueued(row, me),
    ...about,
    bank: snapshotOf(deps.details, row.bank_account_id, row.sealed),
    bank_account_id: row.bank_account_id,
    credit_status: row.credit_status,
    reason: row.reason,
    payout: { attempts: row.attempts, transfer_id: row.transfer_id },
    settled: row.settled,
    released: row.released,
    returned: row.returned,
    history: await historyOf(deps.db, `withdrawal-${id}`),
  }
}
