import type { Run } from '@talad/dev/run-file'
import { control, type Person } from '@talad/dev/seed/site'
import { bankWithdrawalAdminHttp as desk } from '@talad/proto/http/bank-withdrawal/admin'
import type { BankAccount } from '@talad/proto/http/bank-withdrawal/shapes'
import { bankWithdrawalHttp as http } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { onceKnown, waitFor } from './patient.ts'

const VALUE = 20_000

/** What withdrawing takes: somebody who decides, numbers that nobody else has, baht that were earned. */
export type Withdrawing = {
  patientMs: number
  /** the admin who decides */
  chief(): Promise<Person>
  /** a number that nobody else gets */
  next(): number
  /** so that there is as much earned baht, in satang */
  earn(person: Person, satang: bigint): Promise<void>
}
const note = 'looked at as somebody does'
const reason = 'the name of the account is another one'

/** An account whose number nobody else has. */
function bankDataOf(harness: Pick<Withdrawing, 'next'>, { joinId }: Person) {
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
async function askForAccount(harness: Withdrawing, buyer: Person): Promise<string> {
  return (await buyer.call(http.requestBankAccount, { body: bankDataOf(harness, buyer) })).request._id
}

type Verdict = 'approve' | 'reject'

/** Reads and decides; again where the case has moved on meanwhile, as when the ledger's word came in between (AW-4). */
const asRead = (work: () => Promise<unknown>) => onceKnown(['version_conflict'], work)

/** An admin takes a request for an account, and approves it as they have read it. */
async function approveAccount(harness: Withdrawing, request_id: string): Promise<void> {
  const chief = await harness.chief()
  await asRead(async () => {
    const { version } = (await chief.call(desk.adminClaimBankRequest, { body: { request_id } })).request
    await chief.call(desk.adminApproveBankRequest, { body: { request_id, version, note } })
  })
}

/** An admin takes a withdrawal, decides as they have read it, and lets go. */
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

async function approvedAccount(harness: Withdrawing, buyer: Person): Promise<BankAccount> {
  const requestId = await askForAccount(harness, buyer)
  await approveAccount(harness, requestId)
  const isThere = async () => {
    const { list } = await buyer.call(http.bankAccounts, {})
    return list.find(({ _id }) => _id === requestId)
  }
  return waitFor(`the bank account ${requestId} is there`, isThere, harness.patientMs)
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

/** Whose answers the provider loses is asked again after two minutes each time (BW-16). */
const ENDED_WITHIN_MS = 480_000

/** Follows a withdrawal to its end. @returns its state then */
export async function withdrawalEnd(person: Person, id: string): Promise<'success' | 'rejected'> {
  const look = async () => {
    const { list } = await person.call(http.withdrawals, {})
    const status = list.find(({ _id }) => _id === id)?.status
    return status === 'success' || status === 'rejected' ? status : undefined
  }
  return waitFor(`the withdrawal ${id} is over`, look, ENDED_WITHIN_MS)
}

/** Of so many transfers that are asked for one is treated so; of the inquiries twice as many. */
const FAULTS = [
  { call: 'transfer', fault: 'drop', of: 8 },
  { call: 'transfer', fault: 'fail', of: 8 },
  { call: 'transfer', fault: 'error', of: 16 },
  { call: 'transfer', fault: 'timeout', ms: 300, of: 25 },
  { call: 'transfer', fault: 'delay', ms: 500, of: 10 },
  { call: 'transfer-status', fault: 'drop', of: 6 },
  { call: 'transfer-status', fault: 'error', of: 6 },
] as const

/** Has the payout provider misbehave while so many transfers are asked for. */
export async function misbehave(run: Pick<Run, 'sandbox'>, transfers: number): Promise<void> {
  for (const { of, ...fault } of FAULTS) {
    const times = Math.max(1, Math.round(transfers / of))
    await control(run, 'POST', 'faults', { provider: 'payout', ...fault, times })
  }
}
