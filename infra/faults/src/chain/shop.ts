import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '@talad/dev/config'
import { freePort } from '@talad/process/free-port'
import { type Held, hold, isAlive } from '@talad/process/held-process'
import { createClient, ResponseError } from '@talad/proto/http/client'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import type { Db } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { playLedger } from '@talad/shipping-payment/testing/played-ledger'
import type { Harness } from '../harness.ts'
import type { ChainHarness } from './on-chain.ts'
import { keyOf, RELAYER, type TestChain } from './test-chain.ts'

const STOP_MS = 10_000
const READY_MS = 60_000
const ASK_MS = 120_000
const PLENTY = 10n ** 12n

/** shipping-payment in a process of its own, with the real delivery; the ledger is played. */
export type Shop = {
  db: Db
  ledger: Awaited<ReturnType<typeof playLedger>>
  say: Harness['say']
  /** buys units of an order and pays with points, however often it has to be asked. @returns the purchase's id */
  buy(buyer: string, orderHash: string, recipient: string): Promise<string>
  /** asks once to reserve units. @returns the purchase's id, or why not */
  reserve(buyer: string, orderHash: string, recipient: string): Promise<Reserved>
  statusOf(id: string): Promise<string>
}

export type Reserved = { id: string; refused?: never } | { id?: never; refused: string }

type ShopOptions = {
  rpcUrl: string
  confirmations: number
}

export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function settingsOn(chain: TestChain, { rpcUrl, confirmations }: ShopOptions) {
  return {
    RPC_URL: rpcUrl,
    CHAIN_ID: String(chain.anvil.chainId),
    CONFIRMATIONS: String(confirmations),
    SEAPORT_ADDRESS: chain.deployment.seaport,
    RELAYER_KEYS: keyOf(RELAYER),
    CHILLPAY_URL: 'http://127.0.0.1:9',
    SITE_ORIGINS: 'http://shop.test',
  }
}

/** @throws what isn't the shop's present trouble: a process that was just killed, a node that doesn't answer */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ResponseError)) return true
  return error.status >= 500 || error.status === 429 || error.code === 'order_not_found'
}

export async function startShop({ harness, chain }: ChainHarness, options: ShopOptions): Promise<Shop> {
  const { closing, say } = harness
  const { url, owner: db } = await harness.database('shipping-payment')
  const ledger = await playLedger(harness.bus.subscribe, say)
  closing.add('the ledger', ledger.close)
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const start = async (): Promise<Held> => {
    const held = await hold({
      command: process.execPath,
      args: [join(root, 'services/shipping-payment/src/main.ts')],
      env: {
        ...process.env,
        ...harness.settings(url),
        LOG_LEVEL: 'fatal',
        PORT: String(port),
        ...settingsOn(chain, options),
      },
    })
    await until('the shop is ready', () => isReady(baseUrl), READY_MS)
    // another process on the port would have answered as well
    if (!isAlive(held.pid)) throw new Error(`the shop ended while it was starting\n${held.tail()}`)
    return held
  }
  const running = await start()
  closing.add('the shop', () => running.stop(STOP_MS))

  const clientOf = (buyer: string) => createClient({ baseUrl, token: () => harness.token(buyer) })

  async function reserve(buyer: string, orderHash: string, recipient: string): Promise<Reserved> {
    const body = { order_hash: orderHash, amount: '1', recipient_address: recipient, defer_payment: true }
    try {
      return { id: (await clientOf(buyer)(shippingPaymentHttp.ship, { body })).shipping._id }
    } catch (error) {
      if (error instanceof ResponseError && error.status < 500) return { refused: error.code }
      throw error
    }
  }

  async function statusOf(id: string): Promise<string> {
    const { rows } = await db.query<{ status: string }>('select status from shipping where id = $1', [id])
    return rows[0]?.status ?? 'unknown'
  }

  async function buy(buyer: string, orderHash: string, recipient: string): Promise<string> {
    ledger.balances.set(`join-${buyer}`, PLENTY)
    const call = clientOf(buyer)
    const body = { order_hash: orderHash, amount: '1', recipient_address: recipient, defer_payment: false }
    const deadline = performance.now() + ASK_MS
    for (;;) {
      try {
        return (await call(shippingPaymentHttp.ship, { body })).shipping._id
      } catch (error) {
        if (!isPassing(error) || performance.now() > deadline) throw error
        await delay(200)
      }
    }
  }

  return {
    db,
    ledger,
    say,
    buy,
    reserve,
    statusOf,
  }
}
