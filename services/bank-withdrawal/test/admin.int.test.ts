import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { account, startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

const QUEUE = '/admin/v1/fiat-withdrawal/requests'
const CASE = '/admin/v1/fiat-withdrawal/request'
const asked = async (who: string, value = 10_000, level = 2) => {
  await world.earn(who, 5_000_000)
  const bank = await world.bankAccount(who)
  const { request } = await world.withdraw(who, bank, value, { level })
  return request._id
}

test('BW-18 above 1,000,000 points a second admin confirms, who is another than the first; nobody decides on their own', async () => {
  const id = await asked('gold', 1_000_001, 3)
  world.people.set(world.accountIdOf('gold'), { kycLevel: 3, names: { th: null, en: null } })
  await world.makeAdmin('gold', 'withdrawal.read', 'withdrawal.decide')
  expect(await world.decide('approve', id, { as: 'gold' })).toMatchObject({
    status: 403,
    body: { code: 'decider_is_requester' },
  })
  expect((await world.decide('confirm', id)).body.code).toBe('not_approved_yet')
  expect(await world.decide('approve', id)).toMatchObject({
    status: 200,
    request: { status: 'pending', needs_second_admin: true, approved_by: world.accountIdOf('payadmin') },
  })
  expect((await world.decide('confirm', id)).body.code).toBe('same_admin')
  expect((await world.decide('confirm', id, { as: 'gold' })).body.code).toBe('decider_is_requester')
  expect((await world.transfers()).some(({ reference }) => reference === id)).toBe(false)
  const confirmed = await world.decide('confirm', id, { as: 'second' })
  expect(confirmed.status).toBe(200)
  // M§3: what each yes went by
  const lay = { ledger_balance: expect.any(Number), available_balance: expect.any(Number) }
  expect(confirmed.request.history).toMatchObject([
    { what: 'WithdrawalRequested', provider_balance: null },
    { what: 'FundsHeld', provider_balance: null },
    { what: 'WithdrawalApproved', provider_balance: lay },
    { what: 'WithdrawalConfirmed', provider_balance: lay },
  ])
  await world.reaches(id, { status: 'success', settled: true })
})

test('BW-18 B18 who has registered the very bank account themselves decides neither on it nor on what is paid to it', async () => {
  const number = { account_number: '777-7-77777-7' }
  await world.earn('friend', 100_000)
  const bank = await world.bankAccount('friend', number)
  const { request } = await world.withdraw('friend', bank, 10_000)
  // taken back again: that it was once asked for is enough
  const own = await world.call('POST', '/user/v1/bank-account/request', {
    as: 'insider',
    body: { bank_account_data: { ...account, ...number } },
  })
  await world.call('DELETE', `/user/v1/bank-account/request?request_id=${own.request._id}`, { as: 'insider' })
  const steps = [
    ['approve', {}],
    ['reject', { reason: 'no' }],
  ] as const
  for (const [step, body] of steps) {
    const { status, body: said } = await world.decide(step, request._id, { as: 'insider', body })
    expect([status, said.code], step).toEqual([403, 'decider_is_linked'])
  }
  const other = await world.call('POST', '/user/v1/bank-account/request', {
    as: 'acquaintance',
    body: { bank_account_data: { ...account, ...number } },
  })
  await world.makeAdmin('insider', 'bank.read', 'bank.decide')
  for (const [step, more] of steps) {
    const body = { request_id: other.request._id, version: 1, ...more }
    const { status, body: said } = await world.call('POST', `/admin/v1/bank-account/request/${step}`, {
      as: 'insider',
      body,
    })
    expect([status, said.code], step).toEqual([403, 'decider_is_linked'])
  }
  expect((await world.decide('approve', request._id)).status).toBe(200)
})

test('AW-4 who decides on what has moved on is told who moved it, and nothing changes', async () => {
  const id = await asked('raced')
  const version = Number((await world.row('withdrawal', id)).version)
  expect((await world.decide('reject', id, { body: { reason: 'no' } })).status).toBe(200)
  await world.makeAdmin('late', 'withdrawal.decide')
  const late = await world.call('POST', `${CASE}/approve`, { as: 'late', body: { request_id: id, version } })
  expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect(late.body.details).toMatchObject({
    what: expect.stringMatching(/^(WithdrawalRejected|FundsReleased)$/),
  })
})

test('AW-4 the same decision that comes again by its key after its answer was lost is the same decision', async () => {
  const id = await asked('repeated')
  const key = 'decision-1'
  const version = Number((await world.row('withdrawal', id)).version)
  const body = { request_id: id, version, reason: 'no' }
  await world.makeAdmin('twice', 'withdrawal.decide')
  const one = await world.call('POST', `${CASE}/reject`, { as: 'twice', body, key })
  const other = await world.call('POST', `${CASE}/reject`, { as: 'twice', body, key })
  expect([one.status, other.status]).toEqual([200, 200])
  const { rows } = await world.db.query(
    `select 1 from kit.event where type = 'AuditRecorded' and data ->> 'targetId' = $1 and data ->> 'action' = 'withdrawal.reject'`,
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('AW-5 the queue is oldest first, in whole pages, and shows for ten minutes who looks at what', async () => {
  const first = await asked('queue-a')
  const second = await asked('queue-b')
  await world.makeAdmin('one', 'withdrawal.read', 'withdrawal.decide')
  await world.makeAdmin('two', 'withdrawal.read')
  const page = await world.call('GET', `${QUEUE}?ps=100`, { as: 'two' })
  const ids = page.body.list.map(({ _id }) => _id)
  expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second))
  expect(page.body).toMatchObject({ index: 0, size: 100, total: ids.length, pages: 1 })
  const claimed = await world.call('POST', `${CASE}/claim`, { as: 'one', body: { request_id: first } })
  expect(claimed.request).toMatchObject({ claim: { is_me: true } })
  const found = async () =>
    (await world.call('GET', `${QUEUE}?q=join-queue-a`, { as: 'two' })).body.list.map(({ claim }) => claim)
  expect(await found()).toMatchObject([
    { account_id: world.accountIdOf('one'), customer_id: 'join-one', is_me: false },
  ])
  await world.pass(10 * 60_000 + 1)
  expect(await found()).toEqual([null])
  await world.call('POST', `${CASE}/claim`, { as: 'one', body: { request_id: first } })
  await world.call('POST', `${CASE}/release`, { as: 'one', body: { request_id: first } })
  expect(await found()).toEqual([null])
})

test('MO-38 each call needs its permission, and a payout a sign-in of at most ten minutes (AW-14)', async () => {
  const id = await asked('guarded')
  await world.makeAdmin('reader', 'withdrawal.read', 'bank.read')
  expect((await world.call('GET', QUEUE, { as: 'nobody' })).body.code).toBe('permission_required')
  for (const path of ['approve', 'confirm', 'reject', 'claim', 'release'])
    expect(
      await world.call('POST', `${CASE}/${path}`, { as: 'reader', body: { request_id: id } }),
    ).toMatchObject({
      status: 403,
      body: { code: 'permission_required', details: { permission: 'withdrawal.decide' } },
    })
  await world.makeAdmin('stale', 'withdrawal.decide')
  const stale = await world.call('POST', `${CASE}/approve`, {
    as: 'stale',
    body: { request_id: id, version: 2 },
    signedInAt: new Date(Date.now() - 16 * 60_000),
  })
  expect(stale).toMatchObject({ status: 401, body: { code: 'reauth_required' } })
})

test('BW-16 admins see what lies at the provider, and that it gives no answer', async () => {
  await world.makeAdmin('treasurer', 'withdrawal.read')
  const look = () => world.call('GET', '/admin/v1/fiat-withdrawal/provider-balance', { as: 'treasurer' })
  expect((await look()).body).toMatchObject({
    provider_balance: { available_balance: expect.any(Number) },
    frozen: false,
  })
  await world.fault({ call: 'balance', fault: 'error' })
  expect((await look()).body).toMatchObject({ provider_balance: null })
})

test('LG-12 the ledger’s face of every withdrawal, taken back ones too, by status', async () => {
  const id = await asked('faced')
  const faces = async (query = '') =>
    (await world.call('GET', `/user/v1/credit/withdrawals${query}`, { as: 'faced' })).body.list
  expect(await faces()).toMatchObject([
    {
      _id: id,
      unit: 'ft_thb',
      value: 10_000,
      service_fee: 1_500,
      net_value: 8_500,
      status: 'pending',
      reason: null,
    },
  ])
  await world.call('DELETE', '/user/v1/fiat-withdrawal/request', { as: 'faced', body: { request_id: id } })
  expect(await faces('?st=canceled')).toMatchObject([{ _id: id, status: 'canceled' }])
  expect(await faces('?st=pending')).toEqual([])
})

test('BW-12 bodies with floats, negative, huge or missing amounts, foreign or unknown things change nothing', async () => {
  await world.earn('odd', 100_000)
  const bank = await world.bankAccount('odd')
  const foreign = await world.bankAccount('other')
  for (const value of [10_000.5, -10_000, 0, 1e300, '10000', null])
    expect((await world.withdraw('odd', bank, value)).body.code, String(value)).toBe('validation')
  expect((await world.withdraw('odd', bank, undefined)).body.code).toBe('required_parameter')
  expect(await world.withdraw('odd', bank, 9_999)).toMatchObject({
    status: 400,
    body: { code: 'below_minimum', message: 'Minimum withdrawal amount is 10000 Points (100 THB)' },
  })
  const body = { value: 10_000 }
  expect(await world.call('POST', '/user/v1/fiat-withdrawal/request', { as: 'odd', body })).toMatchObject({
    status: 400,
    body: { code: 'bank_account_required', message: 'Please select a bank account' },
  })
  expect((await world.withdraw('odd', foreign, 10_000)).body.code).toBe('bank_account_not_found')
  const internal = { bank_account_id: bank, value: 10_000, status: 'success' }
  expect((await world.withdraw('odd', bank, 10_000, { body: internal })).body).toMatchObject({
    code: 'validation',
    field: 'status',
  })
  expect(await world.withdraw('odd', bank, 2_000_000)).toMatchObject({
    status: 403,
    body: { code: 'above_cap' },
  })
  expect(await world.withdraw('odd', bank, 10_000, { level: 1 })).toMatchObject({
    body: { code: 'kyc_level_not_eligible', message: 'Join KYC level not eligible' },
  })
  expect(await world.withdraw('odd', bank, 10_000, { level: 0 })).toMatchObject({
    body: { code: 'missing_kyc_level', message: 'Missing Join KYC level' },
  })
  expect((await world.db.query(`select 1 from withdrawal where customer_id = 'join-odd'`)).rows).toEqual([])
  expect(await world.balance('odd')).toEqual({ balance: 100_000, locked: 0 })
})
