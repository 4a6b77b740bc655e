import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { service as ledgerService } from '@talad/ledger/service'
import type { Endpoint } from '@talad/proto/http/contract'
import { startSandbox } from '@talad/sandbox/server'
import type { Outgoing } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { isConnectionFault, openDb } from '@talad/shared/db'
import { createEmptyDatabase, createTestDatabase } from '@talad/shared/testing/postgres'
import { signToken, testKeys } from '@talad/shared/testing/tokens'
import { service as shippingPayment } from '@talad/shipping-payment/service'
import { playChain, settingsFor } from '@talad/shipping-payment/testing/rig'
import { z } from 'zod'
import { isQuiet, type Pulse } from './quiet.ts'

const migrationsOf = (service: string) =>
  fileURLToPath(new URL(`../../../../services/${service}/prisma/migrations`, import.meta.url))
/** Connections that break when a service is stopped are no news. */
const onError = (error: unknown) => {
  if (!isConnectionFault(error)) console.error(error)
}

/** An answer as it came, to the byte. */
export type Answer = { status: number; text: string }

/** A clock that goes as the machine's does, and jumps when told to. */
function makeClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    jumpTo(time: Date) {
      ahead = time.getTime() - Date.now()
    },
  }
}

/** Less than a token lives: a slow machine may take its time. */
const TOKEN_MS = 10 * 60_000

type Called = Pick<Endpoint, 'method' | 'path'>

/** Calls a service as a signed-in customer with identity level 2, or as nobody. */
function makeCaller(sign: (who: string) => Promise<string>) {
  const tokens = new Map<string, { token: Promise<string>; until: number }>()
  const tokenOf = (who: string) => {
    const kept = tokens.get(who)
    if (kept && kept.until > Date.now()) return kept.token
    const token = sign(who)
    tokens.set(who, { token, until: Date.now() + TOKEN_MS })
    return token
  }
  return async (
    baseUrl: string,
    { method, path }: Called,
    about: { who?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer> => {
    const { who, body, headers = {} } = about
    const token = who === undefined ? undefined : await tokenOf(who)
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }
}

/** A service that can be stopped and started again on the same data. */
async function makeRestartable(start: () => Promise<{ url: string; close(): Promise<void> }>) {
  let running: Awaited<ReturnType<typeof start>> | undefined = await start()
  return {
    url: () => running?.url ?? '',
    async stop() {
      await running?.close()
      running = undefined
    },
    async start() {
      running ??= await start()
    },
  }
}

async function makeGround(postgres: string) {
  const [shippingData, ledgerData, busData, keys] = await Promise.all([
    createTestDatabase(postgres, migrationsOf('shipping-payment')),
    createTestDatabase(postgres, migrationsOf('ledger')),
    createEmptyDatabase(postgres),
    testKeys(),
  ])
  const bus = await connectPostgresBus(busData.url, { onError })
  const sandbox = await startSandbox({
    ...{ port: 0, host: '127.0.0.1', joinUsers: [], callbackRetryMs: [] },
  })
  const db = openDb(shippingData.url, { owner: true, max: 4 })
  const ledgerDb = openDb(ledgerData.url, { owner: true, max: 4 })
  const busDb = openDb(busData.url, { owner: true, max: 2 })
  return {
    ...{ shippingData, ledgerData, busData, keys, bus, sandbox, db, ledgerDb, busDb },
    async close() {
      await bus.close()
      await Promise.all([db.end(), ledgerDb.end(), busDb.end()])
      await Promise.all([sandbox.stop(), keys.close()])
      await Promise.all([shippingData.drop(), ledgerData.drop(), busData.drop()])
    },
  }
}

const SETTLE_MS = 180_000

/** What the provider's stand-in tells of itself. */
const held = z.object({
  chillpay: z.object({ transactions: z.array(z.object({ id: z.string(), transactionId: z.int() })) }),
})

/**
 * Shipping-payment and the ledger as they are, on real databases and a real bus, with the card provider's stand-in
 * over its wire format. The chain is played, and shipping-payment's time is what `clock` says.
 */
export async function openShop(postgres: string) {
  const ground = await makeGround(postgres)
  const { shippingData, ledgerData, busData, keys, bus, sandbox, db, ledgerDb, busDb } = ground
  const clock = makeClock()
  const settings = settingsFor({
    ...{ database: shippingData.url, bus: busData.url, jwks: keys.url, sandbox: sandbox.url },
  })
  const { NODE_ENV, DEV_MODE, HOST, PORT, INTERNAL_TOKENS, LOG_LEVEL } = settings
  const common = { NODE_ENV, DEV_MODE, HOST, PORT, INTERNAL_TOKENS, LOG_LEVEL, JWKS_URL: keys.url }
  const ledger = await makeRestartable(() =>
    ledgerService.start({ ...common, DATABASE_URL: ledgerData.url, BUS_DATABASE_URL: busData.url }),
  )
  const chain = playChain()
  const shipping = await makeRestartable(() =>
    shippingPayment.start(settings, { outside: { delivery: chain.make() }, now: clock.now }),
  )
  const call = makeCaller((who) => signToken(keys, { sub: `account-${who}`, jid: who, jyc: 2 }))

  return {
    ...{ clock, db, ledgerDb, ledger, shipping, call, chain, secret: 'sandbox-md5-secret' },
    send: (...messages: Outgoing[]) =>
      bus.publish(
        messages.map((message) => ({
          ...{ ...message, id: randomUUID(), headers: { ce_correlationid: 'fire' }, time: new Date() },
        })),
      ),
    /** tells the provider's stand-in what happens there */
    async control(path: string, body: object, method = 'POST'): Promise<void> {
      const headers = { 'content-type': 'application/json' }
      const init = { method, headers, body: JSON.stringify(body) }
      const answer = await fetch(`${sandbox.url}/control/${path}`, init)
      if (!answer.ok) throw new Error(`the provider's stand-in refuses ${path}: ${await answer.text()}`)
    },
    /** the provider's own transactions, by order number */
    async transactions(): Promise<Map<string, string>> {
      const { chillpay } = held.parse(await (await fetch(`${sandbox.url}/control`)).json())
      return new Map(chillpay.transactions.map((one) => [one.id, String(one.transactionId)]))
    },
    /**
     * Waits until nothing is under way any more: every event relayed, every message handled, every due inquiry made.
     * @param ledgerStopped what waits for the ledger stays
     */
    async quiet(ledgerStopped = false): Promise<void> {
      const pulse: Pulse = { db, ledgerDb, busDb, now: clock.now, ledgerStopped }
      await isQuiet(pulse, SETTLE_MS)
    },
    async close() {
      await shipping.stop()
      await ledger.stop()
      await ground.close()
    },
  }
}
export type Shop = Awaited<ReturnType<typeof openShop>>
