import { setTimeout as pause } from 'node:timers/promises'
import { BooksFrozenSchema, BooksThawedSchema } from '@talad/proto/ledger/v1/books'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { books } from '../src/replicas/books.ts'
import { startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** A withdrawal that an admin has just agreed to, of somebody with 100,000 points. */
async function approved(who: string, value = 20_000): Promise<string> {
  await world.earn(who, 100_000)
  const bank = await world.bankAccount(who)
  const { request } = await world.withdraw(who, bank, value)
  expect((await world.decide('approve', request._id)).status).toBe(200)
  return request._id
}

const paidTo = async (id: string) => (await world.transfers()).filter(({ reference }) => reference === id)
const attempts = async (id: string) => Number((await world.row('withdrawal', id)).attempts)
const attempted = (id: string, count: number) =>
  until(`${count} attempts`, async () => (await attempts(id)) === count)
/** Lets time pass until it is so: a busy machine may need another attempt, and each waits two minutes for the last one. */
async function reachesInTime(id: string, wanted: Record<string, unknown>): Promise<void> {
  const isSo = async () => {
    const row = await world.row('withdrawal', id)
    return Object.entries(wanted).every(([name, value]) => row[name] === value)
  }
  for (let rounds = 0; rounds < 30 && !(await isSo()); rounds++) {
    await world.pass(3 * MINUTE)
    for (let looks = 0; looks < 100 && !(await isSo()); looks++) await pause(30)
  }
  await world.reaches(id, wanted)
}
const money = (who: string) => world.balance(who)
/** Waits until so many of what waits for a person are counted for an alert. */
const counted = async (says: string, count: number) => {
  await world.pass(MINUTE + SECOND)
  await until(`${count} counted: ${says}`, async () => {
    const sql = 'select faults from kit.verification where name like $1'
    return (await world.db.query<{ faults: number }>(sql, [`%${says}%`])).rows[0]?.faults === count
  })
}
const types = async (id: string) => {
  const { rows } = await world.db.query<{ type: string }>(
    'select type from kit.event where stream = $1 order by version',
    [`withdrawal-${id}`],
  )
  return rows.map(({ type }) => type)
}

test('BW-16 a payout whose answer is lost is found by its reference, and is not sent again', async () => {
  await world.fault({ call: 'transfer', fault: 'drop' })
  const id = await approved('lost')
  await world.reaches(id, { status: 'success', settled: true })
  expect(await paidTo(id)).toHaveLength(1)
  expect(await attempts(id)).toBe(1)
  expect(await money('lost')).toEqual({ balance: 80_000, locked: 0 })
})

test('BW-16 one that never arrived stays with the provider, unknown, until it has been denied for two minutes; then it goes by the same key', async () => {
  await world.fault({ call: 'transfer', fault: 'error', status: 503 })
  const id = await approved('never')
  await attempted(id, 1)
  await world.pass(MINUTE)
  await until('it was asked about', async () => {
    const { rows } = await world.db.query(`select 1 from kit.job where key = $1 and run_at > $2`, [
      id,
      world.now(),
    ])
    return rows.length === 1
  })
  expect(await world.row('withdrawal', id)).toMatchObject({ status: 'provider_processing', attempts: 1 })
  expect(await money('never')).toEqual({ balance: 100_000, locked: 20_000 })
  await reachesInTime(id, { status: 'success', settled: true })
  expect(await attempts(id)).toBeGreaterThan(1)
  expect(await paidTo(id)).toHaveLength(1)
})

test('BW-16 a transfer that fails after it was accepted gives the money back once, when it is said twice', async () => {
  await world.fault({ call: 'transfer', fault: 'fail' })
  const id = await approved('failing')
  await until('the failure is noted', async () => (await types(id)).includes('PayoutFailureReported'))
  expect(await world.row('withdrawal', id)).toMatchObject({ status: 'provider_processing' })
  await reachesInTime(id, { status: 'rejected', credit_status: 'failed', released: true })
  expect(await money('failing')).toEqual({ balance: 100_000, locked: 0 })
  const { body } = await world.call('GET', '/user/v1/fiat-withdrawal/requests', { as: 'failing' })
  expect(body.list).toMatchObject([
    { status: 'rejected', credit_status: 'failed', admin_response: { reason: 'the account is closed' } },
  ])
  expect((await types(id)).filter((type) => type === 'FundsReleased')).toHaveLength(1)
})

test('BW-16 a provider that tells of another amount is not believed: held, shown to admins, nothing posted or given back', async () => {
  await world.control('/payout', 'PATCH', { payMs: 10 * MINUTE })
  const id = await approved('liar')
  await until('it is accepted', async () => (await world.row('withdrawal', id)).transfer_id !== null)
  const [transfer] = await paidTo(id)
  await world.control(`/payout/transfers/${transfer?.id}`, 'PATCH', { amount: 1 })
  await world.pass(20 * MINUTE)
  await until('it is noted', async () => (await world.row('withdrawal', id)).incident !== null)
  await world.makeAdmin('looker', 'withdrawal.read')
  const seen = await world.call('GET', `/admin/v1/fiat-withdrawal/request/${id}`, { as: 'looker' })
  expect(seen.request).toMatchObject({
    status: 'provider_processing',
    incident: 'amount: 1 in place of 18500',
    incident_about: { code: 'amount', expected: '18500', received: '1' },
  })
  await counted('as it was asked for', 1)
  expect(await money('liar')).toEqual({ balance: 100_000, locked: 20_000 })
  await world.control(`/payout/transfers/${transfer?.id}`, 'PATCH', { amount: 18_500 })
  await reachesInTime(id, { status: 'success', settled: true, incident: null })
  await world.control('/payout', 'PATCH', { payMs: 0 })
})

test('BW-16 a payout without an outcome for half an hour is told to admins, and goes on being asked about', async () => {
  await world.control('/payout', 'PATCH', { payMs: 60 * MINUTE })
  const id = await approved('slow')
  await until('it is accepted', async () => (await world.row('withdrawal', id)).transfer_id !== null)
  await world.pass(31 * MINUTE)
  await until('it is overdue', async () => (await world.row('withdrawal', id)).overdue === true)
  await counted('an outcome within half an hour', 1)
  await world.pass(30 * MINUTE) // the provider's hour is over
  await reachesInTime(id, { status: 'success', settled: true, overdue: false })
  await world.control('/payout', 'PATCH', { payMs: 0 })
})

test('BW-16 a provider that is away, and a process that ends at any step, lose nothing and pay once', async () => {
  await world.fault({ call: 'transfer', fault: 'timeout', ms: 200 })
  await world.fault({ call: 'transfer-status', fault: 'error', times: 3 })
  const id = await approved('stopped')
  await attempted(id, 1)
  await world.restart()
  await world.pass(3 * MINUTE)
  await world.restart()
  await reachesInTime(id, { status: 'success', settled: true })
  expect(await paidTo(id)).toHaveLength(1)
  expect(await money('stopped')).toEqual({ balance: 80_000, locked: 0 })
})

test('BW-16 a ledger that is away when it was paid posts it when it is back, once', async () => {
  await world.control('/payout', 'PATCH', { payMs: 10 * MINUTE })
  const id = await approved('later')
  await until('it is accepted', async () => (await world.row('withdrawal', id)).transfer_id !== null)
  await world.killLedger()
  await world.pass(20 * MINUTE)
  await world.reaches(id, { status: 'success', settled: false })
  await world.startLedger()
  await world.reaches(id, { settled: true })
  expect(await money('later')).toEqual({ balance: 80_000, locked: 0 })
  await world.control('/payout', 'PATCH', { payMs: 0 })
})

test('BW-16 the work of a payout that is done twice, and late, changes nothing', async () => {
  const id = await approved('twice')
  await world.reaches(id, { status: 'success', settled: true })
  const before = await types(id)
  await world.db.query(
    `insert into kit.job (task, key, payload, context, run_at)
     values ('withdrawal.payout', $1, $2, '{"correlationId":"again"}', now())`,
    [id, JSON.stringify({ requestId: id })],
  )
  await world.pass(0)
  await until('it was done', async () => {
    const { rowCount } = await world.db.query(
      `select 1 from kit.job where task = 'withdrawal.payout' and key = $1`,
      [id],
    )
    return rowCount === 0
  })
  expect(await types(id)).toEqual(before)
  expect(await paidTo(id)).toHaveLength(1)
})

test('LG-17 while the ledger says that its books are frozen nothing is approved or sent; older news changes nothing', async () => {
  const says = (schema: typeof BooksFrozenSchema | typeof BooksThawedSchema, revision: number) =>
    world.send(outgoing('ledger.books.v1', 'ledger', schema, { revision }))
  const frozen = (wanted: boolean) =>
    until(`frozen is ${wanted}`, async () => {
      const { rows } = await world.db.query<{ frozen: boolean; revision: number }>('select * from books')
      return rows[0]?.frozen === wanted
    })
  await world.earn('frozen', 100_000)
  const bank = await world.bankAccount('frozen')
  const { request } = await world.withdraw('frozen', bank, 20_000)
  await says(BooksFrozenSchema, 5)
  await frozen(true)
  await says(BooksThawedSchema, 4)
  expect(await world.decide('approve', request._id)).toMatchObject({
    status: 409,
    body: { code: 'withdrawals_frozen' },
  })
  await says(BooksThawedSchema, 6)
  await frozen(false)
  await world.fault({ call: 'transfer', fault: 'error' })
  expect((await world.decide('approve', request._id)).status).toBe(200)
  await attempted(request._id, 1)
  await says(BooksFrozenSchema, 7)
  await frozen(true)
  await world.pass(10 * MINUTE)
  await until(
    'it was asked about',
    async () => (await world.row('withdrawal', request._id)).overdue === false,
  )
  expect(await paidTo(request._id)).toEqual([])
  await world.db.query('update books set frozen = false, revision = 9')
  await world.rebuild(books)
  await frozen(true)
  await says(BooksThawedSchema, 8)
  await frozen(false)
  await reachesInTime(request._id, { status: 'success', settled: true })
})
