import { startSandbox } from '@talad/sandbox/server'
import { loadService } from '@talad/services/services'
import { openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { createChillPay } from '@talad/shipping-payment/chillpay/client'
import { expect, inject, onTestFinished, test } from 'vitest'
import { catalog } from '../src/catalog.ts'
import { runTalad } from './harness.ts'

const merchant = { merchantCode: 'M000001', apiKey: 'sandbox-api-key', md5Secret: 'sandbox-md5-secret' }

const DAY = '2030-01-31'
const FIRST = '2030-01-30T17:00:00Z' // midnight in Bangkok
const LAST = '2030-01-31T16:59:59Z'

/** Top-ups of ours, and a provider that knows those that were started there. */
async function open() {
  let time = new Date(FIRST)
  const { migrations } = await loadService('shipping-payment')
  const own = await createTestDatabase(inject('postgres'), migrations)
  const db = openDb(own.url, { owner: true })
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    joinUsers: [],
    callbackRetryMs: [],
    now: () => time,
  })
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
  /** what the provider does by itself */
  const control = (path: string, method: string, body: object) =>
    fetch(`${sandbox.url}/control/chillpay/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    env,
    /** the provider's clock */
    at: (moment: string) => {
      time = new Date(moment)
    },
    async paid(orderNo: string, amount: bigint) {
      await chillpay.start({ orderNo, customerId: 'join-a', amount, description: 'd', ip: '127.0.0.1' })
      await control('settle', 'POST', { orderNo, choice: 'success', callback: false })
      const transactionId = (await chillpay.find(orderNo)) ?? ''
      return (method: 'void' | 'refund') => chillpay.giveBack(transactionId, method)
    },
    refunded: (orderNo: string, amount: bigint, status: string, at: string) =>
      db.query(
        `with refund as (
           insert into card_refund (id, topup_id, shipping_id, customer_id, amount, status, created_at, updated_at)
           values ('refund-' || $1, $1, 's', 'join-a', $2, $3, $4, $4))
         update topup set refund_status = $3 where id = $1`,
        [orderNo, amount, status, at],
      ),
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

test("a day's card payments are compared with the provider's account, and each difference is told", async () => {
  const { ours, theirs, run } = await open()
  await ours('agrees', 'pending', 500n, FIRST)
  await theirs('agrees', 500n)
  await ours('never-came', 'failed', 500n, LAST)
  const notOver = `Next: compare again once ${DAY} is over in Bangkok: it is not yet.`
  expect(await run('--day', DAY)).toMatchObject({ exit: 0, stdout: expect.stringContaining(notOver) })
  const past = await run('--day', '2020-01-31')
  expect(past.stdout).toContain('Next: nothing to do.')
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

test('SP-26 a void or refund that the provider has and our books lack, and the reverse, is told on its day and until both agree', async () => {
  const { ours, paid, refunded, run, at } = await open()
  const told = async (day: string) => {
    const { differences } = JSON.parse((await run('--day', day, '--json')).stdout)
    return Object.fromEntries(
      differences.map(({ orderNo, what }: { orderNo: string; what: string }) => [orderNo, what]),
    )
  }
  const opened = async (orderNo: string) => {
    await ours(orderNo, 'completed', 500n, FIRST)
    return paid(orderNo, 500n)
  }
  await opened('kept')
  await (await opened('voided'))('void')
  await refunded('voided', 500n, 'refunded', FIRST)
  await (await opened('theirs'))('void')
  await opened('ours')
  await refunded('ours', 500n, 'refunded', LAST)
  await opened('failed')
  await refunded('failed', 500n, 'failed', LAST)
  const later = await opened('later')
  await paid('stray', 700n)
  const stray = { stray: 'paid at the provider (Success), and we know no such payment' }
  const lasting = {
    theirs: "return: ours none, the provider's Voided",
    ...stray,
  }
  expect(await told(DAY)).toEqual({ ...lasting, ours: "return: ours refunded, the provider's Success" })

  // on the day after, what was clean goes back to its card at the provider's own desk
  at('2030-01-31T18:00:00Z')
  expect(await later('refund')).toEqual({ kind: 'accepted' })
  const next = { theirs: lasting.theirs, later: "return: ours none, the provider's Refunded" }
  expect(await told('2030-02-01')).toEqual(next)
  await refunded('later', 500n, 'refunded', '2030-02-01T01:00:00Z')
  await refunded('theirs', 400n, 'refunded', '2030-02-01T01:00:00Z')
  expect(await told('2030-02-01')).toEqual({ theirs: "amount returned: ours 400, the provider's 500" })
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
  expect(silent.stdout).toContain('The card provider gave no answer')
  const wrong = await run('--day', '2030-02-31')
  expect(wrong.exit).toBe(2)
  expect(wrong.stderr).toMatch(/^--day: /)
})
