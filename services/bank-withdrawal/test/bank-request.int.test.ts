import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { PersonErasedSchema } from '@talad/proto/identity/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { untilHeard } from '@talad/shared/testing/heard'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { account, startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

const ask = (as: string, about: object = {}, level = 2) =>
  world.call('POST', '/user/v1/bank-account/request', {
    as,
    level,
    body: { bank_account_data: { ...account, ...about } },
  })
const list = async (as: string, path: string) => (await world.call('GET', path, { as })).body.list
const accounts = (as: string) => list(as, '/user/v1/bank-accounts')
const requests = (as: string) => list(as, '/user/v1/bank-account/requests')
const remove = (as: string, request_id: string) =>
  world.call('DELETE', '/user/v1/bank-account/request', { as, body: { request_id } })
const settled = (id: string) =>
  until('the provider has decided', async () => {
    const { status } = await world.row('bank_request', id)
    return (status === 'success' || status === 'rejected') && status
  })

test('BW-1 a request is approved by an admin, vetted by the provider, and becomes an account', async () => {
  const asked = await ask('mali')
  expect(asked).toMatchObject({
    status: 201,
    request: {
      status: 'pending',
      bank_account_data: { account_number: '1234567890', bank_symbol: 'KBANK', provider: 'payout' },
      kyc: { level: 2, name_th: 'นาย สมชาย ใจดี', name_en: 'Somchai Jaidee' },
      admin_response: null,
    },
  })
  expect(await world.approveBank(asked.request._id)).toMatchObject({
    status: 200,
    request: { status: 'provider_processing' },
  })
  expect(await settled(asked.request._id)).toBe('success')
  // BW-2
  expect(await accounts('mali')).toMatchObject([
    { _id: asked.request._id, account_number: '1234567890', relationship: 'Seller', country_code: 'TH' },
  ])
  expect(await remove('mali', asked.request._id)).toMatchObject({
    status: 409,
    body: { code: 'bank_request_not_deletable' },
  })
})

test('BW-1 an account that the provider refuses is rejected with its reason, and can then be put away', async () => {
  const { request } = await ask('wrong', { account_number: '1234560000' })
  await world.approveBank(request._id)
  expect(await settled(request._id)).toBe('rejected')
  expect(await accounts('wrong')).toEqual([])
  expect(await requests('wrong')).toMatchObject([
    { status: 'rejected', admin_response: { reason: 'the bank knows no such account' } },
  ])
  expect((await remove('wrong', request._id)).status).toBe(200)
  expect(await requests('wrong')).toEqual([])
})

test('BW-2 an account that the provider has another number for is rejected, and never paid to', async () => {
  await world.control('/payout', 'PATCH', { vetMs: 3_600_000 })
  const { request } = await ask('swapped', { account_number: '1234567895' })
  await world.approveBank(request._id)
  const registered = await until('the provider knows it', async () => {
    const { recipient_id: id } = await world.row('bank_request', request._id)
    return typeof id === 'string' && id !== '' && id
  })
  await world.control(`/payout/recipients/${registered}`, 'PATCH', { number: '9999999999' })
  await world.control('/payout', 'PATCH', { vetMs: 0 })
  await world.pass(2 * 3_600_000)
  expect(await settled(request._id)).toBe('rejected')
  expect(await accounts('swapped')).toEqual([])
})

test('BW-1 GW-9 a pending request is taken back by its customer, hidden and kept for the trail; others find none', async () => {
  const { request } = await ask('taker')
  expect(await remove('mali', request._id)).toMatchObject({
    status: 404,
    body: { code: 'bank_request_not_found' },
  })
  expect((await remove('taker', request._id)).status).toBe(200)
  expect(await requests('taker')).toEqual([])
  expect(await world.row('bank_request', request._id)).toMatchObject({ status: 'pending', deleted: true })
  expect((await world.approveBank(request._id)).body.code).toBe('not_pending')
  expect((await ask('taker')).status).toBe(201)
})

test('BW-3 of fifty requests at the same time one is made; five accounts are the most', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => ask('crowd', { account_number: String(2_000_000_001 + n) })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
    new Set(['bank_request_open']),
  )
  const first = answers.find(({ status }) => status === 201)
  await world.approveBank(first?.request._id ?? '')
  await settled(first?.request._id ?? '')
  for (let n = 1; n <= 4; n++) await world.bankAccount('crowd', { account_number: String(3_000_000_001 + n) })
  expect(await ask('crowd', { account_number: '4000000001' })).toMatchObject({
    status: 409,
    body: { code: 'too_many_bank_accounts' },
  })
  expect(await accounts('crowd')).toHaveLength(5)
})

