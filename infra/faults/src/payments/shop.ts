import { service as ledgerService } from '@talad/ledger/service'
import type { Endpoint } from '@talad/proto/http/contract'
import { startSandbox } from '@talad/sandbox/server'
import { loadConfig } from '@talad/shared/config'
import { service as shippingPayment } from '@talad/shipping-payment/service'
import { playChain, settingsFor } from '@talad/shipping-payment/testing/rig'
import { z } from 'zod'
import { type Harness, withHarness } from '../harness.ts'
import type { Context } from '../proof.ts'
import { isQuiet, type Pulse } from './quiet.ts'

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

const SETTLE_MS = 180_000

/** What the provider's stand-in tells of itself. */
const held = z.object({
  chillpay: z.object({ transactions: z.array(z.object({ id: z.string(), transactionId: z.int() })) }),
})

/**
 * Shipping-payment and the ledger as they are, on real databases and a real bus, with the card provider's stand-in
 * over its wire format. The chain is played, and shipping-payment's time is what `clock` says.
 */
async function openShop(harness: Harness) {
  const { closing, settings } = harness
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    joinUsers: [],
    callbackRetryMs: [],
  })
  closing.add('the sandbox', () => sandbox.stop())
  const busDb = harness.busDb()
  const [own, books] = [await harness.database('shipping-payment'), await harness.database('ledger')]
  const clock = makeClock()
  const ledger = await makeRestartable(() => ledgerService.startIn({ ...settings(books.url), DEV_MODE: '1' }))
  closing.add('the ledger', ledger.stop)
  const chain = playChain()
  const config = loadConfig('shipping-payment', shippingPayment.config, {
    ...settings(own.url),
    DEV_MODE: '1',
    ...settingsFor(sandbox.url),
  })
  const shipping = await makeRestartable(() =>
    shippingPayment.start(config, { outside: { delivery: chain.make() }, now: clock.now }),
  )
  closing.add('shipping-payment', shipping.stop)
  const [db, ledgerDb] = [own.owner, books.owner]

  return {
    clock,
    db,
    ledgerDb,
    ledger,
    shipping,
    chain,
    secret: config.CHILLPAY_MD5_SECRET ?? '',
    call: makeCaller(harness.token),
    send: harness.say,
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
  }
}
export type Shop = Awaited<ReturnType<typeof openShop>>

/** Does something with such a shop, which is closed then. */
export function withShop<T>(context: Context, work: (shop: Shop) => Promise<T>): Promise<T> {
  return withHarness(context, async (harness) => work(await openShop(harness)))
}
