import { openDb } from '@talad/shared/db'
import { change } from '@talad/shared/stream'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import type { Deps } from '../src/deps.ts'
import { payoutJob } from '../src/jobs/payout.ts'
import type { PayoutProvider } from '../src/payout/client.ts'
import { service } from '../src/service.ts'
import { withdrawals } from '../src/withdrawal/stream.ts'
import { startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

const MINUTE = 60_000
const CASE = '/admin/v1/fiat-withdrawal/request'

/** A withdrawal of 20,000 points that an admin has agreed to. */
async function approved(who: string): Promise<string> {
  await world.earn(who, 100_000)
  const bank = await world.bankAccount(who)
  const { request } = await world.withdraw(who, bank, 20_000)
  expect((await world.decide('approve', request._id)).status).toBe(200)
  return request._id
}
const recipientOf = async (id: string) =>
  String(
    (await world.row('bank_request', String((await world.row('withdrawal', id)).bank_account_id)))
      .recipient_id,
  )
const theirs = async (id: string) => (await world.transfers()).filter(({ reference }) => reference === id)
const known = async (id: string) =>
  (await world.call('GET', `${CASE}/${id}/transfers`, { as: 'payadmin' })).body.list

test('BW-16 what was paid twice is held, shown with both transfers, and ended by one of them', async () => {
  await world.control('/payout', 'PATCH', { payMs: MINUTE })
  const id = await approved('twice')
  await until('it is accepted', async () => (await world.row('withdrawal', id)).transfer_id !== null)
  // as if somebody had asked by another key
  const body = {
    recipient: await recipientOf(id),
    amount: 18_500,
    currency: 'THB',
    metadata: { reference: id },
  }
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from('sandbox-payout-key:').toString('base64')}`,
    'idempotency-key': 'another',
  }
  await fetch(`${world.sandbox.url}/payout/v1/transfers`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  await world.pass(2 * MINUTE)
  await until('it is held', async () => (await world.row('withdrawal', id)).incident !== null)
  const list = await known(id)
  expect(list).toMatchObject([
    { state: 'success', amount: 18_500, currency: 'THB', failure: null, has_paid: true },
    { state: 'success', has_paid: true },
  ])
  const [first] = await theirs(id)
  const wrong = { note: 'n', transfer_id: 'trsf_of_nobody' }
  expect(await world.decide('paid', id, { body: wrong })).toMatchObject({
    status: 409,
    body: { code: 'payout_not_paid' },
  })
  expect(await world.decide('give-back', id, { body: { reason: 'no' } })).toMatchObject({
    status: 409,
    body: { code: 'payout_may_be_paid' },
  })
  const paid = { note: 'the bank takes the second one back', transfer_id: first?.id }
  expect((await world.decide('paid', id, { body: paid })).status).toBe(200)
  await world.reaches(id, { status: 'success', settled: true, incident: null, transfer_id: first?.id })
  expect(await world.balance('twice')).toEqual({ balance: 80_000, locked: 0 })
  const { rows } = await world.db.query(
    `select data ->> 'note' as note from kit.event where type = 'AuditRecorded' and data ->> 'action' = 'withdrawal.paid'`,
  )
  expect(rows).toEqual([{ note: paid.note }])
  await world.control('/payout', 'PATCH', { payMs: 0 })
})

test('BW-16 what never reached the provider is given back a day after it was last asked, once, and can be asked for again', async () => {
  await world.fault({ call: 'transfer', fault: 'error', times: 1_000 })
  const id = await approved('stuck')
  await until('it was asked', async () => Number((await world.row('withdrawal', id)).attempts) > 0)
  expect(await known(id)).toEqual([])
  const reason = 'ผู้ให้บริการไม่ได้รับคำสั่งโอน กรุณาขอใหม่'
  const giveBack = () => world.decide('give-back', id, { body: { reason } })
  expect((await giveBack()).body.code).toBe('payout_may_be_paid')
  await world.pass(21 * 60 * MINUTE)
  await until('nobody is asked any more', async () => (await world.row('withdrawal', id)).overdue === true)
  await world.pass(24 * 60 * MINUTE)
  await until('it is given back', async () => (await giveBack()).status === 200)
  await world.reaches(id, { status: 'rejected', credit_status: 'failed', released: true, reason })
  expect(await theirs(id)).toEqual([])
  expect(await world.balance('stuck')).toEqual({ balance: 100_000, locked: 0 })
  expect((await giveBack()).body.code).toBe('not_at_provider')
  await fetch(`${world.sandbox.url}/control/faults`, { method: 'DELETE' })
})

test('BW-16 a provider that says no is asked what it knows before the money is given back', async () => {
  await world.earn('declined', 100_000)
  const bank = await world.bankAccount('declined')
  const { request } = await world.withdraw('declined', bank, 20_000)
  const recipient = String((await world.row('bank_request', bank)).recipient_id)
  const failure = { code: 'blocked', message: 'the account is blocked' }
  await world.control(`/payout/recipients/${recipient}/decide`, 'POST', { failure })
  expect((await world.decide('approve', request._id)).status).toBe(200)
  const said = async () => {
    const sql = `select 1 from kit.event where stream = $1 and type = 'PayoutRefused'`
    return (await world.db.query(sql, [`withdrawal-${request._id}`])).rowCount === 1
  }
  await until('it was refused', said)
  expect(await world.row('withdrawal', request._id)).toMatchObject({
    status: 'provider_processing',
    attempts: 1,
  })
  await world.pass(MINUTE)
  await world.reaches(request._id, { status: 'rejected', credit_status: 'failed', released: true })
  expect(await world.balance('declined')).toEqual({ balance: 100_000, locked: 0 })
})

test('BW-16 LG-8 what the bank sends back after it was paid out is the customer’s again, with its fee, once', async () => {
  const id = await approved('bounced')
  await world.reaches(id, { status: 'success', settled: true })
  expect(await world.balance('bounced')).toEqual({ balance: 80_000, locked: 0 })
  const reason = 'ธนาคารปิดบัญชีนี้แล้ว'
  const back = (key?: string) => world.decide('returned', id, { body: { reason }, ...(key && { key }) })
  expect((await back()).body.code).toBe('payout_may_be_paid')
  const [transfer] = await theirs(id)
  const failure = { code: 'account_closed', message: 'the account is closed' }
  await world.control(`/payout/transfers/${transfer?.id}/decide`, 'POST', { failure })
  expect((await back()).status).toBe(200)
  await until('it is back', async () => (await world.balance('bounced')).balance === 100_000)
  expect((await back()).body.code).toBe('not_paid_out')
  const { body } = await world.call('GET', '/user/v1/fiat-withdrawal/requests', { as: 'bounced' })
  expect(body.list).toMatchObject([{ _id: id, status: 'success', admin_response: { reason } }])
  const fees = await world.books.query<{ sum: bigint }>(
    `select sum(case flow_type when 'in' then value when 'out' then -value else 0 end) as sum from flow
     where related_id = $1 and account <> 'join-bounced'`,
    [id],
  )
  expect(fees.rows).toEqual([{ sum: 0n }])
  expect(await world.row('withdrawal', id)).toMatchObject({ returned: true, incident: null })
})

test('MO-38 AW-14 to end a payout takes withdrawal.decide and a fresh sign-in, to look at it withdrawal.read', async () => {
  const id = await approved('guarded')
  await world.reaches(id, { status: 'success' })
  expect((await world.call('GET', `${CASE}/${id}/transfers`, { as: 'nobody' })).body.code).toBe(
    'permission_required',
  )
  await world.makeAdmin('looker', 'withdrawal.read')
  await world.makeAdmin('stale', 'withdrawal.decide')
  const body = { request_id: id, version: 1, note: 'n' }
  for (const [path, more] of [
    ['paid', { transfer_id: 't' }],
    ['give-back', { reason: 'r' }],
    ['returned', { reason: 'r' }],
  ] as const) {
    const ask = (as: string, about = {}) =>
      world.call('POST', `${CASE}/${path}`, { as, body: { ...body, ...more }, ...about })
    expect((await ask('looker')).body.code, path).toBe('permission_required')
    const signedInAt = new Date(Date.now() - 16 * MINUTE)
    expect((await ask('stale', { signedInAt })).body.code, path).toBe('reauth_required')
  }
})

/** A database of the service without the service, with somebody's bank account. */
async function withoutService(id: string) {
  const own = await createTestDatabase(inject('postgres'), service.migrations)
  const db = openDb(own.url)
  onTestFinished(async () => {
    await db.end()
    await own.drop()
  })
  await db.query(
    `insert into bank_request (id, version, customer_id, account_id, status, deleted, swift_code, number_hash, last4,
       entity_type, kyc_level, recipient_id, overdue, created_at, updated_at)
     values ($1, 1, $1, $1, 'success', false, 'KASITHBK', $1, '1234', 'Individual', 2, 'recp_1', false, now(), now())`,
    [id],
  )
  await db.query(
    `insert into bank_account (id, customer_id, swift_code, number_hash, entity_type, recipient_id, created_at)
     values ($1, $1, 'KASITHBK', $1, 'Individual', 'recp_1', now())`,
    [id],
  )
  return db
}

test('BW-16 who slept between the note of an attempt and the call does not pay after others have', async () => {
  const id = 'f'.repeat(24)
  const db = await withoutService(id)
  const start = new Date()
  const by = { accountId: 'admin', customerId: undefined }
  const facts = {
    kycLevel: 3,
    isCompany: false,
    balance: { ledger: 100_000n, available: 100_000n },
    frozen: false,
  }
  const note = (command: Parameters<typeof withdrawals.decide>[0]) =>
    change({ db, now: () => start }, withdrawals, id, command)
  await note({
    type: 'Request',
    reference: id,
    customerId: id,
    accountId: id,
    value: 20_000n,
    kycLevel: 3,
    bankAccountId: id,
    bankAccount: { recipientId: 'recp_1' },
    isCompany: false,
    month: undefined,
    now: start,
  })
  await note({ type: 'RecordHeld', now: start })
  await note({ type: 'Approve', by, note: '', facts, now: start })

  let asked = 0
  const provider: Pick<PayoutProvider, 'send' | 'transfersOf'> = {
    async send() {
      asked += 1
      throw new Error('the answer is lost')
    },
    transfersOf: async () => [],
  }
  const log = { error: () => undefined, warn: () => undefined }
  const run = async (sleptMs: number) => {
    let at = start.getTime()
    const now = () => {
      at += sleptMs
      return new Date(at)
    }
    const deps = { db, provider, log, now } as unknown as Deps
    await payoutJob.run({ requestId: id }, { deps, now: start, attempt: 1 })
  }
  await run(61_000)
  const { rows } = await db.query('select attempts, status from withdrawal')
  expect(rows).toEqual([{ attempts: 1, status: 'provider_processing' }])
  expect(asked).toBe(0)
  start.setTime(start.getTime() + 10 * MINUTE)
  await expect(run(1_000)).rejects.toThrow('the answer is lost')
  expect(asked).toBe(1)
})
