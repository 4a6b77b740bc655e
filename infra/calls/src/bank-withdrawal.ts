import { control, type Person } from '@talad/dev/seed/site'
import { onceHeard } from '@talad/e2e/people'
import { bankWithdrawalAdminHttp as admin } from '@talad/proto/http/bank-withdrawal/admin'
import { bankWithdrawalHttp as http } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { newId } from '@talad/shared/ids'
import { until } from '@talad/shared/testing/wait'
import { z } from 'zod'
import { atRest } from './at-rest.ts'
import { eventsOf, type Row, row } from './row.ts'
import { note, type World } from './world.ts'

const reason = 'The name of the account is another one'
const VALUE = 20_000
/** Above this a second admin confirms (BW-18); in 1/100 baht. */
const LARGE = 1_500_000
/** What the provider takes to pay where it is meant to take its time. */
const SLOW_MS = 600_000
/** No call of ours is on its way for so long (BW-16). */
const LONG_AGO_MS = 11 * 60_000

/** An account whose number nobody else has. */
const bankData = ({ next }: World) => ({
  bank_account_data: {
    account_number: `4${String(next()).padStart(8, '0')}1`,
    account_name: 'กานดา ใจเย็น',
    bank_swift_code: 'KASITHBK' as const,
    tel_number: '0812345678',
    email: 'kanda@example.com',
  },
})

async function askForAccount(world: World, by: Person): Promise<string> {
  return (await by.call(http.requestBankAccount, { body: bankData(world) })).request._id
}

/** Somebody new asks for an account. */
async function requested(world: World, level?: 'GOLD') {
  const by = await world.newcomer(level)
  return { by, request_id: await askForAccount(world, by) }
}

async function seenRequest(world: World, level?: 'GOLD') {
  const { by, request_id } = await requested(world, level)
  const { call } = await world.clerk()
  const look = () => call(admin.adminBankRequest, { params: { request_id } })
  const { request } = await onceHeard(['bank_request_not_found'], look)
  return { by, request_id, version: request.version }
}

/** Somebody new has an account, and earned baht. */
async function account(world: World, earned = 3 * VALUE) {
  const { by, request_id, version } = await seenRequest(world, earned > LARGE ? 'GOLD' : undefined)
  const { call } = await world.clerk()
  await call(admin.adminApproveBankRequest, { body: { request_id, version, note } })
  const { _id } = await until('the bank account is there', async () => {
    return (await by.call(http.bankAccounts, {})).list[0]
  })
  await by.call(ledgerHttp.fastTopup, { body: { unit: 'ft_thb', amount: earned } })
  return { by, bank_account_id: _id }
}

async function withdrawing(world: World, value = VALUE) {
  const { by, bank_account_id } = await account(world, 3 * value)
  const body = { bank_account_id, value }
  return { by, request_id: (await by.call(http.requestWithdrawal, { body })).request._id }
}

const look = async (world: World, request_id: string) =>
  (await (await world.clerk()).call(admin.adminWithdrawal, { params: { request_id } })).request

/** Its money is locked: from then on it changes only when somebody decides. */
async function pending(world: World, value?: number) {
  const { request_id } = await withdrawing(world, value)
  const sql = `select 1 from withdrawal where id = $1 and status = 'pending'`
  const isPending = async () => (await world.db('bank-withdrawal').query(sql, [request_id])).rowCount === 1
  await until(`the money of ${request_id} is locked`, isPending, 60_000)
  return { request_id, version: (await look(world, request_id)).version, note }
}

/** Approved by one admin, where a second one has to confirm. */
async function approved(world: World) {
  const body = await pending(world, LARGE)
  await (await world.clerk()).call(admin.adminApproveWithdrawal, { body })
  return { ...body, version: (await look(world, body.request_id)).version }
}

const books = z.object({
  transfers: z.array(z.looseObject({ id: z.string(), reference: z.string(), amount: z.number() })),
})
const atProvider = async ({ run }: World) =>
  books.parse(await (await fetch(`${run.sandbox}/control/payout`)).json())

