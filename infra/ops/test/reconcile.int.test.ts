import { startSandbox } from '@talad/sandbox/server'
import { loadService } from '@talad/services/services'
import { openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { createChillPay } from '@talad/shipping-payment/chillpay/client'
import { expect, inject, onTestFinished, test } from 'vitest'
import { catalog } from '../src/catalog.ts'
import { runTalad } from './harness.ts'

const merchant = { merchantCode: 'M000001', apiKey: 'sandbox-api-key', md5Secret: 'sandbox-md5-secret' }

/** Top-ups of ours, and a provider that knows those that were started there. */
async function open() {
  const { migrations } = await loadService('shipping-payment')
  const own = await createTestDatabase(inject('postgres'), migrations)
  const db = openDb(own.url, { owner: true })
  const sandbox = await startSandbox({ port: 0, host: '127.0.0.1', joinUsers: [], callbackRetryMs: [] })
  onTestFinished(async () => {
    await sandbox.stop()
    await db.end()
    await own.drop()
  })
  const baseUrl = `${sandbox.url}/chillpay`
  const chillpay = createChillPay({ ...merchant, baseUrl, routeNo: 1, timeoutMs: 5_000 })
  const env = {
    SHIPPING_PAYMENT_DATABASE_URL: own.url,
    CHILLPAY_URL: baseUrl,
    CHILLPAY_MERCHANT_CODE: merchant.merchantCode,
    CHILLPAY_API_KEY: merchant.apiKey,
    CHILLPAY_MD5_SECRET: merchant.md5Secret,
  }
  return {
    env,
    run: (...args: string[]) => runTalad(catalog, env, 'reconcile', 'card', ...args),
    ours: (orderNo: string, status: string, amount: bigint, openedAt: string) =>
      db.query(
        `insert into topup (id, version, order_no, shipping_id, customer_id, amount, status, mismatch, started, opened_at,
           updated_at)
         values ($1, 1, $1, 's', 'join-a', $2, $3, false, true, $4, $4)`,
        [orderNo, amount, status, openedAt],
      ),
    theirs: (orderNo: string, amount: bigint) =>
      chillpay.start({ orderNo, customerId: 'join-a', amount, description: 'd', ip: '127.0.0.1' }),
  }
}

const DAY = '2030-01-31'
const FIRST = '2030-01-30T17:00:00Z' // midnight in Bangkok
const LAST = '2030-01-31T16:59:59Z'

test("a day's card payments are compared with the provider's account, and each difference is told", async () => {
  const { ours, theirs, run } = await open()
  await ours('agrees', 'pending', 500n, FIRST)
  await theirs('agrees', 500n)
  await ours('never-came', 'failed', 500n, LAST)
  expect(await run('--day', DAY)).toMatchObject({ exit: 0 })
  await ours('early', 'completed', 500n, FIRST)
  await theirs('early', 500n)
  await ours('less', 'pending', 500n, LAST)
  await theirs('less', 400n)
  await ours('unknown', 'completed', 500n, LAST)
  await ours('next-day', 'completed', 500n, '2030-01-31T17:00:00Z')
  const found = await run('--day', DAY, '--json')
  expect(found.exit).toBe(1)
  const { compared, differences } = JSON.parse(found.stdout)
  expect(compared).toBe(5)
  expect(
    differences.sort((a: { orderNo: string }, b: { orderNo: string }) => (a.orderNo < b.orderNo ? -1 : 1)),
  ).toEqual([
    { orderNo: 'early', what: "status: ours completed, the provider's pending" },
    { orderNo: 'less', what: "amount: ours 500, the provider's 400" },
    { orderNo: 'unknown', what: 'credited, and the provider knows no such payment' },
  ])
})

test('a provider that gives no answer proves nothing, and a day that is none is told by its field', async () => {
  const { ours, run, env } = await open()
  await ours('asked', 'completed', 500n, FIRST)
  const silent = await runTalad(
    catalog,
    { ...env, CHILLPAY_URL: 'http://127.0.0.1:1' },
    'reconcile',
    'card',
    '--day',
    DAY,
  )
  expect(silent.exit).toBe(1)
  expect(silent.stdout).toContain('asked: the provider gave no answer')
  const wrong = await run('--day', '2030-02-31')
  expect(wrong.exit).toBe(2)
  expect(wrong.stderr).toMatch(/^--day: /)
})
