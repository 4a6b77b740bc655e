import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { HoldSchema, PostSchema } from '@talad/proto/ledger/v1/commands'
import { retryBatchConsumer } from '@talad/shared/batch-consumer'
import { type InMessage, type Outgoing, outgoing } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { systemClock } from '@talad/shared/clock'
import { openDb } from '@talad/shared/db'
import { createEmptyDatabase, createTestDatabase } from '@talad/shared/testing/postgres'
import { signToken, testKeys } from '@talad/shared/testing/tokens'
import { commands } from '../src/consumers/command.ts'
import { service as program } from '../src/service.ts'
import type { Command, Of, Unit } from '../src/transfer/commands.ts'
import { openPosting, post } from '../src/transfer/post.ts'
import { topup as topupOf } from '../src/transfer/topup.ts'

export const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const onError = (error: unknown) => console.error(error)

/** The ledger on a database and a bus of its own, with an ear on what it publishes. */
export async function startWorld(postgres: string) {
  const own = await createTestDatabase(postgres, migrations)
  const busDb = await createEmptyDatabase(postgres)
  const keys = await testKeys()
  const db = openDb(own.url)
  const owner = openDb(own.url, { owner: true })
  const posting = openPosting(own.url, {})
  const bus = await connectPostgresBus(busDb.url, { onError })
  const heard: InMessage[] = []
  const listening = await bus.subscribe({
    group: 'test',
    topics: ['ledger.transfer.v1', 'ledger.books.v1'],
    onError,
    handle: async (batch) => void heard.push(...batch),
  })
  const ledger = await program.start({
    NODE_ENV: 'test',
    DEV_MODE: true,
    DATABASE_URL: own.url,
    BUS_DATABASE_URL: busDb.url,
    HOST: '127.0.0.1',
    PORT: 0,
    JWKS_URL: keys.url,
    INTERNAL_TOKENS: ['internal-token-for-tests'],
    LOG_LEVEL: 'silent',
    LOG_FORMAT: 'json',
  })
  const postAt = (at: Date, ...asked: Command[]) =>
    post(
      posting,
      asked.map((command) => ({ command, correlationId: 'c' })),
      at,
    )
  const token = (jid: string) => signToken(keys, { sub: `account-${jid}`, jid, jyc: 2 })
  return {
    db,
    owner,
    heard,
    url: ledger.url,
    token,
    retry: () =>
      retryBatchConsumer({ db, posting, now: systemClock, notifier: { notify: () => undefined } }, commands),
    send: (...messages: Outgoing[]) =>
      bus.publish(
        messages.map((message) => ({
          ...message,
          id: randomUUID(),
          headers: { ce_correlationid: 'c' },
          time: new Date(),
        })),
      ),
    async balance(customerId: string, unit = 'pt_thb') {
      const found = await db.query<{ balance: bigint; balance_locked: bigint }>(
        'select balance, balance_locked from account where customer_id = $1 and unit = $2',
        [customerId, unit],
      )
      return found.rows[0] ?? { balance: 0n, balance_locked: 0n }
    },
    get: async (path: string, jid: string, headers: Record<string, string> = {}) =>
      fetch(ledger.url + path, { headers: { authorization: `Bearer ${await token(jid)}`, ...headers } }),
    call: async (
      method: string,
      path: string,
      jid: string,
      body: object,
      headers: Record<string, string> = {},
    ) =>
      fetch(ledger.url + path, {
        ...{ method, body: JSON.stringify(body) },
        headers: {
          ...{ authorization: `Bearer ${await token(jid)}`, 'content-type': 'application/json' },
          ...headers,
        },
      }),
    postNow: (...asked: Command[]) => postAt(new Date(), ...asked),
    postAt,
    async close() {
      await ledger.close()
      await listening.close()
      await bus.close()
      await db.end()
      await posting.end()
      await owner.end()
      await keys.close()
      await own.drop()
      await busDb.drop()
    },
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>

export const topup = (customerId: string, id: string, value: bigint) =>
  outgoing('ledger.command.v1', customerId, PostSchema, {
    ...{ flow: 'topup', id, customerId, reference: id },
    postings: [
      { account: 'platform:provider_clearing', unit: 'pt_thb', type: 'out', value },
      { account: customerId, unit: 'pt_thb', type: 'in', value },
    ],
  })

export const pay = (customerId: string, id: string, amount: bigint, attempt = 1) =>
  outgoing('ledger.command.v1', customerId, HoldSchema, {
    ...{ flow: 'shipping', id, customerId, amount, attempt, upTo: true, capture: true },
  })

export const asTopup = (customerId: string, id: string, value: bigint, unit: Unit = 'pt_thb') =>
  topupOf({ id, customerId, unit, value, reference: id })

export const asPay = (
  customerId: string,
  id: string,
  amount: bigint,
  upTo = true,
  attempt = 1,
): Of<'Hold'> => ({
  ...{ type: 'Hold', flow: 'shipping', id, customerId, amount, attempt, upTo, capture: true },
})