type Transfer = { request_id: string; id: string; amount: number }

/**
 * BW-16: a transfer whose first answer was lost waits for two minutes before it is sent again. LG-17: nothing is sent while
 * another row has the books frozen, which it does for as long as it is played and killed.
 */
const UNCERTAIN_MS = 600_000

/** The provider has it, and takes its time. */
async function underWay(world: World): Promise<Transfer> {
  const body = await pending(world)
  const { request_id } = body
  await control(world.run, 'PATCH', 'payout', { payMsOf: { [request_id]: SLOW_MS } })
  await (await world.clerk()).call(admin.adminApproveWithdrawal, { body })
  const { id, amount } = await until(
    'the provider has a transfer',
    async () => {
      await world.hasten('bank-withdrawal', 'withdrawal.payout', request_id)
      return (await atProvider(world)).transfers.find(({ reference }) => reference === request_id)
    },
    UNCERTAIN_MS,
  )
  return { request_id, id, amount }
}

const settle = ({ run }: World, { id }: Transfer, failure: object | null) =>
  control(run, 'POST', `payout/transfers/${id}/decide`, { failure })

type Seen = { status: string; incident: string | null }
const followed = ({ hasten, ...world }: World, { request_id }: Transfer, isSo: (request: Seen) => boolean) =>
  until('the withdrawal is as it should be', async () => {
    await hasten('bank-withdrawal', 'withdrawal.payout', request_id)
    const request = await look({ hasten, ...world }, request_id)
    return isSo(request) && { request_id, version: request.version, note }
  })

const CLOSED = { code: 'account_closed', message: 'the account is closed' }

/** Paid, and sent back by the bank. */
async function returned(world: World) {
  const transfer = await underWay(world)
  await settle(world, transfer, null)
  const { request_id } = await followed(world, transfer, ({ status }) => status === 'success')
  const { version } = await atRest(() => look(world, request_id))
  await settle(world, transfer, CLOSED)
  return { request_id, version, note, reason }
}

/** What the provider's books say of another amount is held; nobody looks by itself before somebody has decided. */
async function held(world: World) {
  const transfer = await underWay(world)
  await control(world.run, 'PATCH', `payout/transfers/${transfer.id}`, { amount: transfer.amount + 1 })
  await followed(world, transfer, ({ incident }) => incident !== null)
  await world
    .db('bank-withdrawal')
    .query(
      `update kit.job set run_at = run_at + interval '1 hour' where task = 'withdrawal.payout' and key = $1`,
      [transfer.request_id],
    )
  const { version } = await look(world, transfer.request_id)
  return { transfer, decision: { request_id: transfer.request_id, version, note } }
}

/** It was paid after all. */
async function paid(world: World) {
  const { transfer, decision } = await held(world)
  await settle(world, transfer, null)
  const { id: transfer_id, amount } = transfer
  await control(world.run, 'PATCH', `payout/transfers/${transfer_id}`, { amount })
  return { ...decision, transfer_id }
}

/** It failed, long after it was asked for. */
async function givenBack(world: World) {
  const { transfer, decision } = await held(world)
  await settle(world, transfer, CLOSED)
  await world.force(
    'bank-withdrawal',
    `update kit.event set data = jsonb_set(data::jsonb, '{at}', to_jsonb($2::text))::json
     where stream = $1 and type = 'PayoutAttempted'`,
    [`withdrawal-${transfer.request_id}`, new Date(Date.now() - LONG_AGO_MS).toISOString()],
  )
  return { ...decision, reason }
}

const elses = () => newId(new Date())
const mine = 'bank_request_not_found'

