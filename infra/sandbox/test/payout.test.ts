import { expect, test } from 'vitest'
import { folder, start } from './rig.ts'

const authorization = `Basic ${Buffer.from('sandbox-payout-key:').toString('base64')}`
const person = {
  name: 'Somchai Jaidee',
  type: 'individual',
  email: 'somchai@example.com',
  bank_account: { bank_code: 'KASITHBK', number: '1234567890', name: 'Somchai Jaidee' },
  metadata: { reference: 'r1' },
}

async function open(options: Parameters<typeof start>[0] = {}) {
  const sandbox = await start({ payout: { vetMs: 0, payMs: 0 }, ...options })
  const call = (method: string, path: string, body?: unknown, key?: string) =>
    sandbox.call(method, `/payout/v1${path}`, body, {
      authorization,
      ...(key !== undefined && { 'idempotency-key': key }),
    })
  const recipient = async (about: object = {}) =>
    (await call('POST', '/recipients', { ...person, ...about })).body
  const pay = (to: unknown, amount: number, key?: string, reference = 'w1') =>
    call('POST', '/transfers', { recipient: to, amount, currency: 'THB', metadata: { reference } }, key)
  return { sandbox, call, recipient, pay }
}

test('a recipient is looked into for a while, then verified; a number that no bank has is refused', async () => {
  let now = new Date('2030-01-01T00:00:00Z')
  const { call, recipient } = await open({ now: () => now, payout: { vetMs: 1000 } })
  const { id } = await recipient()
  expect((await call('GET', `/recipients/${id}`)).body).toMatchObject({ verified: false, failure_code: null })
  now = new Date(now.getTime() + 1000)
  expect((await call('GET', '/recipients?reference=r1')).body).toMatchObject({
    object: 'list',
    data: [{ id, verified: true, bank_account: { last_digits: '7890' } }],
  })
  const wrong = await recipient({ bank_account: { ...person.bank_account, number: '1234560000' } })
  now = new Date(now.getTime() + 1000)
  expect((await call('GET', `/recipients/${wrong.id}`)).body).toMatchObject({
    verified: false,
    failure_code: 'account_not_found',
  })
})

test('a transfer asked twice by one key is one; by two keys it is paid twice; a key stands for one body', async () => {
  const { call, recipient, pay } = await open()
  const { id } = await recipient()
  const one = await pay(id, 5_000, 'k1')
  expect(one).toMatchObject({ status: 200, body: { object: 'transfer', amount: 5_000, sent: true } })
  expect((await pay(id, 5_000, 'k1')).body.id).toBe(one.body.id)
  expect((await pay(id, 6_000, 'k1')).status).toBe(409)
  expect((await pay(id, 5_000, 'k2')).body.id).not.toBe(one.body.id)
  expect((await call('GET', '/transfers?reference=w1')).body.total).toBe(2)
})

test('the balance: what is under way is no longer available, what failed is again', async () => {
  let now = new Date('2030-01-01T00:00:00Z')
  const { sandbox, call, recipient, pay } = await open({
    now: () => now,
    payout: { vetMs: 0, payMs: 1000, balance: 10_000 },
  })
  const { id } = await recipient()
  const balance = async () => {
    const { ledger_balance, available_balance } = (await call('GET', '/balance')).body
    return [ledger_balance, available_balance]
  }
  await pay(id, 4_000)
  await sandbox.fault({ provider: 'payout', call: 'transfer', fault: 'fail' })
  await pay(id, 3_000)
  expect(await balance()).toEqual([10_000, 3_000])
  expect((await pay(id, 3_001)).body.code).toBe('insufficient_balance')
  now = new Date(now.getTime() + 1000)
  expect(await balance()).toEqual([6_000, 6_000])
  expect((await call('GET', '/transfers?reference=w1')).body.data).toMatchObject([
    { paid: true, failure_code: null },
    { paid: false, failure_code: 'account_closed' },
  ])
})

test('a single transfer can take its time, whatever the others take', async () => {
  const { sandbox, call, recipient, pay } = await open()
  const { id } = await recipient()
  for (const reference of ['w1', 'w2'])
    await sandbox.call('PATCH', '/control/payout', { payMsOf: { [reference]: 60_000 } })
  for (const reference of ['w1', 'w2', 'w3']) await pay(id, 1_000, undefined, reference)
  for (const [reference, paid] of [
    ['w1', false],
    ['w2', false],
    ['w3', true],
  ])
    expect((await call('GET', `/transfers?reference=${reference}`)).body.data).toMatchObject([{ paid }])
})

test('an answer can be lost after the transfer was made; nobody without the key is answered; everything survives a restart', async () => {
  const dataDir = folder()
  const first = await open({ dataDir })
  const { id } = await first.recipient()
  await first.sandbox.fault({ provider: 'payout', call: 'transfer', fault: 'drop' })
  await expect(first.pay(id, 100, 'k1')).rejects.toThrow()
  expect((await first.sandbox.call('GET', '/payout/v1/balance')).status).toBe(401)
  await first.sandbox.stop()
  const second = await open({ dataDir })
  const found = (await second.call('GET', '/transfers?reference=w1')).body
  expect(found.total).toBe(1)
  expect((await second.pay(id, 100, 'k1')).body).toMatchObject({ amount: 100 })
  expect((await second.call('GET', '/transfers?reference=w1')).body.total).toBe(1)
})

test('the file of a day has the transfers of that day in Bangkok', async () => {
  let now = new Date('2030-01-31T16:59:59Z')
  const { call, recipient, pay } = await open({ now: () => now })
  const { id } = await recipient()
  await pay(id, 100, 'k1', 'last')
  now = new Date('2030-01-31T17:00:00Z')
  await pay(id, 100, 'k2', 'next')
  expect((await call('GET', '/reports/transfers?day=2030-01-31')).body.data).toMatchObject([
    { metadata: { reference: 'last' } },
  ])
})
