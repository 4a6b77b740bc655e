import { control, type Person } from '@talad/dev/seed/site'
import { bankWithdrawalAdminHttp as http } from '@talad/proto/http/bank-withdrawal/admin'
import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { ResponseError } from '@talad/proto/http/client'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { ledgerBooksHttp } from '@talad/proto/http/ledger/integrity'
import { ledgerReportsHttp } from '@talad/proto/http/ledger/reports'
import { until } from '@talad/shared/testing/wait'
import { z } from 'zod'
import { onceHeard } from '../people.ts'
import { type Desk, found, note } from './desk.ts'

const reason = 'The name of the account is another one'
/** Above this a second admin confirms (BW-18); in 1/100 baht. */
const LARGE = 1_500_000
/** What the provider takes to pay where it is meant to take its time. */
const SLOW_MS = 600_000
/** No call of ours is on its way for so long (BW-16). */
const LONG_AGO_MS = 11 * 60_000

const transfers = z.object({
  settings: z.looseObject({ payMs: z.number() }),
  transfers: z.array(z.looseObject({ id: z.string(), reference: z.string(), amount: z.number() })),
})
const atProvider = async ({ run }: Desk) =>
  transfers.parse(await (await fetch(`${run.sandbox}/control/payout`)).json())

const decideTransfer = ({ run }: Desk, id: string, failure: object | null) =>
  control(run, 'POST', `payout/transfers/${id}/decide`, { failure })

async function askForAccount({ call }: Person, account_number: string): Promise<string> {
  const bank_account_data = {
    account_number,
    account_name: 'อนันต์ ขยันยิ่ง',
    bank_swift_code: 'KASITHBK' as const,
    tel_number: '0810000004',
    email: 'anan@example.com',
  }
  return (await call(bankWithdrawalHttp.requestBankAccount, { body: { bank_account_data } })).request._id
}

/** One request is refused, one agreed to. @returns the account */
async function accountOf({ clerk: { call }, rival }: Desk): Promise<string> {
  const refused = await askForAccount(rival, '3456789012')
  const params = { request_id: refused }
  await onceHeard(['bank_request_not_found'], () => call(http.adminBankRequest, { params }))
  await call(http.adminBankRequests, { query: { ps: 1 } })
  await call(http.adminClaimBankRequest, { body: params })
  const { request } = await call(http.adminReleaseBankRequest, { body: params })
  const no = { request_id: refused, version: request.version, note, reason }
  await call(http.adminRejectBankRequest, { body: no })
  const request_id = await askForAccount(rival, '4567890123')
  const { request: next } = await call(http.adminBankRequest, { params: { request_id } })
  await call(http.adminApproveBankRequest, { body: { request_id, version: next.version, note } })
  const read = () => rival.call(bankWithdrawalHttp.bankAccounts, {})
  return (await found('the bank account is there', read))._id
}

type Ask = (value: number) => Promise<{ request_id: string; version: number }>

const versionOf = async ({ clerk }: Desk, request_id: string) =>
  (await clerk.call(http.adminWithdrawal, { params: { request_id } })).request.version

/** Approved by one, and by another one where it is much; then the provider has a transfer of it. */
async function payOut(desk: Desk, asked: { request_id: string; version: number }, isLarge: boolean) {
  const { clerk, secondClerk, hasten } = desk
  const { request_id } = asked
  await clerk.call(http.adminApproveWithdrawal, { body: { ...asked, note } })
  if (isLarge) {
    const version = await versionOf(desk, request_id)
    await secondClerk.call(http.adminConfirmWithdrawal, { body: { request_id, version, note } })
  }
  return until('the provider has a transfer', async () => {
    await hasten('bank-withdrawal', 'withdrawal.payout', request_id)
    return (await atProvider(desk)).transfers.find(({ reference }) => reference === request_id)
  })
}

const statusIs = (
  desk: Desk,
  request_id: string,
  wanted: (request: { status: string; incident: string | null }) => boolean,
) =>
  until('the withdrawal is as it should be', async () => {
    await desk.hasten('bank-withdrawal', 'withdrawal.payout', request_id)
    const { request } = await desk.clerk.call(http.adminWithdrawal, { params: { request_id } })
    return wanted(request)
  })

/** Paid, and sent back by the bank. */
async function returned(desk: Desk, ask: Ask): Promise<void> {
  const asked = await ask(LARGE)
  const { request_id } = asked
  const { id } = await payOut(desk, asked, true)
  await decideTransfer(desk, id, null)
  await statusIs(desk, request_id, ({ status }) => status === 'success')
  await desk.clerk.call(http.adminPayoutTransfers, { params: { request_id } })
  await decideTransfer(desk, id, { code: 'account_closed', message: 'the account is closed' })
  await onceHeard(['not_paid_out', 'version_conflict'], async () => {
    const version = await versionOf(desk, request_id)
    await desk.clerk.call(http.adminWithdrawalReturned, { body: { request_id, version, note, reason } })
  })
}