test('BW-4 the same account twice is refused to one customer; another may have it, and the admin is told', async () => {
  await world.bankAccount('husband', { account_number: '5555555555' })
  expect(await ask('husband', { account_number: '555-555-5555' })).toMatchObject({
    status: 409,
    body: { code: 'duplicate_bank_account', field: 'bank_account_data.account_number' },
  })
  const { request } = await ask('wife', { account_number: '5555555555' })
  await world.makeAdmin('looker', 'bank.read')
  const seen = await world.call('GET', `/admin/v1/bank-account/request/${request._id}`, { as: 'looker' })
  expect(seen.request).toMatchObject({ same_number_elsewhere: true, same_number_customers: ['join-husband'] })
  const { request: other } = await ask('single', { account_number: '6666666666' })
  const alone = await world.call('GET', `/admin/v1/bank-account/request/${other._id}`, { as: 'looker' })
  expect(alone.request).toMatchObject({ same_number_elsewhere: false, same_number_customers: [] })
})

test('BW-5 a name that differs from the verified ones is shown to the admin, not refused', async () => {
  const { request } = await ask('named', { account_name: 'นางสาวสมศรี มีทรัพย์' })
  await world.makeAdmin('looker', 'bank.read')
  const seen = await world.call('GET', `/admin/v1/bank-account/request/${request._id}`, { as: 'looker' })
  expect(seen.request).toMatchObject({ name_match: 'different' })
  expect((await world.approveBank(request._id)).status).toBe(200)
})

test('BW-6 what the client says of constants is ignored, what the contract does not know is refused', async () => {
  const constants = {
    provider: 'mine',
    relationship: 'Owner',
    country_code: 'US',
    currency_code: 'USD',
    bank_symbol: 'X',
  }
  expect((await ask('constant', constants)).request).toMatchObject({
    bank_account_data: {
      provider: 'payout',
      relationship: 'Seller',
      country_code: 'TH',
      currency_code: 'THB',
      bank_symbol: 'KBANK',
    },
  })
  for (const internal of [{ status: 'success' }, { recipient_id: 'x' }, { customer_id: 'join-mali' }])
    expect(await ask('internal', internal)).toMatchObject({ status: 400, body: { code: 'validation' } })
  expect(await requests('internal')).toEqual([])
})

test('BW-8 numbers, tax ids, telephones and addresses that no bank takes are refused with their field', async () => {
  const cases: [string, object, string][] = [
    ['invalid_account_number', { account_number: '123456789' }, 'account_number'],
    ['invalid_account_number', { account_number: '1234567890123456' }, 'account_number'],
    ['invalid_account_number', { account_number: '12345678x0' }, 'account_number'],
    ['invalid_tax_id', { entity_type: 'Organization' }, 'tax_id'],
    ['invalid_tax_id', { entity_type: 'Organization', tax_id: '1234567890123' }, 'tax_id'],
    ['invalid_tel_number', { tel_number: '081234567' }, 'tel_number'],
    ['invalid_email', { email: 'a@b' }, 'email'],
  ]
  for (const [code, about, field] of cases)
    expect(await ask('invalid', about)).toMatchObject({
      status: 400,
      body: { code, field: `bank_account_data.${field}` },
    })
  expect((await ask('invalid', { bank_swift_code: 'NOSUCHXX' })).body.code).toBe('validation')
  expect(await requests('invalid')).toEqual([])
})

test('BW-9 GW-9 an account is removed unless a withdrawal to it is open, and past withdrawals keep it', async () => {
  await world.earn('mover', 100_000)
  const id = await world.bankAccount('mover')
  const { request } = await world.withdraw('mover', id, 10_000)
  const drop = (as: string) =>
    world.call('DELETE', '/user/v1/bank-account', { as, body: { bank_account_id: id } })
  expect(await drop('mover')).toMatchObject({ status: 409, body: { code: 'bank_account_in_use' } })
  expect(await drop('mali')).toMatchObject({ status: 404, body: { code: 'bank_account_not_found' } })
  await world.decide('approve', request._id)
  await world.reaches(request._id, { status: 'success', settled: true })
  expect((await drop('mover')).status).toBe(200)
  expect(await accounts('mover')).toEqual([])
  expect(await list('mover', '/user/v1/fiat-withdrawal/requests')).toMatchObject([
    { bank: { account_number: '1234567890', bank_symbol: 'KBANK' } },
  ])
  expect(await world.withdraw('mover', id, 10_000)).toMatchObject({
    status: 404,
    body: { code: 'bank_account_not_found' },
  })
})

test('BW-15 who has no level, or BRONZE, registers nothing', async () => {
  expect(await ask('none', {}, 0)).toMatchObject({ status: 403, body: { code: 'missing_kyc_level' } })
  expect(await ask('bronze', {}, 1)).toMatchObject({ status: 403, body: { code: 'kyc_level_not_eligible' } })
})

