import type { Person } from '@talad/dev/seed/site'
import { bankWithdrawalAdminHttp as desk } from '@talad/proto/http/bank-withdrawal/admin'
import type { BankAccount, RequestStatus } from '@talad/proto/http/bank-withdrawal/shapes'
import { bankWithdrawalHttp as http } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { ResponseError } from '@talad/proto/http/client'
import { onceKnown } from '../crowd/patient.ts'
import type { Harness, Scenario } from './harness.ts'
import { eventually } from './insist.ts'

const VALUE = 20_000

/** What withdrawing takes: somebody who decides, numbers that nobody else has, baht that were earned. */
export type Withdrawing = Pick<Harness, 'chief' | 'next' | 'earn' | 'patientMs'>
const note = 'looked at under fire'
const reason = 'the proof wants it so'

/** An account whose number nobody else has. */
export function bankDataOf(harness: Pick<Withdrawing, 'next'>, { joinId }: Person) {
  const bank_account_data = {
    account_number: `4${String(harness.next()).padStart(8, '0')}1`,
    account_name: joinId,
    bank_swift_code: 'KASITHBK',
    tel_number: '0812345678',
    email: 'crowd@example.com',
  } as const
  return { bank_account_data }
}

/** @returns the request's id */
export async function askForAccount(harness: Withdrawing, buyer: Person): Promise<string> {
  return (await buyer.call(http.requestBankAccount, { body: bankDataOf(harness, buyer) })).request._id
}

type Verdict = 'approve' | 'reject'

/** Reads and decides; again where the case has moved on meanwhile, as when the ledger's word came in between (AW-4). */
const asRead = (work: () => Promise<unknown>) => onceKnown(['version_conflict'], work)

/** An admin takes a request for an account, decides as they have read it, and lets go. */
async function decideAccount(harness: Withdrawing, request_id: string, verdict: Verdict): Promise<void> {
  const chief = await harness.chief()
  await asRead(async () => {
    const { version } = (await chief.call(desk.adminClaimBankRequest, { body: { request_id } })).request
    const decision = { request_id, version, note }
    if (verdict === 'approve') await chief.call(desk.adminApproveBankRequest, { body: decision })
    else await chief.call(desk.adminRejectBankRequest, { body: { ...decision, reason } })
  })
  await chief.call(desk.adminReleaseBankRequest, { body: { request_id } })
}

/** The same for a withdrawal. */
export async function decideWithdrawal(
  harness: Withdrawing,
  request_id: string,
  verdict: Verdict,
): Promise<void> {
  const chief = await harness.chief()
  await asRead(async () => {
    const { version } = (await chief.call(desk.adminClaimWithdrawal, { body: { request_id } })).request
    const decision = { request_id, version, note }
    if (verdict === 'approve') await chief.call(desk.adminApproveWithdrawal, { body: decision })
    else await chief.call(desk.adminRejectWithdrawal, { body: { ...decision, reason } })
  })
  await chief.call(desk.adminReleaseWithdrawal, { body: { request_id } })
}

export async function approvedAccount(harness: Withdrawing, buyer: Person): Promise<BankAccount> {
  const requestId = await askForAccount(harness, buyer)
  await decideAccount(harness, requestId, 'approve')
  const isThere = async () => {
    const { list } = await buyer.call(http.bankAccounts, {})
    return list.find(({ _id }) => _id === requestId)
  }
  return eventually(`the bank account ${requestId} is there`, isThere, harness.patientMs)
}

/** One that they have already, or a new one. */
async function accountOf(harness: Withdrawing, buyer: Person): Promise<string> {
  const [known] = (await buyer.call(http.bankAccounts, {})).list
  return (known ?? (await approvedAccount(harness, buyer)))._id
}

/** Asks for money that is there. @returns the withdrawal's id */
export async function askForMoney(harness: Withdrawing, buyer: Person): Promise<string> {
  const bank_account_id = await accountOf(harness, buyer)
  await harness.earn(buyer, BigInt(VALUE))
  const body = { bank_account_id, value: VALUE }
  return (await buyer.call(http.requestWithdrawal, { body })).request._id
}

async function endsAs(harness: Harness, buyer: Person, id: string, wanted: RequestStatus): Promise<void> {
  const isSo = async () => {
    const { list } = await buyer.call(http.withdrawals, {})
    return list.find(({ _id, status }) => _id === id && status === wanted)
  }
  await eventually(`the withdrawal ${id} is ${wanted}`, isSo, harness.patientMs)
}

/** BW-10: asked for, approved, paid out. */
const paid: Scenario = (harness) =>
  harness.withBuyer(async (buyer) => {
    const id = await askForMoney(harness, buyer)
    await decideWithdrawal(harness, id, 'approve')
    await endsAs(harness, buyer, id, 'success')
  })

/** BW-12: more than there is is refused by the ledger; what is rejected or taken back is free again. */
const givenBack: Scenario = (harness) =>
  harness.withBuyer(async (buyer) => {
    const bank_account_id = await accountOf(harness, buyer)
    const tooMuch = buyer.call(http.requestWithdrawal, { body: { bank_account_id, value: 900_000 } })
    const code = await tooMuch.catch((error: unknown) => {
      if (error instanceof ResponseError) return error.code
      throw error
    })
    if (code !== 'amount_exceeds_spendable') throw new Error(`money that is not there was answered ${code}`)
    const rejected = await askForMoney(harness, buyer)
    await decideWithdrawal(harness, rejected, 'reject')
    await endsAs(harness, buyer, rejected, 'rejected')
    const request_id = await askForMoney(harness, buyer)
    await buyer.call(http.deleteWithdrawal, { query: { request_id } })
  })

/** BW-1: a rejected request is hidden, an account that came to be is removed. */
const account: Scenario = (harness) =>
  harness.withBuyer(async (buyer) => {
    const request_id = await askForAccount(harness, buyer)
    await decideAccount(harness, request_id, 'reject')
    await buyer.call(http.deleteBankRequest, { query: { request_id } })
    const { _id: bank_account_id } = await approvedAccount(harness, buyer)
    await buyer.call(http.deleteBankAccount, { query: { bank_account_id } })
  })

export const withdrawals = {
  'withdrawal-paid': paid,
  'withdrawal-given-back': givenBack,
  'bank-account': account,
} satisfies Record<string, Scenario>
