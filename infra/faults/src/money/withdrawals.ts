import { payoutJob } from '@talad/bank-withdrawal/jobs/payout'
import type { Command } from '@talad/bank-withdrawal/withdrawal/commands'
import { withdrawals } from '@talad/bank-withdrawal/withdrawal/stream'
import type { Random } from '@talad/demo/random'
import type { Db } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { change } from '@talad/shared/stream'
import { doJobs } from '../log/repeat/job-queue.ts'
import type { Installation } from './installation.ts'
import { pick } from './lives.ts'

/** A call at bank-withdrawal about one withdrawal; `after`: what was said on the bus is heard first. */
export type WithdrawalStep = {
  says: string
  id: string
  customerId: string
  command: (now: Date) => Command
  after: boolean
}

const KYC_LEVEL = 3
const RECIPIENT = 'recp_1'
const facts = {
  kycLevel: KYC_LEVEL,
  isCompany: false,
  balance: { ledger: 1_000_000_000n, available: 1_000_000_000n },
  frozen: false,
}
const admin = (name: string) => ({ accountId: name, customerId: undefined })

/** Asked for, and then agreed to, refused or taken back, perhaps several of these and at once. */
export function withdrawalLife(random: Random, id: string, customerId: string): WithdrawalStep[] {
  const isLarge = random() < 0.1 // BW-18: a second admin confirms
  const value = BigInt((isLarge ? 1_000_000 : 10_000) + Math.floor(random() * 50_000))
  const step = (says: string, command: WithdrawalStep['command'], after = true): WithdrawalStep => ({
    says,
    id,
    customerId,
    command,
    after,
  })
  const ask = step(
    'withdraw',
    (now) => ({
      type: 'Request',
      reference: id,
      customerId,
      accountId: customerId,
      value,
      kycLevel: KYC_LEVEL,
      now,
      bankAccountId: customerId,
      bankAccount: { recipientId: RECIPIENT },
      isCompany: false,
      month: undefined,
    }),
    false,
  )
  const approve = (who: string) =>
    step('approve', (now) => ({ type: 'Approve', by: admin(who), note: 'n', facts, now }))
  const confirm = step('confirm', (now) => ({ type: 'Confirm', by: admin('two'), note: 'n', facts, now }))
  const reject = step('reject', (now) => ({
    type: 'Reject',
    by: admin('one'),
    note: 'n',
    reason: 'name',
    now,
  }))
  const cancel = (after: boolean) =>
    step('take back', (now) => ({ type: 'Cancel', by: customerId, now }), after)
  return pick(random, [
    [ask, approve('one'), confirm],
    [ask, approve('one'), confirm],
    [ask, ask, approve('one'), approve('two'), cancel(true)],
    [ask, reject, approve('one')],
    [ask, cancel(false), approve('one')],
    [ask, cancel(true)],
    [ask],
  ])
}

/** The account that a customer is paid to. */
export async function registerAccount(db: Db, customerId: string, now: Date): Promise<void> {
  await db.query(
    `insert into bank_request (id, version, customer_id, account_id, status, deleted, swift_code, number_hash, last4,
       entity_type, kyc_level, recipient_id, overdue, created_at, updated_at)
     values ($1, 1, $1, $1, 'success', false, 'KASITHBK', $1, '1234', 'Individual', 2, $2, false, $3, $3)`,
    [customerId, RECIPIENT, now],
  )
  await db.query(
    `insert into bank_account (id, customer_id, swift_code, number_hash, entity_type, recipient_id, created_at)
     values ($1, $1, 'KASITHBK', $1, 'Individual', $2, $3)`,
    [customerId, RECIPIENT, now],
  )
}

/** Makes the call; that business says no is an answer too. */
export async function call({ services, now }: Installation, { id, command }: WithdrawalStep): Promise<void> {
  try {
    await change(services.bank, withdrawals, id, command(now()))
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
  }
}

/** Payouts that are due. A provider that doesn't answer leaves them due. */
export async function payOut({ services, now }: Installation): Promise<void> {
  const onFault = (error: unknown) => {
    if (services.life.diedAt !== undefined) throw error
  }
  await doJobs(services.bank, payoutJob, onFault, now())
}
