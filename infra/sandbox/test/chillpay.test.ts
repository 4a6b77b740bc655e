import { expect, test } from 'vitest'
import { callbackCheckSum } from '../src/chillpay-format.ts'
import { folder, md5Secret, merchantServer, paymentForm, start, until } from './rig.ts'

const choose = (paymentUrl: unknown, choice: string) =>
  fetch(String(paymentUrl), { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' })

test('SP-14 payment, callback and inquiry agree after a success on the payment page', async () => {
  const merchant = await merchantServer()
  const sandbox = await start({ merchant: { callbackUrl: merchant.callbackUrl } })
  const { body: payment } = await sandbox.pay()
  expect(payment).toMatchObject({ Status: 0, Code: 200, OrderNo: 'ORDER1', Amount: 25000 })
  expect((await sandbox.inquire(payment.TransactionId)).body.PaymentStatus).toBe(9)

  expect((await choose(payment.PaymentUrl, 'success')).status).toBe(200)

  const [callback] = merchant.received
  expect(callback).toMatchObject({ OrderNo: 'ORDER1', Amount: '25000', PaymentStatus: '0', Currency: '764' })
  expect(callback?.CheckSum).toBe(callbackCheckSum(callback ?? {}, md5Secret))
  const { body: inquiry } = await sandbox.inquire(payment.TransactionId)
  for (const field of ['TransactionId', 'Amount', 'OrderNo', 'CustomerId', 'PaymentStatus', 'PaymentDate'])
    expect(String(inquiry[field])).toBe(callback?.[field])
})

test.each([
  ['success', 0, 'Success'],
  ['fail', 1, 'Fail'],
  ['cancel', 2, 'Cancel'],
  ['error', 3, 'Error'],
])('SP-15 the choice %s is told as status %i', async (choice, status, word) => {
  const sandbox = await start()
  const { body: payment } = await sandbox.pay()
  await sandbox.settle('ORDER1', choice)
  expect((await sandbox.inquire(payment.TransactionId)).body.PaymentStatus).toBe(status)
  expect((await sandbox.search('ORDER1')).body.data).toMatchObject([{ orderNo: 'ORDER1', status: word }])
})

test('a repeated order number is refused as a duplicate and found by the search', async () => {
  const sandbox = await start()
  const { body: first } = await sandbox.pay()
  const { body: second } = await sandbox.pay()
  expect(second).toMatchObject({ Status: 1, Code: 1007, TransactionId: 0, PaymentUrl: '' })
  const { body: found } = await sandbox.search('ORDER1')
  expect(found.data).toMatchObject([{ transactionId: first.TransactionId, amount: 250 }])
  expect((await sandbox.search('ORDER2')).body).toMatchObject({ status: 200, totalRecord: 0, data: [] })
})

test.each([
  ['another merchant', { MerchantCode: 'M2' }, 1001],
  ['another key', { ApiKey: 'x' }, 1002],
  ['SP-16 an order number above 20 characters', { OrderNo: 'A'.repeat(21) }, 1006],
  ['an amount with decimals', { Amount: '1.50' }, 1009],
  ['a description above 100 characters', { Description: 'ก'.repeat(101) }, 1011],
  ['a description of two lines', { Description: 'Lantern\nNo. 7' }, 1011],
  ['another currency', { Currency: '840' }, 1013],
  ['an IPv6 address', { IPAddress: '::1' }, 1018],
])('%s is refused', async (_case, fields, code) => {
  const sandbox = await start()
  expect((await sandbox.pay(fields)).body).toMatchObject({ Status: 1, Code: code, PaymentUrl: '' })
})

test('a form that was changed after signing is refused', async () => {
  const sandbox = await start()
  const { body } = await sandbox.form('/chillpay/api/v2/Payment/', { ...paymentForm(), Amount: '1' })
  expect(body).toMatchObject({ Status: 1, Code: 3001 })
})

test('a doubled form field is refused', async () => {
  const sandbox = await start()
  const body = new URLSearchParams(paymentForm())
  body.append('Amount', '1')
  const response = await fetch(`${sandbox.url}/chillpay/api/v2/Payment/`, { method: 'POST', body })
  expect(await response.json()).toMatchObject({ Status: 1, Code: 3001 })
})

test('an inquiry that is not accepted answers an empty shell', async () => {
  const sandbox = await start()
  await sandbox.pay()
  const shell = { TransactionId: 0, OrderNo: null, PaymentStatus: 9 }
  expect((await sandbox.inquire(5)).body).toMatchObject(shell)
  const wrongSum = {
    MerchantCode: 'M000001',
    TransactionId: '1000001',
    ApiKey: 'sandbox-api-key',
    CheckSum: 'x',
  }
  expect((await sandbox.form('/chillpay/api/v2/PaymentStatus/', wrongSum)).body).toMatchObject(shell)
  expect((await sandbox.search('ORDER1', 'wrong')).status).toBe(400)
})

test('SP-17 a callback is sent again until the merchant answers 200', async () => {
  const merchant = await merchantServer([500, 302])
  const sandbox = await start({ merchant: { callbackUrl: merchant.callbackUrl } })
  await sandbox.pay()
  await sandbox.settle('ORDER1', 'success')
  await until(() => expect(merchant.received).toHaveLength(3))
  await until(async () => expect(await callbackState(sandbox)).toBe('delivered'))
  expect(new Set(merchant.received.map((form) => form.CheckSum)).size).toBe(1)
})

test('SP-20 a callback that is never taken is given up after a bounded number of attempts', async () => {
  const merchant = await merchantServer([500, 500, 500, 500, 500])
  const sandbox = await start({ merchant: { callbackUrl: merchant.callbackUrl } })
  await sandbox.pay()
  await sandbox.settle('ORDER1', 'success')
  await until(async () => expect(await callbackState(sandbox)).toBe('given-up'))
  expect(merchant.received).toHaveLength(3)
})

async function callbackState(sandbox: Awaited<ReturnType<typeof start>>) {
  const { body } = await sandbox.call('GET', '/control')
  const text = JSON.stringify(body.chillpay)
  return /"callback":\{"state":"([a-z-]+)"/.exec(text)?.[1]
}

test('the browser goes back with a self-sending form, or with a redirect when told so', async () => {
  const resultUrl = 'http://127.0.0.1:9/payment/redirect?a=1'
  const sandbox = await start({ merchant: { resultUrl } })
  const { body: first } = await sandbox.pay()
  const posted = await (await choose(first.PaymentUrl, 'fail')).text()
  expect(posted).toContain('action="http://127.0.0.1:9/payment/redirect?a=1"')
  expect(posted).toContain('name="RespCode" value="1"')

  await sandbox.call('PATCH', '/control/chillpay/merchant', { resultMethod: 'GET' })
  const { body: second } = await sandbox.pay({ OrderNo: 'ORDER2' })
  const redirect = await choose(second.PaymentUrl, 'success')
  expect(redirect.status).toBe(302)
  expect(redirect.headers.get('location')).toBe(
    `${resultUrl}&OrderNo=ORDER2&Status=complete&RespCode=0&TransNo=1000002`,
  )
})

test('a second choice on the payment page changes nothing', async () => {
  const merchant = await merchantServer()
  const sandbox = await start({ merchant: { callbackUrl: merchant.callbackUrl } })
  const { body: payment } = await sandbox.pay()
  await choose(payment.PaymentUrl, 'success')
  await choose(payment.PaymentUrl, 'cancel')
  expect((await sandbox.inquire(payment.TransactionId)).body.PaymentStatus).toBe(0)
  expect(merchant.received).toHaveLength(1)
})

test('SP-21 a failed payment can still succeed, a successful one never fails', async () => {
  const sandbox = await start()
  const { body: payment } = await sandbox.pay()
  await sandbox.settle('ORDER1', 'fail')
  expect((await sandbox.settle('ORDER1', 'success')).status).toBe(200)
  expect((await sandbox.settle('ORDER1', 'fail')).status).toBe(409)
  expect((await sandbox.inquire(payment.TransactionId)).body.PaymentStatus).toBe(0)
})

test('the payment page takes no choice after its hour', async () => {
  let time = new Date('2026-06-01T00:00:00Z')
  const sandbox = await start({ now: () => time })
  const { body: payment } = await sandbox.pay()
  expect(payment).toMatchObject({ CreatedDate: '20260601070000', ExpiredDate: '20260601080000' })
  time = new Date('2026-06-01T01:00:00Z')
  expect((await choose(payment.PaymentUrl, 'success')).status).toBe(303)
  expect((await sandbox.inquire(payment.TransactionId)).body.PaymentStatus).toBe(9)
})

test('a restart keeps the transactions, the merchant and the callbacks still to send', async () => {
  const dataDir = folder()
  const merchant = await merchantServer([500])
  const before = await start({ dataDir, callbackRetryMs: [600_000] })
  await before.call('PATCH', '/control/chillpay/merchant', { callbackUrl: merchant.callbackUrl })
  const { body: payment } = await before.pay()
  await before.settle('ORDER1', 'success')
  await until(() => expect(merchant.received).toHaveLength(1))
  await before.stop()

  const after = await start({ dataDir })
  await until(() => expect(merchant.received).toHaveLength(2))
  expect((await after.inquire(payment.TransactionId)).body).toMatchObject({
    OrderNo: 'ORDER1',
    PaymentStatus: 0,
  })
  expect((await after.pay()).body.Code).toBe(1007)
  expect((await after.pay({ OrderNo: 'ORDER2' })).body.TransactionId).toBe(1000002)
})

test('SP-34 the form takes the public key and no other, and opens the same payment when it is sent again', async () => {
  const sandbox = await start()
  const given = {
    merchantid: 'M000001',
    apikey: 'public-key-of-the-stand-in',
    orderno: 'ORDER1',
    customerid: 'mali',
    amount: '25000',
    description: 'Lantern',
    currency: '764',
    routeno: '1',
    clientip: '203.0.113.7',
  }
  const send = async (change: Record<string, string> = {}) => {
    const body = new URLSearchParams({ ...given, ...change })
    const answer = await fetch(`${sandbox.url}/chillpay/cdn/Payment/`, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    return [answer.status, answer.headers.get('location')]
  }
  for (const change of [
    { apikey: 'sandbox-api-key' },
    { merchantid: 'M2' },
    { amount: '1.50' },
    { clientip: '' },
  ])
    expect(await send(change)).toEqual([400, null])
  const opened = await send()
  expect(opened).toEqual([303, expect.stringContaining('/chillpay/pay/')])
  expect(await send()).toEqual(opened)
  expect((await sandbox.search('ORDER1')).body.data).toMatchObject([{ amount: 250, customer: 'mali' }])
})
