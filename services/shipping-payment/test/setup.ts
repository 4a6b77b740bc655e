import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type Shipping, shipping } from '@talad/proto/http/shipping-payment'
import { type OrderChanged, OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { startSandbox } from '@talad/sandbox/server'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { openDb } from '@talad/shared/db'
import { createEmptyDatabase, createTestDatabase } from '@talad/shared/testing/postgres'
import { signToken, testKeys } from '@talad/shared/testing/tokens'
import { z } from 'zod'
import { startShippingPayment } from '../src/service.ts'
import { playLedger } from './played-ledger.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const onError = (error: unknown) => console.error(error)
const SEAPORT = `0x${'5'.repeat(40)}`
export const SITE = 'http://shop.test'

/** A signed order as order-book publishes it; only its form matters where the chain is played. */
export function parametersJson(): string {
  const zero = `0x${'0'.repeat(64)}`
  const address = (digit: string) => `0x${digit.repeat(40)}`
  return JSON.stringify({
    offerer: address('a'),
    zone: address('e'),
    offer: [
      { itemType: 2, token: address('c'), identifierOrCriteria: '7', startAmount: '1', endAmount: '1' },
    ],
    consideration: [
      {
        itemType: 1,
        token: address('d'),
        identifierOrCriteria: '0',
        startAmount: '125000',
        endAmount: '125000',
        recipient: address('f'),
      },
    ],
    orderType: 2,
    startTime: '1',
    endTime: '2',
    zoneHash: zero,
    salt: zero,
    conduitKey: zero,
    totalOriginalConsiderationItems: 1,
    counter: '0',
  })
}

const answered = z.object({
  shipping: shipping.optional(),
  list: z.array(shipping).default([]),
  nextCursor: z.string().nullable().default(null),
  code: z.string().optional(),
  field: z.string().optional(),
})

type Answer = { status: number; body: Omit<z.infer<typeof answered>, 'shipping'>; shipping: Shipping }
/** stands where an answer holds no shipping: every look into it fails the test */
const nothing = new Proxy({} as Shipping, {
  get: (_target, name) => {
    throw new Error(`the answer holds no shipping (asked for ${String(name)})`)
  },
})

type Delivered = { shippingId: string; data: string; deadline: Date }

/** The service on a real database, bus and card provider's stand-in; the ledger and the chain are played by the test. */
export async function startWorld(postgres: string) {
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
  const deliveries: Delivered[] = []
  const chain = { fillable: true, down: false, codeAt: new Set<string>() }
  const hashOf = (shippingId: string) => `0x${shippingId.padStart(64, '0')}`

  const service = await startShippingPayment(
    {
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
      RPC_URL: 'http://127.0.0.1:1',
      CHAIN_ID: 3501,
      CONFIRMATIONS: 1,
      SEAPORT_ADDRESS: SEAPORT,
      RELAYER_KEY: `0x${'1'.repeat(64)}`,
      CHILLPAY_URL: `${sandbox.url}/chillpay`,
      CHILLPAY_MERCHANT_CODE: 'M000001',
      CHILLPAY_API_KEY: 'sandbox-api-key',
      CHILLPAY_MD5_SECRET: 'sandbox-md5-secret',
      CHILLPAY_ROUTE: 1,
      CHILLPAY_CONTROL_URL: `${sandbox.url}/control`,
      SITE_ORIGINS: [SITE, 'http://second.test'],
    },
    () => ({
      enqueue: async (_tx, job) => void deliveries.push(job),
      simulate: async () => {
        if (chain.down) throw new Error('rpc is down')
        return chain.fillable
      },
      hasCode: async (address) => chain.codeAt.has(address),
      shippingOf: async (_db, txHash) => {
        const job = deliveries.find((one) => hashOf(one.shippingId) === txHash)
        return job?.shippingId
      },
      start: () => ({ wake: () => undefined, close: async () => undefined }),
      check: async () => undefined,
      close: async () => undefined,
    }),
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

  async function call(
    who: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const token = await signToken(keys, { sub: `account-${who}`, jid: who, jyc: 2 })
    const response = await fetch(`${service.url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { shipping: one, ...rest } = answered.parse(await response.json())
    return { status: response.status, body: rest, shipping: one ?? nothing }
  }

  return {
    service,
    sandbox,
    db,
    call,
    send,
    control,
    ledger,
    chain,
    deliveries,
    hashOf,
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

type OrderAbout = Partial<
  Pick<OrderChanged, 'status' | 'revision' | 'filled' | 'offererCustomerId' | 'offererAccountId'>
>

/** An order of the seller, on sale for 1,250 THB unless said otherwise. */
export function orderMessage(hash: string, about: OrderAbout = {}): Outgoing {
  const now = Date.now()
  return outgoing('order-book.order.v1', hash, OrderChangedSchema, {
    orderId: hash.slice(2, 26),
    hash,
    type: 'list',
    status: 'offchain',
    blockchain: 'kub',
    asset: { contractAddress: `0x${'c'.repeat(40)}`, contractType: 'erc721', tokenId: '7' },
    price: {
      tokenAddress: `0x${'d'.repeat(40)}`,
      symbol: 'THB',
      raw: '125000',
      value: '1250',
      family: 'thb',
      decimals: 2,
    },
    offerer: `0x${'a'.repeat(40)}`,
    offererCustomerId: 'join-seller',
    offererAccountId: 'account-seller',
    shipper: true,
    distribution: [
      { customerId: '', type: 'service', value: '3125', basisPoints: 250 },
      { customerId: 'join-artist', type: 'royalty', value: '6250', basisPoints: 500 },
      { customerId: 'join-seller', type: 'net', value: '115625', basisPoints: 9250 },
    ],
    start: timestampFromDate(new Date(now - 60_000)),
    end: timestampFromDate(new Date(now + 86_400_000)),
    signedEnd: timestampFromDate(new Date(now + 90_000_000)),
    amount: '1',
    filled: '0',
    parametersJson: parametersJson(),
    signature: `0x${'2'.repeat(130)}`,
    change: 'put',
    revision: 1,
    ...about,
  })
}
