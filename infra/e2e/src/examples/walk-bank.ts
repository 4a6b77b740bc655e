import type { Run } from '@talad/dev/run-file'
import { type Person, signIn } from '@talad/dev/seed/site'
import { bankWithdrawalAdminHttp } from '@talad/proto/http/bank-withdrawal/admin'
import { bankWithdrawalHttp as http } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { until } from '@talad/shared/testing/wait'
import { onceHeard } from '../people.ts'

async function askForAccount({ call }: Person, account_number: string) {
  const bank_account_data = {
    account_number,
    account_name: 'สมชาย ใจดี',
    bank_swift_code: 'KASITHBK' as const,
    tel_number: '0810000002',
    email: 'somchai@example.com',
  }
  return (await call(http.requestBankAccount, { body: { bank_account_data } })).request
}

/** A bank account is registered and approved, money is asked for and the request taken back; at last all is as before. */
export async function bankAndBack(run: Run, person: Person): Promise<void> {
  const { call } = person
  await call(ledgerHttp.fastTopup, { body: { unit: 'ft_thb', amount: 100_000 } })
  const first = await askForAccount(person, '1234567890')
  const chief = await signIn(run, run.admins.find(({ may }) => may === 'super_admin')?.joinId ?? '')
  const { request } = await onceHeard(['permission_required'], () =>
    chief.call(bankWithdrawalAdminHttp.adminBankRequest, { params: { request_id: first._id } }),
  )
  const approval = { request_id: first._id, version: request.version, note: 'as it should be' }
  await chief.call(bankWithdrawalAdminHttp.adminApproveBankRequest, { body: approval })
  const account = await until('the bank account is there', async () => {
    return (await call(http.bankAccounts, {})).list[0]
  })
  const wish = { bank_account_id: account._id, value: 15_000 }
  const asked = await call(http.requestWithdrawal, { body: wish })
  await call(http.withdrawals, { query: {} })
  await until('the ledger shows it', async () => {
    return (await call(http.creditWithdrawals, { query: {} })).list.length > 0
  })
  await call(ledgerHttp.creditBalances, {})
  await call(ledgerHttp.creditHistory, { query: { unit: 'ft_thb', lm: '1' } })
  await onceHeard(['withdrawal_not_deletable'], () =>
    call(http.deleteWithdrawal, { query: { request_id: asked.request._id } }),
  )
  const second = await askForAccount(person, '2345678901')
  await call(http.bankRequests, { query: {} })
  await call(http.deleteBankRequest, { query: { request_id: second._id } })
  await onceHeard(['bank_account_in_use'], () =>
    call(http.deleteBankAccount, { query: { bank_account_id: account._id } }),
  )
}
