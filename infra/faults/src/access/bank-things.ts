import { randomInt } from 'node:crypto'
import type { Person } from '@talad/dev/seed/site'
import { signIn } from '@talad/dev/seed/site'
import { onceHeard } from '@talad/e2e/people'
import { bankWithdrawalAdminHttp } from '@talad/proto/http/bank-withdrawal/admin'
import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { until } from '@talad/shared/testing/wait'
import type { System } from '../system.ts'

/** Looks like nothing else in the world. */
const accountNumber = () => String(randomInt(1e12, 1e13))

async function askForAccount(person: Person, account_number: string): Promise<string> {
  const data = {
    account_number,
    account_name: 'สมชาย ใจดี',
    bank_swift_code: 'KASITHBK' as const,
    tel_number: '0810000002',
    email: 'somchai@example.com',
  }
  const asked = await person.call(bankWithdrawalHttp.requestBankAccount, {
    body: { bank_account_data: data },
  })
  return asked.request._id
}

/** What a person has who has a bank account and wants another one, and is waiting for money. */
export type BankThings = {
  bankAccount: string
  bankRequest: string
  withdrawal: string
  numbers: readonly [string, string]
}

/** Has somebody register a bank account, the chief approve it, and both kinds of requests wait after that. */
export async function openBankThings({ run }: Pick<System, 'run'>, person: Person): Promise<BankThings> {
  const chief = await signIn(run, run.admins.find(({ may }) => may === 'super_admin')?.joinId ?? '')
  const numbers = [accountNumber(), accountNumber()] as const
  const request_id = await askForAccount(person, numbers[0])
  const { request } = await onceHeard(['permission_required'], () =>
    chief.call(bankWithdrawalAdminHttp.adminBankRequest, { params: { request_id } }),
  )
  const body = { request_id, version: request.version, note: 'as it should be' }
  await chief.call(bankWithdrawalAdminHttp.adminApproveBankRequest, { body })
  const account = await until('the bank account is there', async () => {
    return (await person.call(bankWithdrawalHttp.bankAccounts, {})).list[0]
  })
  const bankRequest = await askForAccount(person, numbers[1])
  await person.call(ledgerHttp.fastTopup, { body: { unit: 'ft_thb', amount: 100_000 } })
  const wish = { bank_account_id: account._id, value: 15_000 }
  const withdrawal = await person.call(bankWithdrawalHttp.requestWithdrawal, { body: wish })
  return { bankAccount: account._id, bankRequest, withdrawal: withdrawal.request._id, numbers }
}
