import { personOf } from '@talad/demo/people'
import { staff } from '@talad/demo/staff'
import { bankWithdrawalAdminHttp as adminHttp } from '@talad/proto/http/bank-withdrawal/admin'
import type { BankRequest } from '@talad/proto/http/bank-withdrawal/shapes'
import { bankWithdrawalHttp as http } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { ResponseError } from '@talad/proto/http/client'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import type { Run } from '../run-file.ts'
import { type Person, signIn } from './site.ts'
import { until } from './until.ts'

/** What somebody wants of the bank's clerks. */
export type Planned = {
  key: Parameters<typeof personOf>[0]
  number: string
  bank: 'KASITHBK' | 'SICOTHBK'
  /** as it stands on the account; the person's own name if absent */
  name?: string
  /** what becomes of it: waits in the queue, or is vetted; then so much is earned and asked for */
  becomes: 'waits' | { earned: number; asked: number }
}

/**
 * In the queues: a withdrawal that needs two admins, a second account that agrees,
 * and one under another name with a number that somebody else has.
 */
const plan: readonly Planned[] = [
  {
    key: 'collector',
    number: '1234567890',
    bank: 'KASITHBK',
    becomes: { earned: 3_000_000, asked: 1_200_000 },
  },
  { key: 'collector', number: '2345678901', bank: 'SICOTHBK', becomes: 'waits' },
  { key: 'buyer', number: '1234567890', bank: 'KASITHBK', name: 'นาย ปกรณ์ รักษ์ศิลป์', becomes: 'waits' },
]

async function requestOnce({ call }: Person, planned: Planned): Promise<BankRequest> {
  const { list } = await call(http.bankRequests, { query: {} })
  const found = list.find((one) => one.bank_account_data.account_number === planned.number)
  if (found) return found
  const { name, email, phone } = personOf(planned.key)
  const body = {
    bank_account_data: {
      account_number: planned.number,
      account_name: planned.name ?? name.th,
      bank_swift_code: planned.bank,
      tel_number: phone,
      email,
    },
  }
  return (await call(http.requestBankAccount, { body })).request
}

/** The clerk says yes, once it is known that they may, and the provider vets the account. */
async function vetted(person: Person, clerk: Person, request: BankRequest): Promise<void> {
  if (request.status === 'pending')
    await until('the clerk may decide', async () => {
      try {
        const { request: seen } = await clerk.call(adminHttp.adminBankRequest, {
          params: { request_id: request._id },
        })
        const body = { request_id: request._id, version: seen.version }
        return await clerk.call(adminHttp.adminApproveBankRequest, { body })
      } catch (error) {
        if (error instanceof ResponseError && error.code === 'permission_required') return undefined
        throw error
      }
    })
  await until('the bank account is vetted', async () => {
    const { list } = await person.call(http.bankAccounts, {})
    return list.find(({ _id }) => _id === request._id)
  })
}

async function withdrawOnce(
  { call, joinId }: Person,
  bankAccountId: string,
  about: { earned: number; asked: number },
) {
  const { list } = await call(http.withdrawals, { query: {} })
  if (list.length > 0) return
  const topup = { body: { unit: 'ft_thb' as const, amount: about.earned } }
  await call(ledgerHttp.fastTopup, topup, { idempotencyKey: `demonstration-earned-${joinId}` })
  await call(http.requestWithdrawal, { body: { bank_account_id: bankAccountId, value: about.asked } })
}

/** Has somebody ask for a bank account and, where that is planned, for money once it is vetted. Safe to run again. */
export async function askClerks(run: Run, planned: Planned): Promise<void> {
  const clerk = await signIn(run, staff.find(({ key }) => key === 'clerk')?.joinId ?? '')
  const person = await signIn(run, personOf(planned.key).joinId)
  const request = await requestOnce(person, planned)
  if (planned.becomes === 'waits') return
  await vetted(person, clerk, request)
  await withdrawOnce(person, request._id, planned.becomes)
}

/**
 * Fills both queues of the bank's clerks, as the people of the demonstration would do it. Safe to run again.
 * @throws the first fault; what was done stays done
 */
export async function fillBank(run: Run): Promise<void> {
  for (const planned of plan) await askClerks(run, planned)
}
