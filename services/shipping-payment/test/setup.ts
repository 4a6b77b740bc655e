import { type BoughtShipping, boughtShipping, shipping } from '@talad/proto/http/shipping-payment/shipping'
import { startSandbox } from '@talad/sandbox/server'
import { readerLag } from '@talad/shared/event-log'
import { askAt, customer, openUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { z } from 'zod'
import type { ShippingPaymentConfig } from '../src/config.ts'
import { service as program } from '../src/service.ts'
import { PLAYED_LEDGER, playLedger } from './played-ledger.ts'
import { playChain, settingsFor } from './rig.ts'

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

const QUIET_MS = 120_000
const QUIET_SQL = `select (select count(*) from kit.event) as events,
  (select count(*) from kit.job where task like 'topup.%' and (run_at <= $1 or claimed_by is not null)) as due`

/** The service on a real database, bus and card provider's stand-in; the ledger and the chain are played by the test. @param onChain where the chain is a real one */
export async function startWorld(
  postgres: string,
  onChain?: Partial<ShippingPaymentConfig>,
  more: Partial<ShippingPaymentConfig> = {},
) {
  const around = await openUnderTest(program, postgres)
  const { keys, send } = around
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    joinUsers: [],
    callbackRetryMs: [100, 100],
  })
  around.stopAtEnd(() => sandbox.stop())
  const chain = playChain()
  const service = await around.start(
    { ...around.config(settingsFor(sandbox.url)), ...onChain, ...more },
    onChain ? {} : { delivery: chain.make() },
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

  const ledger = await playLedger(around.bus.subscribe, send)
  around.stopAtEnd(() => ledger.close())

  const ask = (who: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    askAt(keys, `${service.url}/api${path}`, body === undefined ? 'GET' : 'POST', {
      as: customer(who),
      body,
      headers,
    })

  async function call(...asked: Parameters<typeof ask>): Promise<Answer> {
    const response = await ask(...asked)
    const { shipping: one, ...rest } = answered.parse(await response.json())
    return { status: response.status, body: rest, shipping: one ? boughtShipping.parse(one) : nothing }
  }

  /** @returns how many events there are; undefined while something is under way */
  async function eventsAtRest(): Promise<bigint | undefined> {
    const groups = ledger.isAway() ? program.groups : [...program.groups, PLAYED_LEDGER]
    const [relay, lags, { rows }] = await Promise.all([
      readerLag(around.db, 'relay'),
      Promise.all(groups.map((group) => around.bus.lag(group))),
      around.db.query<{ events: bigint; due: bigint }>(QUIET_SQL, [around.now()]),
    ])
    const waiting = lags.flat().reduce((sum, { lag }) => sum + lag, relay + (rows[0]?.due ?? 0n))
    return waiting === 0n ? rows[0]?.events : undefined
  }

  return {
    ...around,
    service,
    sandbox,
    ask,
    call,
    /** what an admin with these permissions is answered */
    async admin(path: string, body?: unknown, who = 'admin', headers: Record<string, string> = {}) {
      const response = await ask(who, `/admin/v1${path}`, body, headers)
      return { status: response.status, body: looseAnswer.parse(await response.json()) }
    },
    /** an answer as it is on the wire */
    raw: async (...asked: Parameters<typeof ask>) => (await ask(...asked)).text(),
    control,
    ledger,
    chain: chain.state,
    deliveries: chain.deliveries,
    hashOf: chain.hashOf,
    /** Waits until nothing is under way: two looks in a row find nothing to send, handle or ask about, and nothing new. */
    async quiet(): Promise<void> {
      let before: bigint | undefined
      const look = async () => {
        const [last, now] = [before, await eventsAtRest()]
        before = now
        return now !== undefined && now === last
      }
      await until('nothing is under way', look, QUIET_MS)
    },
    settle: (orderNo: string, choice: string, callback = true) =>
      control('/chillpay/settle', 'POST', { orderNo, choice, callback }),
    fault: (fault: Record<string, unknown>) => control('/faults', 'POST', fault),
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>