test('BW-20 lists of admins mask account numbers; the full one is a line of the audit log', async () => {
  const { request } = await ask('masked', { account_number: '7777788889' })
  await world.makeAdmin('auditor', 'bank.read')
  const queue = await world.call('GET', '/admin/v1/bank-account/requests?q=7777788889', { as: 'auditor' })
  expect(queue.body.list).toMatchObject([{ _id: request._id, account_last4: '8889' }])
  expect(JSON.stringify(queue.body)).not.toContain('7777788889')
  const lines = async () =>
    (
      await world.db.query(
        `select data from kit.event where type = 'AuditRecorded' and data ->> 'targetId' = $1`,
        [request._id],
      )
    ).rows
  expect(await lines()).toEqual([])
  const seen = await world.call('GET', `/admin/v1/bank-account/request/${request._id}`, { as: 'auditor' })
  expect(seen.request).toMatchObject({ bank_account_data: { account_number: '7777788889' } })
  expect(await lines()).toMatchObject([{ data: { action: 'bank-request.read', who: 'join-auditor' } }])
  // who reads it again within the minutes of a claim still looks at it
  await world.call('GET', `/admin/v1/bank-account/request/${request._id}`, { as: 'auditor' })
  expect(await lines()).toHaveLength(1)
})

test('ID-42 what identifies a person or an account lies sealed: nothing of it is in the database as it came', async () => {
  const secret = { account_number: '9876501234', account_name: 'ลับมาก สุดสุด', tel_number: '0899999999' }
  const asked = () =>
    world.call('POST', '/user/v1/bank-account/request', {
      as: 'secret',
      level: 2,
      key: 'secretly',
      body: { bank_account_data: { ...account, ...secret } },
    })
  const first = await asked()
  expect(first.request).toMatchObject({ bank_account_data: secret })
  // the answer is kept for who repeats the call
  expect((await asked()).request).toEqual(first.request)
  const { rows: tables } = await world.db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'kit') and table_type = 'BASE TABLE'`,
  )
  expect(tables.map(({ name }) => name)).toContain('kit.request')
  for (const { name } of tables) {
    const { rows } = await world.db.query<{ text: string }>(`select t::text as text from ${name} t`)
    const text = rows.map((row) => row.text).join('\n')
    for (const secret of ['9876501234', 'ลับมาก', '0899999999', account.email])
      expect(text, name).not.toContain(secret)
  }
})

test('ID-42 of who is erased no clerk reads a bank account any more, but of those that money was sent to; what they ask for afterwards stays', async () => {
  await world.earn('gone', 50_000)
  const paid = await world.bankAccount('gone', { account_number: '1111111111' })
  const { request: payout } = await world.withdraw('gone', paid, 10_000)
  const idle = await world.bankAccount('gone', { account_number: '2222222222' })
  const waiting = (await ask('gone', { account_number: '3333333333' })).request._id
  const vetted = (await ask('gone too', { account_number: '4444444444' })).request._id
  await world.control('/payout', 'PATCH', { vetMs: 3_600_000 })
  await world.approveBank(vetted)
  await world.makeAdmin('clerk', 'bank.read', 'bank.decide')
  const seen = async (id: string) =>
    (await world.call('GET', `/admin/v1/bank-account/request/${id}`, { as: 'clerk' })).status
  const all = [waiting, idle, vetted, paid]
  expect(await Promise.all(all.map(seen))).toEqual([200, 200, 200, 200])

  const erased = (who: string, at: Date) => {
    const about = { accountId: world.accountIdOf(who), customerId: `join-${who}`, at: timestampFromDate(at) }
    return world.send(outgoing('identity.account.v1', about.accountId, PersonErasedSchema, about))
  }
  const at = world.now()
  for (const who of ['gone', 'gone too']) await erased(who, at)
  await untilHeard(world.bus, 'bank-withdrawal.person')
  expect(await Promise.all(all.map(seen))).toEqual([404, 404, 404, 200])
  const { rows } = await world.db.query('select id from bank_detail where id = any($1)', [all])
  expect(rows).toEqual([{ id: paid }])
  expect(await accounts('gone')).toMatchObject([{ _id: paid }])
  const late = { request_id: waiting, version: (await world.row('bank_request', waiting)).version }
  expect(
    (await world.call('POST', '/admin/v1/bank-account/request/approve', { as: 'clerk', body: late })).body,
  ).toMatchObject({ code: 'not_pending' })
  await world.control('/payout', 'PATCH', { vetMs: 0 })
  await world.pass(2 * 3_600_000)
  await world.decide('approve', payout._id)
  await world.reaches(payout._id, { status: 'success' })
  const again = (await ask('gone', { account_number: '3333333333' })).request._id
  await erased('gone', at) // told once more
  await untilHeard(world.bus, 'bank-withdrawal.person')
  expect([await seen(again), (await world.row('bank_request', vetted)).status]).toEqual([
    200,
    'provider_processing',
  ])
})
