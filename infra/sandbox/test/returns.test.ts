import { expect, test } from 'vitest'
import { start } from './rig.ts'

async function paid(options: Parameters<typeof start>[0] = {}) {
  const sandbox = await start(options)
  const { body } = await sandbox.pay()
  await sandbox.settle('ORDER1', 'success')
  const statusOf = async () => {
    const { body: details } = await sandbox.about('payment/details', body.TransactionId)
    return details.data
  }
  return { sandbox, id: body.TransactionId, statusOf }
}

test('SP-26 a payment is voided on its day and refunded afterwards, and nothing else', async () => {
  let time = new Date('2026-06-01T12:00:00Z')
  const { sandbox, id, statusOf } = await paid({ now: () => time })
  expect(await statusOf()).toMatchObject({ orderNo: 'ORDER1', amount: 250, status: 'Success' })
  expect((await sandbox.about('refund/request', id)).body).toMatchObject({ status: 2005, data: null })
  expect((await sandbox.about('void/request', id)).body).toMatchObject({
    status: 200,
    data: { status: 'Voided' },
  })
  await sandbox.pay({ OrderNo: 'ORDER2' })
  await sandbox.settle('ORDER2', 'success')
  time = new Date('2026-06-01T17:00:00Z') // midnight in Thailand
  expect((await sandbox.about('void/request', 1_000_002)).body).toMatchObject({ status: 2005 })
  expect((await sandbox.about('refund/request', 1_000_002)).body).toMatchObject({
    data: { status: 'Refunded' },
  })
  expect((await sandbox.search('ORDER2')).body.data).toMatchObject([{ status: 'Refunded' }])
})

test('SP-26 what is asked twice is paid twice', async () => {
  const { sandbox, id } = await paid()
  await sandbox.about('void/request', id)
  await sandbox.about('void/request', id)
  expect(JSON.stringify((await sandbox.call('GET', '/control')).body)).toContain(
    '"returns":[{"kind":"void","state":"done"},{"kind":"void","state":"done"}]',
  )
})

test('SP-26 a slow return is taken down until it is done or rejected', async () => {
  const { sandbox, id, statusOf } = await paid()
  await sandbox.call('PATCH', '/control/chillpay/transaction', { orderNo: 'ORDER1', slowReturns: true })
  expect((await sandbox.about('void/request', id)).body).toMatchObject({ data: { status: 'Void Requested' } })
  const end = (choice: string) =>
    sandbox.call('POST', '/control/chillpay/return', { orderNo: 'ORDER1', choice })
  await end('rejected')
  expect(await statusOf()).toMatchObject({ status: 'Success' })
  expect((await end('done')).status).toBe(409)
  await sandbox.about('void/request', id)
  await end('done')
  expect(await statusOf()).toMatchObject({ status: 'Voided' })
})

test('SP-26 a call with a wrong sum, or about what was never paid, is refused', async () => {
  const sandbox = await start()
  const { body } = await sandbox.pay()
  expect((await sandbox.about('void/request', body.TransactionId)).body).toMatchObject({ status: 2003 })
  expect((await sandbox.about('void/request', body.TransactionId, 'wrong')).body).toMatchObject({
    status: 3001,
  })
  await sandbox.settle('ORDER1', 'success')
  await sandbox.call('PATCH', '/control/chillpay/transaction', { orderNo: 'ORDER1', refusesReturns: true })
  expect((await sandbox.about('void/request', body.TransactionId)).body).toMatchObject({ status: 2006 })
})
