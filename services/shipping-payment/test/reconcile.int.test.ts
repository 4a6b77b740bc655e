import { fileURLToPath } from 'node:url'
import { openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Listed } from '../src/chillpay/search.ts'
import { reconcile } from '../src/payment/reconcile.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const PAYMENTS = 10_000
const DAY = { from: new Date('2030-01-30T17:00:00Z'), until: new Date('2030-01-31T17:00:00Z') }
const orderNoOf = (n: number) => `N${n}`

type Told = Listed & { paymentStatus: number; currency: string }

/** What the provider says of the payment of a number; every seventh went back to its card. */
const toldOf = (n: number): Told => ({
  transactionId: String(n),
  orderNo: orderNoOf(n),
  customerId: `join-${n}`,
  amount: BigInt(n + 1),
  paymentStatus: n % 5 === 0 ? 1 : 0,
  currency: '764',
  ...(n % 7 === 0 && n % 5 !== 0
    ? { status: 'Refunded', returned: 'returned' as const }
    : { status: 'Success', returned: 'none' as const }),
})

const FAULTS: readonly ((told: Told) => Partial<Told>)[] = [
  ({ amount }) => ({ amount: amount + 1n }),
  () => ({ customerId: 'join-other' }),
  () => ({ currency: '840' }),
  ({ paymentStatus }) => ({ paymentStatus: paymentStatus === 0 ? 1 : 0 }),
  ({ returned }) =>
    returned === 'none'
      ? { returned: 'returned', status: 'Voided' }
      : { returned: 'none', status: 'Success' },
  () => ({ paymentStatus: 77 }),
]

test('B19 SP-26 of 10,000 card payments with 0.5% of faults every one is found, and nothing else', async () => {
  const own = await createTestDatabase(inject('postgres'), migrations)
  const db = openDb(own.url, { owner: true })
  onTestFinished(async () => {
    await db.end()
    await own.drop()
  })
  const books = Array.from({ length: PAYMENTS }, (_, n) => toldOf(n))
  await db.query(
    `insert into topup (id, version, order_no, shipping_id, customer_id, amount, status, mismatch, transaction_id, started,
       opened_at, updated_at, refund_status)
     select 'N' || n, 1, 'N' || n, 's', 'join-' || n, n + 1, case when n % 5 = 0 then 'failed' else 'completed' end, false,
       n::text, true, $2, $2, case when n % 7 = 0 and n % 5 <> 0 then 'refunded' else 'none' end
     from generate_series(0, $1::int - 1) n`,
    [PAYMENTS, DAY.from],
  )
  await db.query(
    `insert into card_refund (id, topup_id, shipping_id, customer_id, amount, status, created_at, updated_at)
     select 'r' || id, id, 's', customer_id, amount, 'refunded', $1, $1 from topup where refund_status = 'refunded'`,
    [DAY.from],
  )
  const planted = new Set<string>()
  for (let n = 13; n < PAYMENTS; n += 200) {
    const told = books[n]
    const fault = FAULTS[((n - 13) / 200) % FAULTS.length]
    if (!told || !fault) continue
    books[n] = { ...told, ...fault(told) }
    planted.add(told.orderNo)
  }
  const byId = new Map(books.map((told) => [told.transactionId, told]))
  const chillpay = {
    listed: async (_time: object, status?: string) => (status === undefined ? books : []),
    find: async () => undefined,
    returnState: async () => undefined,
    inquire: async (transactionId: string) => byId.get(transactionId),
  }
  const found = await reconcile({ db, chillpay }, DAY, () => undefined)
  expect(found).toMatchObject({ compared: PAYMENTS, unanswered: [] })
  expect(planted.size).toBe(50)
  expect(new Set(found.differences.map(({ orderNo }) => orderNo))).toEqual(planted)
})