/** The provider's books say another amount: it is held. */
async function held(desk: Desk, ask: Ask) {
  const asked = await ask(20_000)
  const { id, amount } = await payOut(desk, asked, false)
  await control(desk.run, 'PATCH', `payout/transfers/${id}`, { amount: amount + 1 })
  await statusIs(desk, asked.request_id, ({ incident }) => incident !== null)
  return { request_id: asked.request_id, id, amount }
}

async function paidAfterAll(desk: Desk, ask: Ask): Promise<void> {
  const { request_id, id, amount } = await held(desk, ask)
  await decideTransfer(desk, id, null)
  await control(desk.run, 'PATCH', `payout/transfers/${id}`, { amount })
  try {
    await onceHeard(['version_conflict'], async () => {
      const body = { request_id, version: await versionOf(desk, request_id), note, transfer_id: id }
      return desk.clerk.call(http.adminWithdrawalPaid, { body })
    })
  } catch (error) {
    // the next look at the provider was faster than the admin
    if (!(error instanceof ResponseError && error.code === 'not_at_provider')) throw error
    await paidAfterAll(desk, ask)
  }
}

async function givenBack(desk: Desk, ask: Ask): Promise<void> {
  const { request_id, id } = await held(desk, ask)
  await decideTransfer(desk, id, { code: 'account_closed', message: 'the account is closed' })
  // time passes
  await desk.force(
    'bank-withdrawal',
    `update kit.event set data = jsonb_set(data::jsonb, '{at}', to_jsonb($2::text))::json
     where stream = $1 and type = 'PayoutAttempted'`,
    [`withdrawal-${request_id}`, new Date(Date.now() - LONG_AGO_MS).toISOString()],
  )
  await onceHeard(['version_conflict'], async () => {
    const version = await versionOf(desk, request_id)
    return desk.clerk.call(http.adminGiveBackWithdrawal, { body: { request_id, version, note, reason } })
  })
}

/** Money goes to a bank, or comes back from there. */
export async function attendPayouts(desk: Desk): Promise<void> {
  const { run, clerk, rival } = desk
  await rival.call(ledgerHttp.fastTopup, { body: { unit: 'ft_thb', amount: 5_000_000 } })
  const bank_account_id = await accountOf(desk)
  const ask: Ask = async (value) => {
    const body = { bank_account_id, value }
    const { request } = await onceHeard(['withdrawal_open'], () =>
      rival.call(bankWithdrawalHttp.requestWithdrawal, { body }),
    )
    const request_id = request._id
    const { request: seen } = await onceHeard(['withdrawal_not_found'], () =>
      clerk.call(http.adminWithdrawal, { params: { request_id } }),
    )
    return { request_id, version: seen.version }
  }
  const { request_id } = await ask(15_000)
  await clerk.call(http.adminWithdrawals, { query: { ps: 1 } })
  await clerk.call(http.adminClaimWithdrawal, { body: { request_id } })
  const { request } = await clerk.call(http.adminReleaseWithdrawal, { body: { request_id } })
  const no = { request_id, version: request.version, note, reason }
  await clerk.call(http.adminRejectWithdrawal, { body: no })
  await clerk.call(http.adminPayoutState, {})
  const { payMs } = (await atProvider(desk)).settings
  await control(run, 'PATCH', 'payout', { payMs: SLOW_MS })
  await returned(desk, ask)
  await paidAfterAll(desk, ask)
  await givenBack(desk, ask)
  await control(run, 'PATCH', 'payout', { payMs })
}

const dayOf = (at: number) => new Date(at + 7 * 3_600_000).toISOString().slice(0, 10)

/** What is written about money, and what happens when it is wrong. */
export async function attendBooks({ chief: { call }, hasten, force, buyer }: Desk): Promise<void> {
  const yesterday = dayOf(Date.now() - 24 * 3_600_000)
  await call(ledgerReportsHttp.userBalanceByDate, { body: { date_key: yesterday } })
  await call(ledgerReportsHttp.settlementByMonth, { body: { month_key: dayOf(Date.now()).slice(0, 7) } })
  /** Changes a row past the ledger, as somebody with the rights of the owner could. */
  const plant = (change: number) =>
    force('ledger', 'update account set balance = balance + $1 where customer_id = $2', [
      ...[change, buyer.customerId],
    ])
  const proved = (what: string, faulty: boolean) =>
    until(what, async () => {
      await hasten('ledger', 'books.proof', '')
      const { proof, frozen } = await call(ledgerBooksHttp.books, {})
      return proof && proof.faults > 0 === faulty && (!faulty || frozen !== null)
    })
  await plant(1)
  await proved('the difference is found', true)
  await plant(-1)
  await proved('the books are proved', false)
  const { version } = await call(ledgerBooksHttp.books, {})
  await call(ledgerBooksHttp.thawBooks, { body: { note: 'a row was changed by hand; put back', version } })
  await call(ledgerBooksHttp.bookProofs, { query: { lm: 2 } })
}
