import { personKeys, personOf } from '@talad/demo/people'
import { staff } from '@talad/demo/staff'
import { control, type Person, signIn } from '@talad/dev/seed/site'
import { bankWithdrawalAdminHttp } from '@talad/proto/http/bank-withdrawal/admin'
import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { ledgerBooksHttp } from '@talad/proto/http/ledger/integrity'
import { ledgerReportsHttp } from '@talad/proto/http/ledger/reports'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { shippingAdminHttp } from '@talad/proto/http/shipping-payment/shipping-admin'
import { openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { differences, type Papers } from '../src/accountant.ts'
import { startDemonstration } from '../src/demonstration.ts'
import { mainJob } from '../src/main-job.ts'
import { payByCard, shipNow } from '../src/people.ts'
import { openStall } from '../src/stall.ts'
import type { System } from '../src/system.ts'

let system: System
beforeAll(async () => {
  system = await startDemonstration(inject('demonstration'))
}, 400_000)
afterAll(() => system?.stop())

const worker = (key: string) => signIn(system.run, staff.find((one) => one.key === key)?.joinId ?? '')

/** A CSV file as somebody who saves it gets it. */
async function file(person: Person, path: string, body?: object): Promise<string> {
  const answer = await fetch(system.run.gateway + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${person.token}`,
      accept: 'text/csv',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect(answer.status, `${path}: ${text.slice(0, 300)}`).toBe(200)
  return text
}

/** A card payment that comes after its purchase was cancelled is points, which an admin gives back to the card. */
async function paidLateAndRefunded(): Promise<void> {
  const { run, buyer, offer } = await openStall(system.run)
  const shipping = await shipNow(buyer, await offer(30_007n))
  const { payment } = await payByCard(run, buyer, shipping)
  await buyer.call(shippingPaymentHttp.cancelPayment, { body: { shipping_id: shipping._id } })
  await control(run, 'POST', 'chillpay/settle', { orderNo: payment.orderNo, choice: 'success' })
  const topup = await until('the points are credited', async () => {
    const { list } = await buyer.call(ledgerHttp.creditHistory, { query: { lm: '100', unit: 'pt_thb' } })
    return list.find(({ flow_event, value }) => flow_event === 'topup' && value === 30_007)
  })
  const chief = await worker('chief')
  const params = { topup_id: topup.topup_id ?? '' }
  const look = async () => (await chief.call(shippingAdminHttp.adminTopupPick, { params })).topup
  const { version } = await until('the purchase has heard of it', async () => {
    const seen = await look()
    return seen.status === 'completed' ? seen : undefined
  })
  await chief.call(shippingAdminHttp.adminRefundCard, { params, body: { note: 'paid too late', version } })
  await until('the card is refunded', async () => (await look()).refund?.status === 'refunded', 120_000)
}

/** What the collector of the demonstration waits for: two clerks approve it, the bank pays it. */
async function withdrawn(): Promise<void> {
  const collector = await signIn(system.run, personOf('collector').joinId)
  const [first, second] = [await worker('clerk'), await worker('second-clerk')]
  const { list } = await collector.call(bankWithdrawalHttp.withdrawals, { query: {} })
  const request_id = list[0]?._id ?? ''
  const params = { request_id }
  for (const [clerk, how] of [
    [first, bankWithdrawalAdminHttp.adminApproveWithdrawal],
    [second, bankWithdrawalAdminHttp.adminConfirmWithdrawal],
  ] as const) {
    const { request } = await clerk.call(bankWithdrawalAdminHttp.adminWithdrawal, { params })
    await clerk.call(how, { body: { request_id, version: request.version, note: 'as it should be' } })
  }
  await until('the bank has paid', async () => {
    const now = await collector.call(bankWithdrawalHttp.withdrawals, { query: {} })
    return now.list.find(({ _id, status }) => _id === request_id && status === 'success')
  })
}

const satang = z.union([z.string(), z.number()]).transform(BigInt)
const cardBooks = z.object({
  chillpay: z.object({
    transactions: z.array(
      z.looseObject({
        id: z.string(),
        amount: satang,
        status: z.int(),
        returns: z.array(z.looseObject({ state: z.string() })),
      }),
    ),
  }),
})
const bankBooks = z.object({
  transfers: z.array(
    z.looseObject({
      reference: z.string(),
      amount: satang,
      failure: z.unknown(),
      decidedAt: z.string().nullable(),
    }),
  ),
})

/** The top-ups of the development call: they say so in the ledger's log, and nowhere else. */
async function gifts(): Promise<Set<string>> {
  const db = openDb(system.run.databases.ledger ?? '', { owner: true, max: 1, name: 'e2e' })
  try {
    const { rows } = await db.query<{ id: string }>(
      `select outcome -> 'data' ->> 'id' as id
       from kit.event, json_array_elements(data -> 'outcomes') as outcome
       where type = 'CommandsPosted' and outcome -> 'data' ->> 'reference' = 'dev'`,
    )
    return new Set(rows.map(({ id }) => id))
  } finally {
    await db.end()
  }
}

/** The months of Thailand in which the demonstration did something: one, or two around midnight. */
function months(): string[] {
  const monthOf = (at: number) => new Date(at + 7 * 3_600_000).toISOString().slice(0, 7)
  return [...new Set([monthOf(Date.now() - 3_600_000), monthOf(Date.now())])]
}

async function papers(): Promise<Papers> {
  const { run } = system
  const people = [...personKeys.map((key) => personOf(key).joinId), ...staff.map(({ joinId }) => joinId)]
  const accountant = await worker('accountant')
  const statements = new Map<string, string>()
  for (const joinId of people) {
    const person = await signIn(run, joinId)
    statements.set(person.customerId, await file(person, `${ledgerHttp.creditHistory.path}?format=csv`))
  }
  const { path } = ledgerReportsHttp.settlementByMonth
  const settlements = await Promise.all(months().map((month_key) => file(accountant, path, { month_key })))
  const { accounts } = await accountant.call(ledgerBooksHttp.books, {})
  const { chillpay } = cardBooks.parse(await (await fetch(`${run.sandbox}/control`)).json())
  const { transfers } = bankBooks.parse(await (await fetch(`${run.sandbox}/control/payout`)).json())
  return {
    statements,
    settlements,
    gifts: await gifts(),
    cards: chillpay.transactions.map(({ id: order, amount, status, returns }) => ({
      order,
      amount,
      paid: status === 0,
      returned: returns.some(({ state }) => state === 'done'),
    })),
    payouts: transfers.map(({ reference, amount, failure, decidedAt }) => ({
      reference,
      amount,
      paid: decidedAt !== null && failure === null,
    })),
    books: accounts.map(({ kind, unit, sum }) => ({ kind, unit, sum: BigInt(sum) })),
  }
}

test('LG-14 LG-15 what people, the card provider and the bank have on paper is what the books say, to the satang', async () => {
  await mainJob(system.run, '8')
  await paidLateAndRefunded()
  await withdrawn()
  const found = await papers()
  expect(differences(found)).toEqual([])
  expect(found.cards.filter(({ returned }) => returned)).toHaveLength(1)
  expect(found.payouts.some(({ paid }) => paid)).toBe(true)

  // a satang more or less on any paper is found
  const changed = (change: Partial<Papers>) => differences({ ...found, ...change })
  const [card] = found.cards.filter(({ paid }) => paid)
  const others = found.cards.filter((one) => one !== card)
  if (!card) throw new Error('no card was charged')
  expect(changed({ cards: [...others, { ...card, amount: card.amount + 1n }] })).not.toEqual([])
  expect(changed({ cards: others })).not.toEqual([])
  const payouts = found.payouts.map((one) => ({ ...one, amount: one.amount - 1n }))
  expect(changed({ payouts })).not.toEqual([])
  const books = found.books.map((one) => (one.kind === 'customer' ? { ...one, sum: one.sum - 1n } : one))
  expect(changed({ books })).not.toEqual([])
  const settlements = found.settlements.map((text) => text.replace('1234.57', '1234.58'))
  expect(changed({ settlements })).not.toEqual([])
})
