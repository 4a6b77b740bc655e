import { listingBody } from '@talad/order-book/testing/bodies'
import { type Market, startMarket } from '@talad/order-book/testing/market'
import { introduce } from '@talad/order-book/testing/messages'
import { ResponseError } from '@talad/proto/http/client'
import { cancelOrder, putOrder } from '@talad/proto/http/order-book/orders'
import { sideBySide } from '../crowd/patient.ts'
import { type Context, holds, type Proof } from '../proof.ts'

const CALLS = 50
/** OB-27: the limits outside production */
const OF_CUSTOMER = 10
const OF_ASSET = 2
/** few enough that the asset's limit bites, enough that the customer's does */
const ASSETS = 8
const SIGNING_AT_ONCE = 8

type Body = Awaited<ReturnType<typeof listingBody>>

/** The orders of a round, signed; no two are the same. */
async function signOrders(market: Market): Promise<Body[]> {
  const bodies: Body[] = []
  await sideBySide(
    Array.from({ length: CALLS }, (_, index) => String((index % ASSETS) + 1)),
    SIGNING_AT_ONCE,
    async (tokenId) => bodies.push(await listingBody(market, { tokenId })),
  )
  return bodies
}

async function holdLimits(market: Market): Promise<void> {
  const { rows } = await market.db.query<{ n: bigint; token: string | null }>(
    `select count(*) as n, token_id as token from order_row where open and customer_id = 'join-seller'
     group by rollup (token_id)`,
  )
  for (const { n, token } of rows) {
    const limit = token === null ? OF_CUSTOMER : OF_ASSET
    holds(
      n <= BigInt(limit),
      `${n} orders are open ${token === null ? 'of the customer' : `of asset ${token}`}`,
    )
  }
}

/** Answers of a machine that has too much to do: asked again, as a client does. */
const AGAIN = ['unavailable', 'FetchError', 'request_in_progress']
const TRIES = 20

/** @returns 'done', or the code of the refusal */
async function outcomeOf(call: () => Promise<unknown>): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      await call()
      return 'done'
    } catch (error) {
      const code =
        error instanceof ResponseError ? error.code : error instanceof Error ? error.name : 'unknown'
      if (!AGAIN.includes(code) || tries === TRIES) return code
    }
  }
}

/** All are put at the same moment, then all that are open are canceled five times each. */
async function putAndCancel(market: Market): Promise<{ put: number; canceled: number }> {
  const bodies = await signOrders(market)
  const seller = market.clientOf('seller')
  const put = await Promise.all(bodies.map((body) => outcomeOf(() => seller(putOrder, { body }))))
  await holdLimits(market)
  const done = put.filter((outcome) => outcome === 'done').length
  const refused = put.filter((outcome) => outcome.startsWith('too_many_orders')).length
  holds(done === OF_CUSTOMER, `of ${CALLS} orders at once ${done} are let in, and not ${OF_CUSTOMER}`)
  holds(done + refused === CALLS, `an order at once with others is answered ${[...new Set(put)].join(', ')}`)
  const open = await market.db.query<{ order_id: string }>('select order_id from order_row where open')
  const ids = Array.from({ length: CALLS }, (_, index) => open.rows[index % open.rows.length]?.order_id ?? '')
  const canceled = await Promise.all(
    ids.map((order_id) => outcomeOf(() => seller(cancelOrder, { body: { order_id } }))),
  )
  const odd = canceled.filter((outcome) => !['done', 'cancel_refused'].includes(outcome))
  holds(odd.length === 0, `a cancel at once with others is answered ${odd[0]}`)
  await holdCanceledOnce(market)
  return { put: done, canceled: open.rows.length }
}

async function holdCanceledOnce(market: Market): Promise<void> {
  const { rows } = await market.db.query<{ open: bigint; twice: bigint }>(
    `select (select count(*) from order_row where open) as open,
       (select count(*) from (select stream from kit.event where type = 'OrderCancelled'
         group by stream having count(*) > 1) doubled) as twice`,
  )
  const [row] = rows
  holds(row?.open === 0n, `${row?.open} orders are open after all were canceled`)
  holds(row.twice === 0n, `${row.twice} orders were canceled twice`)
}

async function run({ postgres, folder, size, say }: Context) {
  const limits = {
    LIMIT_ORDERS_PER_CUSTOMER: OF_CUSTOMER,
    LIMIT_ORDERS_PER_ASSET: OF_ASSET,
    RPC_TIMEOUT_MS: 9_000,
  }
  const market = await startMarket(postgres, limits, folder)
  try {
    await introduce(market)
    const sums = { put: 0, canceled: 0 }
    for (let number = 0; number < size; number++) {
      const { put, canceled } = await putAndCancel(market)
      sums.put += put
      sums.canceled += canceled
      if (number % 10 === 9) say(`${number + 1} rounds`)
    }
    return { calls: size * 2 * CALLS, 'orders let in': sums.put, 'canceled once each': sums.canceled }
  } finally {
    await market.stop()
  }
}

/** B17 for orders. */
export const listingLimits: Proof = {
  id: 'B17-orders',
  title:
    'of 50 orders put at once exactly as many are let in as the limits of a customer and of an asset allow, and of 50 cancels at once each order is canceled once',
  size: 100,
  unit: 'rounds of 50 orders and 50 cancels at once',
  limitMinutes: 60,
  run,
  found: [
    'The limits of open orders were held by a check under a lock alone; the database now refuses the row too.',
  ],
}
