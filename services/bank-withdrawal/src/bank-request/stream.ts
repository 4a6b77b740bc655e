import type { Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { jobType } from '@talad/shared/jobs'
import { type Change, stream } from '@talad/shared/stream'
import { z } from 'zod'
import { decide } from './decide.ts'
import { type BankRequestEvent, bankRequestEvent } from './events.ts'
import { bankRequestView, publish, viewOf } from './publish.ts'
import { type BankRequest, evolve } from './state.ts'

/** The payout provider is to be told of the account, and asked what it thinks of it. */
export const vetting = jobType('bank-request.vetting', z.object({ requestId: z.string() }))

type Changed = Change<BankRequest | undefined, BankRequestEvent>

/** The row of a request beside its events, the account that comes of it, and the work that it makes due. */
async function save(tx: Tx, { id, state, version, events }: Changed): Promise<void> {
  if (!state) return
  const changing = [
    ...[state.status, state.deleted, state.recipientId ?? null, state.reason ?? null],
    ...[state.decidedAt ?? null, state.overdue, state.updatedAt],
  ]
  // an upsert would fire the insert's trigger, which counts, for a request that is there already
  if (version > events.length)
    await tx.query(
      `update bank_request set version = $2, status = $3, deleted = $4, recipient_id = $5, reason = $6,
         decided_at = $7, overdue = $8, updated_at = $9 where id = $1`,
      [id, version, ...changing],
    )
  else
    await tx.query(
      `insert into bank_request (id, version, status, deleted, recipient_id, reason, decided_at, overdue, updated_at,
         customer_id, account_id, swift_code, number_hash, last4, entity_type, kyc_level, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
      [
        ...[id, version, ...changing, state.customerId, state.accountId, state.swiftCode, state.numberHash],
        ...[state.last4, state.entityType, state.kycLevel, state.createdAt],
      ],
    )
  for (const { type, data } of events) {
    if (type === 'BankRequestApproved')
      await vetting.enqueue(tx, [{ payload: { requestId: id }, key: id, at: data.at }])
    // BW-2: no success without an account
    if (type === 'BankAccountVetted')
      await tx.query(
        `insert into bank_account (id, customer_id, swift_code, number_hash, entity_type, recipient_id, created_at)
         select id, customer_id, swift_code, number_hash, entity_type, recipient_id, $2 from bank_request where id = $1`,
        [id, data.at],
      )
    if (type === 'BankAccountDeleted')
      await tx.query('update bank_account set deleted_at = $2 where id = $1', [id, data.at])
  }
}

/** One request for a bank account, and the account that comes of it: both have its id. */
export const bankRequests = stream({
  name: 'bank-request',
  event: bankRequestEvent,
  initial: undefined as BankRequest | undefined,
  evolve,
  decide,
  publicState: { schema: bankRequestView, of: viewOf },
  publish,
  save: each(save),
  constraints: {
    bank_request_open: 'BANK_REQUEST_OPEN', // BW-3
    bank_accounts_five: 'TOO_MANY_BANK_ACCOUNTS', // BW-3
    bank_account_duplicate: { code: 'DUPLICATE_BANK_ACCOUNT', field: 'bank_account_data.account_number' }, // BW-4
    bank_account_in_use: 'BANK_ACCOUNT_IN_USE', // BW-9
  },
})
