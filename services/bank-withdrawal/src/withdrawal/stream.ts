import type { Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { jobType } from '@talad/shared/jobs'
import { toJson } from '@talad/shared/json'
import { type Change, stream } from '@talad/shared/stream'
import { z } from 'zod'
import { decide } from './decide.ts'
import { type WithdrawalEvent, withdrawalEvent } from './events.ts'
import { publish, viewOf, withdrawalView } from './publish.ts'
import { creditStatusOf, evolve, type Withdrawal } from './state.ts'

/** The provider is to be asked to pay, or what has become of a payout. */
export const payout = jobType('withdrawal.payout', z.object({ requestId: z.string() }))

type Changed = Change<Withdrawal | undefined, WithdrawalEvent>

/** The row of a withdrawal beside its events: its constraints are the limits of BW-9 and BW-12. */
async function save(tx: Tx, { id, before, state, version, events }: Changed): Promise<void> {
  if (!state) return
  const changing = [
    ...[id, version, state.status, creditStatusOf(state), state.approvedBy ?? null],
    ...[
      state.payout.transferId ?? null,
      state.payout.attempts,
      state.reason ?? null,
      state.decidedAt ?? null,
    ],
    ...[
      state.overdue,
      state.incident ? toJson(state.incident) : null,
      state.settled,
      state.released,
      state.updatedAt,
    ],
    state.returned,
  ]
  // an upsert would fire the insert's trigger, which asks for the account, for a withdrawal that is there already
  if (version > events.length)
    await tx.query({
      name: 'withdrawal.update',
      text: `update withdrawal set version = $2, status = $3, credit_status = $4, approved_by = $5, transfer_id = $6,
         attempts = $7, reason = $8, decided_at = $9, overdue = $10, incident = $11, settled = $12, released = $13,
         updated_at = $14, returned = $15 where id = $1`,
      values: changing,
    })
  else
    await tx.query(
      `insert into withdrawal (id, version, status, credit_status, approved_by, transfer_id, attempts, reason,
         decided_at, overdue, incident, settled, released, updated_at, returned, customer_id, account_id, bank_account_id, value,
         service_fee, kyc_level, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
      [
        ...[...changing, state.customerId, state.accountId, state.bankAccountId, state.value, state.fee],
        ...[state.kycLevel, state.createdAt],
      ],
    )
  const goesOut = state.status === 'provider_processing' && before?.status !== 'provider_processing'
  if (goesOut) await payout.enqueue(tx, [{ payload: { requestId: id }, key: id, at: state.updatedAt }])
}

/** One withdrawal: from the lock of the money to the payout, or back. */
export const withdrawals = stream({
  name: 'withdrawal',
  event: withdrawalEvent,
  initial: undefined as Withdrawal | undefined,
  evolve,
  decide,
  publicState: { schema: withdrawalView, of: viewOf },
  publish,
  save: each(save),
  constraints: {
    withdrawal_bank_account: { code: 'BANK_ACCOUNT_NOT_FOUND', field: 'bank_account_id' }, // BW-9
    withdrawal_open: 'WITHDRAWAL_OPEN', // BW-12
  },
})
