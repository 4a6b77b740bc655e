import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type BoughtShipping, boughtShipping, shipping } from '@talad/proto/http/shipping'
import { startSandbox } from '@talad/sandbox/server'
import type { InMessage, Outgoing } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { openDb } from '@talad/shared/db'
import { testClock } from '@talad/shared/testing/clock'
import { createEmptyDatabase, createTestDatabase } from '@talad/shared/testing/postgres'
import { signToken, testKeys } from '@talad/shared/testing/tokens'
import { z } from 'zod'
import type { ShippingPaymentConfig } from '../src/config.ts'
import { service as program } from '../src/service.ts'
import { playLedger } from './played-ledger.ts'
import { playChain, settingsFor } from './rig.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const onError = (error: unknown) => console.error(error)

const answered = z.object({
  shipping: z.looseObject({}).optional(),
  list: z.array(shipping).default([]),
  nextCursor: z.string().nullable().default(null),
  code: z.string().optional(),
  field: z.string().optional(),
})

const looseAnswer = z.looseObject({ code: z.string().optional() })

type Answer = { status: number; body: Omit<z.infer<typeof answered>, 'shipping'>; shipping: BoughtShipping }
/** stands where an answer holds no shipping: every look into it fails the test */
const nothing = new Proxy({} as BoughtShipping, {
  get: (_target, name) => {
    throw new Error(`the answer holds no shipping (asked for ${String(name)})`)
  },
})

/** The service on a real database, bus and card provider's stand-in; the ledger and the chain are played by the test. @param onChain where the chain is a real one */
export async function startWorld(postgres: string, onChain?: Partial<ShippingPaymentConfig>) {
  const own = await createTestDatabase(postgres, migrations)
  const busDb = await createEmptyDatabase(postgres)
  const keys = await testKeys()
  const bus = await connectPostgresBus(busDb.url, { onError })
  const db = openDb(own.url)
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    joinUsers: [],
    callbackRetryMs: [100, 100],
  })
  const chain = playChain()
  const clock = testClock()
  const service = await program.start(
    {
      ...settingsFor({ database: own.url, bus: busDb.url, jwks: keys.url, sandbox: sandbox.url }),
      ...onChain,
    },
    { outside: onChain ? {} : { delivery: chain.make() }, now: clock.now },
  )

  const control = async (path: string, method: string, body?: unknown) => {
    const response = await fetch(`${sandbox.url}/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok && response.status !== 409) throw new Error(`control ${path}: ${await response.text()}`)
  }
  await control('/chillpay/merchant', 'PATCH', {
    callbackUrl: `${service.url}/api/callback/v1/payment/chillpay/callback`,
    resultUrl: `${service.url}/api/callback/v1/payment/chillpay/redirect`,
  })

  const send = (...messages: Outgoing[]) =>
    bus.publish(
      messages.map((message) => ({
        ...message,
        id: randomUUID(),
        headers: { ce_correlationid: 'c' },
        time: new Date(),
      })),
    )
  const ledger = await playLedger(bus.subscribe, send)

  async function ask(who: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const token = await signToken(keys, { sub: `account-${who}`, jid: who, jyc: 2 })
    return fetch(`${service.url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  async function call(...asked: Parameters<typeof ask>): Promise<Answer> {
    const response = await ask(...asked)
    const { shipping: one, ...rest } = answered.parse(await response.json())
    return { status: response.status, body: rest, shipping: one ? boughtShipping.parse(one) : nothing }
  }

  return {
    service,
    sandbox,
    db,
    ask,
    call,
    /** what an admin with these permissions is answered */
    async admin(path: string, body?: unknown, who = 'admin', headers: Record<string, string> = {}) {
      const response = await ask(who, `/admin/v1${path}`, body, headers)
      return { status: response.status, body: looseAnswer.parse(await response.json()) }
    },
    /** an answer as it is on the wire */
    raw: async (...asked: Parameters<typeof ask>) => (await ask(...asked)).text(),
    send,
    /** hears what was published and will be */
    listen: (topic: string, hear: (message: InMessage) => void) =>
      bus.subscribe({
        group: randomUUID(),
        topics: [topic],
        onError,
        handle: async (batch) => batch.forEach(hear),
      }),
    control,
    ledger,
    chain: chain.state,
    now: clock.now,
    /** lets time pass for the service */
    pass: (ms: number) => clock.pass(ms, db),
    deliveries: chain.deliveries,
    hashOf: chain.hashOf,
    settle: (orderNo: string, choice: string, callback = true) =>
      control('/chillpay/settle', 'POST', { orderNo, choice, callback }),
    fault: (fault: Record<string, unknown>) => control('/faults', 'POST', fault),
    async close() {
      await service.close()
      await ledger.close()
      await bus.close()
      await db.end()
      await sandbox.stop()
      await keys.close()
      await own.drop()
      await busDb.drop()
    },
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>
