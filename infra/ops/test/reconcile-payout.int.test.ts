import { createPayoutProvider } from '@talad/bank-withdrawal/payout/client'
import { startSandbox } from '@talad/sandbox/server'
import { loadService } from '@talad/services/services'
import { openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { catalog } from '../src/catalog.ts'
import { runTalad } from './harness.ts'

const DAY = '2030-01-31'
const NOON = '2030-01-31T05:00:00Z'

/** Withdrawals of ours, and a provider whose day it is. */
async function open() {
  const { migrations } = await loadService('bank-withdrawal')
  const own = await createTestDatabase(inject('postgres'), migrations)
  const db = openDb(own.url, { owner: true })
  const payout = { vetMs: 0, payMs: 0 }
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    joinUsers: [],
    payout,
    now: () => new Date(NOON),
  })
  onTestFinished(async () => {
    await sandbox.stop()
    await db.end()
    await own.drop()
  })
  const baseUrl = `${sandbox.url}/payout`
  const provider = createPayoutProvider({ baseUrl, secretKey: 'sandbox-payout-key', timeoutMs: 5_000 })
  const recipient = await provider.register({
    reference: 'account',
    name: 'a',
    type: 'individual',
    email: 'a@example.com',
    taxId: null,
    bank: { swift: 'KASITHBK', number: '1234567890', name: 'a' },
  })
  if ('refused' in recipient) throw new Error(recipient.refused)
  await db.query(
    `insert into bank_request (id, version, customer_id, account_id, status, deleted, swift_code, number_hash, last4,
       entity_type, kyc_level, overdue, created_at, updated_at)
     values ('account', 1, 'join-a', 'a', 'success', false, 'KASITHBK', 'h', '7890', 'Individual', 2, false, now(), now())`,
  )
  await db.query(
    `insert into bank_account (id, customer_id, swift_code, number_hash, entity_type, recipient_id, created_at)
     values ('account', 'join-a', 'KASITHBK', 'h', 'Individual', $1, now())`,
    [recipient.id],
  )
  return {
    run: (...args: string[]) => {
      const env = {
        BANK_WITHDRAWAL_DATABASE_URL: own.url,
        PAYOUT_URL: baseUrl,
        PAYOUT_SECRET_KEY: 'sandbox-payout-key',
      }
      return runTalad(catalog, env, 'reconcile', 'payout', ...args)
    },
    async ours(id: string, value: number) {
      await db.query(
        `insert into withdrawal (id, version, customer_id, account_id, bank_account_id, value, service_fee, kyc_level,
           status, credit_status, attempts, overdue, settled, released, created_at, updated_at)
         values ($1, 1, 'join-a', 'a', 'account', $2, 1500, 2, 'success', 'completed', 1, false, true, false, $3, $3)`,
        [id, value, NOON],
      )
      await db.query(
        `insert into kit.event (stream, version, type, data, meta, at)
         values ('withdrawal-' || $1, 1, 'PayoutAttempted', '{"attempt": 1}', '{"correlationId": "c"}', $2)`,
        [id, NOON],
      )
    },
    theirs: (reference: string, amount: bigint) =>
      provider.send({ reference, recipientId: recipient.id, amount }),
  }
}

test("a day's payouts are put beside the provider's file, and each difference is told", async () => {
  const { ours, theirs, run } = await open()
  await ours('agrees', 10_000)
  await theirs('agrees', 8_500n)
  const notOver = `Next: compare again once ${DAY} is over in Bangkok: it is not yet.`
  expect(await run('--day', DAY)).toMatchObject({ exit: 0, stdout: expect.stringContaining(notOver) })
  await ours('less', 20_000)
  await theirs('less', 1n)
  await theirs('foreign', 500n)
  await ours('lost', 30_000)
  const found = await run('--day', DAY, '--json')
  expect(found.exit).toBe(1)
  const { compared, differences } = JSON.parse(found.stdout)
  expect(compared).toBe(4)
  expect(differences).toEqual([
    { requestId: 'less', what: "amount: ours 18500, the provider's 1" },
    { requestId: 'foreign', what: 'paid out by the provider, and we know no such withdrawal' },
    { requestId: 'lost', what: 'sent by us, and the provider knows no such transfer' },
  ])
})

test('a day that is none is told by its field', async () => {
  const { run } = await open()
  const wrong = await run('--day', '2030-02-31')
  expect(wrong.exit).toBe(2)
  expect(wrong.stderr).toMatch(/^--day: /)
})
