import {
  type BankRequestChanged,
  BankRequestChangedSchema,
  type WithdrawalChanged,
  WithdrawalChangedSchema,
} from '@talad/proto/bank-withdrawal/v1/events'
import { bankWithdrawalAdminHttp } from '@talad/proto/http/bank-withdrawal/admin'
import { rejections } from '@talad/proto/http/bank-withdrawal/rejections'
import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { defineManifest, isoTimeOf, type LiveUpdate, liveSource } from '@talad/shared/manifest'

export const BANK_REQUEST_TOPIC = 'bank-withdrawal.bank-request.v1'
export const WITHDRAWAL_TOPIC = 'bank-withdrawal.withdrawal.v1'
export const LEDGER_COMMAND_TOPIC = 'ledger.command.v1'

function about({ requestId, accountId, status, revision, at }: BankRequestChanged | WithdrawalChanged) {
  return {
    audiences: [`account:${accountId}`],
    subject: requestId,
    data: { request_id: requestId, status, revision, at: isoTimeOf(at) },
  }
}

function bankRequestUpdates(message: BankRequestChanged): LiveUpdate[] {
  const { data, ...rest } = about(message)
  return [{ event: 'bank_request', ...rest, data: { ...data, deleted: message.deleted } }]
}

function withdrawalUpdates(message: WithdrawalChanged): LiveUpdate[] {
  const { data, ...rest } = about(message)
  return [{ event: 'withdrawal', ...rest, data: { ...data, credit_status: message.creditStatus } }]
}

export const manifest = defineManifest({
  name: 'bank-withdrawal',
  description: 'bank accounts, withdrawals of earned baht, payouts',
  contract: { ...bankWithdrawalHttp, ...bankWithdrawalAdminHttp },
  rejections,
  publishes: [BANK_REQUEST_TOPIC, WITHDRAWAL_TOPIC, LEDGER_COMMAND_TOPIC],
  consumes: ['ledger.transfer.v1', 'ledger.books.v1', 'identity.account.v1'],
  live: [
    liveSource(BANK_REQUEST_TOPIC, BankRequestChangedSchema, bankRequestUpdates),
    liveSource(WITHDRAWAL_TOPIC, WithdrawalChangedSchema, withdrawalUpdates),
  ],
  development: ({ personalDataKey, sandboxUrl, secret, upstreams }) => ({
    PERSONAL_DATA_KEY: personalDataKey,
    IDENTITY_URL: upstreams.identity ?? '',
    PAYOUT_URL: `${sandboxUrl}/payout`,
    PAYOUT_SECRET_KEY: secret('payoutSecretKey'),
  }),
  invariants: [
    {
      description: 'a customer has at most five bank accounts and open requests',
      sql: `select customer_id from (
              select customer_id from bank_account where deleted_at is null union all
              select customer_id from bank_request where status in ('pending', 'provider_processing') and not deleted) b
            group by customer_id having count(*) > 5`,
    },
    {
      description: 'a bank request that succeeded has its account',
      sql: `select id from bank_request where status = 'success' and id not in (select id from bank_account)`,
    },
    {
      description: 'a withdrawal is paid out or given back, never both',
      sql: `select id from withdrawal where settled and released or settled and status <> 'success'
              or released and status not in ('rejected', 'canceled')`,
    },
    {
      description: 'what was paid out or given back was asked for once',
      sql: `select stream from kit.event where type in ('PayoutPaid', 'PayoutFailed', 'WithdrawalRejected', 'WithdrawalCanceled')
            group by stream having count(*) > 1`,
    },
  ],
  needsReview: [
    {
      description: 'every payout is as it was asked for, and the ledger takes it down (BW-16)',
      sql: "select id, incident ->> 'code' as incident from withdrawal where incident is not null",
    },
    {
      description: 'every payout has an outcome within half an hour (BW-16)',
      sql: 'select id, transfer_id from withdrawal where overdue',
    },
    {
      description: 'every bank account is vetted within a day (BW-2)',
      sql: 'select id from bank_request where overdue',
    },
    {
      description: 'no account and no withdrawal waits for its decision for more than 72 hours (AW-5)',
      sql: `select 'bank request' as what, id from bank_request
              where status = 'pending' and not deleted and created_at < now() - interval '72 hours'
            union all select 'withdrawal', id from withdrawal
              where status = 'pending' and created_at < now() - interval '72 hours'`,
    },
    {
      description: 'the payouts of the last seven days are what the provider says of them (BW-16)',
      sql: 'select day, faults from kit.reconciliation where faults > 0 and day >= current_date - 7',
    },
  ],
  inFlight: [
    `select format('withdrawal %s is %s', id, status) as what from withdrawal
     where status in ('holding', 'provider_processing')`,
    `select format('withdrawal %s is %s and the ledger has not said so', id, status) as what from withdrawal
     where status = 'success' and not settled or status in ('rejected', 'canceled') and not released`,
    `select format('bank request %s is with the provider', id) as what from bank_request
     where status = 'provider_processing' and not deleted`,
  ],
})
