import { expect, test } from 'vitest'
import { callbackCheckSum } from '../src/chillpay-format.ts'
import type { NewFault } from '../src/faults.ts'
import { folder, md5Secret, merchantServer, start, until } from './rig.ts'

async function paidTwice(fault: NewFault) {
  const merchant = await merchantServer()
  const sandbox = await start({ merchant: { callbackUrl: merchant.callbackUrl } })
  await sandbox.pay({ OrderNo: 'FIRST' })
  await sandbox.pay({ OrderNo: 'SECOND' })
  expect((await sandbox.fault(fault)).status).toBe(201)
  await sandbox.settle('FIRST', 'success')
  return { merchant, sandbox, orders: () => merchant.received.map(({ OrderNo }) => OrderNo) }
}

const onCallback = { provider: 'chillpay', call: 'callback' } as const

test('error answers the status without carrying the call out, as often as told', async () => {
  const sandbox = await start()
  await sandbox.fault({ provider: 'chillpay', call: 'payment', fault: 'error', status: 502, times: 2 })
  expect((await sandbox.pay()).status).toBe(502)
  expect((await sandbox.pay()).status).toBe(502)
  expect((await sandbox.pay()).body).toMatchObject({ Status: 0 })
})

test('drop carries the call out and loses the answer', async () => {
  const sandbox = await start()
  await sandbox.fault({ provider: 'chillpay', call: 'payment', fault: 'drop' })
  await expect(sandbox.pay()).rejects.toThrow()
  expect((await sandbox.pay()).body.Code).toBe(1007)
  expect((await sandbox.search('ORDER1')).body.totalRecord).toBe(1)
})

test('timeout never answers and carries nothing out', async () => {
  const sandbox = await start()
  await sandbox.fault({ provider: 'chillpay', call: 'payment', fault: 'timeout', ms: 30 })
  await expect(sandbox.pay()).rejects.toThrow()
  expect((await sandbox.search('ORDER1')).body.totalRecord).toBe(0)
})

test('delay answers late', async () => {
  const sandbox = await start()
  await sandbox.fault({ provider: 'join', call: 'profile', fault: 'delay', ms: 120 })
  const before = performance.now()
  expect((await sandbox.join('GET', '/users/somchai')).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThan(115)
})

test('tamper changes a field of an answer', async () => {
  const sandbox = await start()
  const { body: payment } = await sandbox.pay()
  await sandbox.fault({ provider: 'chillpay', call: 'inquiry', fault: 'tamper', field: 'Amount', value: 1 })
  expect((await sandbox.inquire(payment.TransactionId)).body).toMatchObject({ Amount: 1, OrderNo: 'ORDER1' })
  expect((await sandbox.inquire(payment.TransactionId)).body).toMatchObject({ Amount: 25000 })
})

test('duplicate sends a callback twice', async () => {
  const { orders } = await paidTwice({ ...onCallback, fault: 'duplicate' })
  await until(() => expect(orders()).toEqual(['FIRST', 'FIRST']))
})

test('reorder sends a callback after the next one', async () => {
  const { sandbox, orders } = await paidTwice({ ...onCallback, fault: 'reorder', ms: 60_000 })
  await sandbox.settle('SECOND', 'success')
  await until(() => expect(orders()).toEqual(['SECOND', 'FIRST']))
})

test('drop never sends a callback', async () => {
  const { sandbox, orders } = await paidTwice({ ...onCallback, fault: 'drop' })
  await sandbox.settle('SECOND', 'success')
  await until(() => expect(orders()).toEqual(['SECOND']))
  const { body } = await sandbox.call('GET', '/control')
  expect(JSON.stringify(body.chillpay)).toContain('"state":"dropped"')
})

test('delay sends a callback late', async () => {
  const { sandbox, orders } = await paidTwice({ ...onCallback, fault: 'delay', ms: 1000 })
  await sandbox.settle('SECOND', 'success')
  await until(() => expect(orders()).toEqual(['SECOND', 'FIRST']))
})

test('tamper breaks the check sum of a callback unless it is signed again', async () => {
  const tamper = { ...onCallback, fault: 'tamper', field: 'Amount', value: '1' } as const
  const { sandbox, merchant } = await paidTwice(tamper)
  await until(() => expect(merchant.received).toHaveLength(1))
  await sandbox.fault({ ...tamper, resign: true })
  await sandbox.settle('SECOND', 'success')
  await until(() => expect(merchant.received).toHaveLength(2))
  expect(merchant.received.map(({ Amount }) => Amount)).toEqual(['1', '1'])
  const honest = merchant.received.map((form) => form.CheckSum === callbackCheckSum(form, md5Secret))
  expect(honest).toEqual([false, true])
})

test('an answer lost with * hits any call of the provider and no other provider', async () => {
  const sandbox = await start({ ipfs: () => ({ body: '{}', contentType: 'application/json' }) })
  await sandbox.fault({ provider: 'ipfs', call: '*', fault: 'error' })
  expect((await sandbox.join('GET', '/users/somchai')).status).toBe(200)
  expect((await fetch(`${sandbox.url}/ipfs/cid/1.json`)).status).toBe(503)
  expect((await fetch(`${sandbox.url}/ipfs/cid/1.json`)).status).toBe(200)
})

test.each([
  [{ provider: 'chillpay', call: 'callback', fault: 'error' }],
  [{ provider: 'chillpay', call: 'payment', fault: 'duplicate' }],
  [{ provider: 'join', call: 'payment', fault: 'error' }],
  [{ provider: 'ipfs', call: 'get', fault: 'tamper', field: 'a', value: 'b' }],
  [{ provider: 'chillpay', call: 'callback', fault: 'tamper' }],
] satisfies [NewFault][])('a fault that makes no sense is refused: %o', async (fault) => {
  const sandbox = await start()
  expect((await sandbox.fault(fault)).body.code).toBe('invalid_request')
})

test('faults survive a restart and are removed together', async () => {
  const dataDir = folder()
  const before = await start({ dataDir })
  await before.fault({ provider: 'join', call: '*', fault: 'error', times: 5 })
  await before.stop()
  const after = await start({ dataDir })
  expect((await after.join('GET', '/users/somchai')).status).toBe(503)
  expect((await after.call('DELETE', '/control/faults')).status).toBe(204)
  expect((await after.join('GET', '/users/somchai')).status).toBe(200)
})