export const rows: readonly Row[] = [
  row(http.requestBankAccount, async (world) => {
    const by = await world.newcomer()
    const sql = 'select count(*) as n from bank_request where customer_id = $1'
    const effect = { sql, values: [by.customerId] }
    return { by, body: bankData(world), other: { body: bankData(world) }, effect }
  }),
  row(
    http.deleteBankRequest,
    async (world) => {
      const { by, request_id } = await requested(world)
      const effect = eventsOf(`bank-request-${request_id}`, 'BankRequestDeleted')
      return { by, query: { request_id }, other: { query: { request_id: elses() } }, effect }
    },
    { owns: mine },
  ),
  row(
    http.deleteBankAccount,
    async (world) => {
      const { by, bank_account_id } = await account(world)
      const effect = eventsOf(`bank-request-${bank_account_id}`, 'BankAccountDeleted')
      return { by, query: { bank_account_id }, other: { query: { bank_account_id: elses() } }, effect }
    },
    { owns: 'bank_account_not_found' },
  ),
  row(
    http.requestWithdrawal,
    async (world) => {
      const { by, bank_account_id } = await account(world)
      const sql = 'select count(*) as n from withdrawal where bank_account_id = $1'
      const other = { body: { bank_account_id, value: VALUE + 1 } }
      const effect = { sql, values: [bank_account_id] }
      return { by, body: { bank_account_id, value: VALUE }, other, effect }
    },
    { owns: 'bank_account_not_found' },
  ),
  row(
    http.deleteWithdrawal,
    async (world) => {
      const { by, request_id } = await withdrawing(world)
      const effect = eventsOf(`withdrawal-${request_id}`, 'WithdrawalCanceled')
      return { by, query: { request_id }, other: { query: { request_id: elses() } }, effect }
    },
    { owns: 'withdrawal_not_found' },
  ),
  row(http.bankRequests, async (world) => ({ by: (await requested(world)).by })),
  row(http.bankAccounts, async (world) => ({ by: (await account(world)).by })),
  row(http.withdrawals, async (world) => ({ by: (await withdrawing(world)).by })),
  row(http.creditWithdrawals, async (world) => {
    const { by } = await withdrawing(world)
    await until('the ledger shows it', async () => {
      return (await by.call(http.creditWithdrawals, { query: {} })).list.length > 0
    })
    return { by }
  }),
  row(admin.adminBankRequest, async (world) => ({
    params: { request_id: (await seenRequest(world)).request_id },
  })),
  row(admin.adminClaimBankRequest, async (world) => ({
    body: { request_id: (await requested(world)).request_id },
  })),
  row(admin.adminReleaseBankRequest, async (world) => ({
    body: { request_id: (await requested(world)).request_id },
  })),
  row(admin.adminApproveBankRequest, async (world) => {
    const { request_id, version } = await seenRequest(world)
    return { body: { request_id, version, note } }
  }),
  row(admin.adminRejectBankRequest, async (world) => {
    const { request_id, version } = await seenRequest(world)
    return { body: { request_id, version, note, reason } }
  }),
  row(admin.adminBankRequests, { query: { ps: 1 } }),
  row(admin.adminWithdrawal, async (world) => ({
    params: { request_id: (await pending(world)).request_id },
  })),
  row(admin.adminClaimWithdrawal, async (world) => ({
    body: { request_id: (await pending(world)).request_id },
  })),
  row(admin.adminReleaseWithdrawal, async (world) => ({
    body: { request_id: (await pending(world)).request_id },
  })),
  row(admin.adminApproveWithdrawal, async (world) => ({ body: await pending(world) })),
  row(admin.adminRejectWithdrawal, async (world) => ({ body: { ...(await pending(world)), reason } })),
  row(admin.adminConfirmWithdrawal, async (world) => ({ body: await approved(world) })),
  row(admin.adminWithdrawalReturned, async (world) => ({ body: await returned(world) })),
  row(admin.adminWithdrawalPaid, async (world) => ({ body: await paid(world) })),
  row(admin.adminGiveBackWithdrawal, async (world) => ({ body: await givenBack(world) })),
  row(admin.adminWithdrawals, { query: { ps: 1 } }),
  row(admin.adminPayoutTransfers, async (world) => ({
    params: { request_id: (await underWay(world)).request_id },
  })),
  row(admin.adminPayoutState, {}),
  row(admin.payoutReconciliations, {}),
]
