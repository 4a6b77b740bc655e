import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { manifest } from '../manifest.ts'
import { startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

const MINUTE = 60_000

test('BW-12 a withdrawal answers when its money is locked, is paid out after an approval, and leaves the ledger with its fee', async () => {
  await world.earn('mali', 50_000)
  const bank = await world.bankAccount('mali')
  const asked = await world.withdraw('mali', bank, 20_000)
  expect(asked).toMatchObject({
    status: 201,
    request: { status: 'pending', credit_status: 'pending', value: 20_000, service_fee: 1_500, net: 18_500 },
  })
  expect(await world.balance('mali')).toEqual({ balance: 50_000, locked: 20_000 })
  const approved = await world.decide('approve', asked.request._id)
  expect(approved).toMatchObject({ status: 200, request: { status: 'provider_processing' } })
  await world.reaches(asked.request._id, { status: 'success', settled: true, released: false })
  expect(await world.balance('mali')).toEqual({ balance: 30_000, locked: 0 })
  const { rows } = await world.books.query(
    `select account, sum(case flow_type when 'in' then value else -value end)::int as sum from flow
     where related_id = $1 and flow_type <> 'lock' group by account order by account`,
    [asked.request._id],
  )
  expect(rows).toEqual([
    { account: 'join-mali', sum: -20_000 },
    { account: 'platform:provider_clearing', sum: 18_500 },
    { account: 'platform:service_fee', sum: 1_402 },
    { account: 'platform:vat', sum: 98 },
    { account: 'platform:withdrawal_clearing', sum: 0 },
  ])
  const transfers = (await world.transfers()).filter(({ reference }) => reference === asked.request._id)
  expect(transfers).toMatchObject([{ amount: 18_500 }])
})

test('BW-12 more than what is spendable is refused, and leaves nothing', async () => {
  await world.earn('poor', 10_000)
  const bank = await world.bankAccount('poor')
  expect(await world.withdraw('poor', bank, 10_001)).toMatchObject({
    status: 409,
    body: { code: 'amount_exceeds_spendable', field: 'value' },
  })
  const { body } = await world.call('GET', '/user/v1/fiat-withdrawal/requests', { as: 'poor' })
  expect(body.list).toEqual([])
  expect((await world.withdraw('poor', bank, 10_000)).status).toBe(201)
})

test('BW-12 of fifty requests at the same time one is made, and its money is locked once', async () => {
  await world.earn('crowd', 1_000_000)
  const bank = await world.bankAccount('crowd')
  const answers = await Promise.all(Array.from({ length: 50 }, () => world.withdraw('crowd', bank, 10_000)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
    new Set(['withdrawal_open']),
  )
  expect(await world.balance('crowd')).toEqual({ balance: 1_000_000, locked: 10_000 })
})

test('BW-12 the same request asked again by its key is the same request', async () => {
  await world.earn('again', 100_000)
  const bank = await world.bankAccount('again')
  const key = randomUUID()
  const [one, other] = await Promise.all([
    world.withdraw('again', bank, 10_000, { key }),
    world.withdraw('again', bank, 10_000, { key }),
  ])
  expect([one.status, other.status]).toEqual([201, 201])
  expect(one.request._id).toBe(other.request._id)
  expect(await world.balance('again')).toEqual({ balance: 100_000, locked: 10_000 })
})

test('BW-12 a ledger that is away loses no request: who asks again by the same key gets it, locked', async () => {
  await world.earn('patient', 100_000)
  const bank = await world.bankAccount('patient')
  await world.killLedger()
  const key = randomUUID()
  const silent = await world.withdraw('patient', bank, 10_000, { key })
  expect(silent.status).toBe(503)
  await world.startLedger()
  const asked = await world.withdraw('patient', bank, 10_000, { key })
  expect(asked).toMatchObject({ status: 201, request: { status: 'pending' } })
  expect(await world.balance('patient')).toEqual({ balance: 100_000, locked: 10_000 })
})

test('BW-10 GW-9 a pending withdrawal is taken back by its customer: hidden, its money free; nobody else can, and later nobody can', async () => {
  await world.earn('taker', 100_000)
  const bank = await world.bankAccount('taker')
  const { request } = await world.withdraw('taker', bank, 10_000)
  const remove = (as: string) =>
    world.call('DELETE', '/user/v1/fiat-withdrawal/request', { as, body: { request_id: request._id } })
  expect(await remove('mali')).toMatchObject({ status: 404, body: { code: 'withdrawal_not_found' } })
  expect((await remove('taker')).status).toBe(200)
  await world.reaches(request._id, { status: 'canceled', credit_status: 'canceled', released: true })
  expect(await world.balance('taker')).toEqual({ balance: 100_000, locked: 0 })
  expect((await world.call('GET', '/user/v1/fiat-withdrawal/requests', { as: 'taker' })).body.list).toEqual(
    [],
  )
  const second = await world.withdraw('taker', bank, 10_000)
  await world.control('/payout', 'PATCH', { payMs: 10 * MINUTE })
  await world.decide('approve', second.request._id)
  const late = await world.call('DELETE', '/user/v1/fiat-withdrawal/request', {
    as: 'taker',
    body: { request_id: second.request._id },
  })
  expect(late).toMatchObject({ status: 409, body: { code: 'withdrawal_not_deletable' } })
  await world.control('/payout', 'PATCH', { payMs: 0 })
})

test('BW-17 a rejected withdrawal gives the money back, tells the reason, and needs one', async () => {
  await world.earn('refused', 100_000)
  const bank = await world.bankAccount('refused')
  const { request } = await world.withdraw('refused', bank, 10_000)
  expect((await world.decide('reject', request._id, { body: { reason: ' ' } })).body.code).toBe('validation')
  expect((await world.decide('reject', request._id, { body: { reason: 'x'.repeat(5_001) } })).body.code).toBe(
    'validation',
  )
  const rejected = await world.decide('reject', request._id, { body: { reason: 'ชื่อบัญชีไม่ตรง' } })
  expect(rejected).toMatchObject({ status: 200, request: { status: 'rejected' } })
  await world.reaches(request._id, { released: true, credit_status: 'rejected' })
  expect(await world.balance('refused')).toEqual({ balance: 100_000, locked: 0 })
  const { body } = await world.call('GET', '/user/v1/fiat-withdrawal/requests', { as: 'refused' })
  expect(body.list).toMatchObject([{ status: 'rejected', admin_response: { reason: 'ชื่อบัญชีไม่ตรง' } }])
})

test('BW-15 the level is asked afresh at the approval: who has fallen below SILVER is not paid out', async () => {
  await world.earn('fallen', 100_000)
  const bank = await world.bankAccount('fallen')
  const { request } = await world.withdraw('fallen', bank, 10_000)
  world.people.set(world.accountIdOf('fallen'), { kycLevel: 1, names: { th: null, en: null } })
  expect(await world.decide('approve', request._id)).toMatchObject({
    status: 409,
    body: { code: 'kyc_fell' },
  })
  world.identity.isAway = true
  expect((await world.decide('approve', request._id)).status).toBe(503)
  world.identity.isAway = false
  world.people.delete(world.accountIdOf('fallen'))
  expect((await world.decide('approve', request._id)).status).toBe(200)
})

test('BW-16 nothing is approved that the provider could not pay', async () => {
  await world.earn('rich', 600_000)
  const bank = await world.bankAccount('rich')
  const { request } = await world.withdraw('rich', bank, 500_000)
  await world.control('/payout', 'PATCH', { deposited: 400_000 })
  expect(await world.decide('approve', request._id)).toMatchObject({
    status: 409,
    body: { code: 'provider_balance_low' },
  })
  await world.fault({ call: 'balance', fault: 'error', times: 1 })
  expect((await world.decide('approve', request._id)).status).toBe(503)
  await world.control('/payout', 'PATCH', { deposited: 1_000_000_000 })
  expect((await world.decide('approve', request._id)).status).toBe(200)
})

test('BW-13 BW-14 who was GOLD at the request and is SILVER at the approval is not paid above the cap, unless it is a company', async () => {
  await world.earn('demoted', 2_000_000)
  const bank = await world.bankAccount('demoted')
  const { request } = await world.withdraw('demoted', bank, 1_000_001, { level: 3 })
  const becomes = (kycLevel: number, th: string | null = null) =>
    world.people.set(world.accountIdOf('demoted'), { kycLevel, names: { th, en: null } })
  becomes(2)
  expect(await world.decide('approve', request._id)).toMatchObject({
    status: 409,
    body: { code: 'above_cap_now' },
  })
  becomes(3)
  expect((await world.decide('approve', request._id)).status).toBe(200)
  // fallen between the first admin and the second
  becomes(2)
  expect((await world.decide('confirm', request._id, { as: 'second' })).body.code).toBe('above_cap_now')
  expect(await world.balance('demoted')).toEqual({ balance: 2_000_000, locked: 1_000_001 })
  becomes(2, 'บริษัท สมชาย จำกัด')
  expect((await world.decide('confirm', request._id, { as: 'second' })).status).toBe(200)
  await world.reaches(request._id, { status: 'success', settled: true })
})

test('AW-5 BW-16 somebody is called for what has waited for 72 hours, and for a day that differs from the provider', async () => {
  await world.earn('late', 50_000)
  const bank = await world.bankAccount('late')
  const { request } = await world.withdraw('late', bank, 20_000)
  const called = async () => {
    const all = await Promise.all((manifest.needsReview ?? []).map(({ sql }) => world.db.query(sql)))
    return all.flatMap(({ rows }) => rows)
  }
  const waits = { what: 'withdrawal', id: request._id }
  const aged = (hours: number) =>
    world.db.query('update withdrawal set created_at = now() - $2 * interval $$1 hour$$ where id = $1', [
      request._id,
      hours,
    ])
  await aged(71)
  expect(await called()).not.toContainEqual(waits)
  await aged(73)
  expect(await called()).toContainEqual(waits)
  await world.db.query(`insert into kit.reconciliation (day, compared, faults, differences, unanswered, finished_at)
    select current_date - ago, 9, faults, '[]', 0, now() from (values (1, 2), (2, 0), (9, 3)) d (ago, faults)`)
  const differing = (await called()).flatMap(({ faults }) => faults ?? [])
  expect(differing).toEqual([2])
})
