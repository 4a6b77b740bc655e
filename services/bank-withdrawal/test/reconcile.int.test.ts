import { fileURLToPath } from 'node:url'
import { openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { PayoutProvider } from '../src/payout/client.ts'
import { reconcile } from '../src/payout/reconcile.ts'

type Transfer = Awaited<ReturnType<PayoutProvider['dayFile']>>[number]

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const PAYOUTS = 10_000
const PLANTED = 50
const DAY = {
  day: '2030-01-31',
  from: new Date('2030-01-30T17:00:00Z'),
  until: new Date('2030-01-31T17:00:00Z'),
}
const idOf = (n: number) => n.toString(16).padStart(24, '0')

/** What has become of a payout: one in five the bank declined, one in seven it sent back later, the rest were paid. */
const endOf = (n: number) => (n % 5 === 0 ? 'declined' : n % 7 === 0 ? 'returned' : 'paid')

const toldOf = (n: number): Transfer => ({
  id: `trsf_${n}`,
  reference: idOf(n),
  recipientId: `recp_${n}`,
  amount: BigInt(18_500 + n),
  currency: 'THB',
  sent: true,
  paid: endOf(n) === 'paid',
  at: DAY.from.toISOString(),
  failure: endOf(n) === 'paid' ? undefined : 'the account is closed',
})

type Fault = (told: Transfer) => Transfer[]
/** In what the provider's file may be wrong, and in which each of the comparisons alone sees it. */
const FAULTS: readonly Fault[] = [
  (told) => [{ ...told, amount: told.amount + 1n }],
  (told) => [{ ...told, recipientId: 'recp_of_somebody_else' }],
  (told) => [{ ...told, currency: 'USD' }],
  (told) => [{ ...told, paid: !told.paid, failure: told.paid ? 'the account is closed' : undefined }],
  (told) => [{ ...told, paid: false, failure: undefined }],
  (told) => [{ ...told, id: `${told.id}_other` }],
  (told) => [told, { ...told, id: `${told.id}_again` }],
  () => [],
  // paid under a name that is none of ours; ours is missing then, too
  (told) => [{ ...told, reference: told.reference.replace(/^0/, 'f') }],
]

test('B19 BW-16 of 10,000 payouts with 0.5% of faults every one is found, and nothing else', async () => {
  const own = await createTestDatabase(inject('postgres'), migrations)
  const db = openDb(own.url, { owner: true })
  onTestFinished(async () => {
    await db.end()
    await own.drop()
  })
  const file = new Map<string, Transfer[]>()
  const planted = new Set<string>()
  let faults = 0
  for (let n = 0; n < PAYOUTS; n += 1) {
    const told = toldOf(n)
    const fault = n % 199 === 13 && faults < PLANTED ? FAULTS[faults++ % FAULTS.length] : undefined
    const shown = fault?.(told) ?? [told]
    file.set(told.reference, shown)
    if (!fault) continue
    for (const reference of [told.reference, ...shown.map((one) => one.reference)]) planted.add(reference)
  }
  const numbers = `from (select n, lpad(to_hex(n), 24, '0') as id from generate_series(0, $1::int - 1) n) n`
  await db.query(
    `insert into bank_request (id, version, customer_id, account_id, status, deleted, swift_code, number_hash, last4,
       entity_type, kyc_level, recipient_id, overdue, created_at, updated_at)
     select id, 1, id, id, 'success', false, 'KASITHBK', id, '1234', 'Individual', 2, 'recp_' || n, false, $2, $2 ${numbers}`,
    [PAYOUTS, DAY.from],
  )
  await db.query(
    `insert into bank_account (id, customer_id, swift_code, number_hash, entity_type, recipient_id, created_at)
     select id, id, 'KASITHBK', id, 'Individual', 'recp_' || n, $2 ${numbers}`,
    [PAYOUTS, DAY.from],
  )
  await db.query(
    `insert into withdrawal (id, version, customer_id, account_id, bank_account_id, value, service_fee, kyc_level, status,
       credit_status, transfer_id, attempts, overdue, settled, released, returned, created_at, updated_at)
     select id, 1, id, id, id, 20000 + n, 1500, 2, case when n % 5 = 0 then 'rejected' else 'success' end,
       case when n % 5 = 0 then 'failed' else 'completed' end, 'trsf_' || n, 1, false, n % 5 <> 0, n % 5 = 0,
       n % 5 <> 0 and n % 7 = 0, $2, $2
     ${numbers}`,
    [PAYOUTS, DAY.from],
  )
  await db.query(
    `insert into kit.event (stream, version, type, data, meta, at)
     select 'withdrawal-' || id, 1, 'PayoutAttempted', jsonb_build_object('attempt', 1, 'at', $1::timestamptz), '{}', $1
     from withdrawal`,
    [DAY.from],
  )
  const provider = {
    dayFile: async () => [...file.values()].flat(),
    transfersOf: async () => [],
  }
  const found = await reconcile({ db, provider }, DAY, () => undefined)
  expect(faults).toBe(PLANTED)
  expect(new Set(found.differences.map(({ requestId }) => requestId))).toEqual(planted)
  // those under a name of somebody else's are beside the 10,000
  expect(found.compared).toBe(PAYOUTS + planted.size - PLANTED)
})
