import { personKeys, personOf } from '@talad/demo/people'
import { listings, type PlannedListing } from '@talad/demo/plan'
import { ResponseError } from '@talad/proto/http/client'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { type Order, orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { type BoughtShipping, isBought, type Shipping } from '@talad/proto/http/shipping-payment/shipping'
import type { Run } from '../run-file.ts'
import { list, signWithKey } from './listing.ts'
import { type Person, signIn } from './site.ts'

const POLL_MS = 100
/** The market hears of a new asset, and of who has just signed in, a moment later. */
const UNHEARD_OF = new Set(['asset_not_found', 'invalid_offerer'])
const KNOWN_WITHIN_MS = 60_000
const DELIVERED_WITHIN_MS = 120_000

type People = (key: PlannedListing['seller']) => Promise<Person>

/** Each person signs in once, when first needed. */
function signInOnce(run: Run): People {
  const signedIn = new Map<string, Promise<Person>>()
  return (key) => {
    const known = signedIn.get(key) ?? signIn(run, personOf(key).joinId)
    signedIn.set(key, known)
    return known
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS))

function contractOf(run: Run, planned: PlannedListing) {
  const collection = run.contracts.collections.find(({ key }) => key === planned.collection)
  if (!collection) throw new Error(`there is no collection ${planned.collection}`)
  return collection
}

/** The order that an earlier, interrupted run made for this plan. */
async function findOrder(run: Run, seller: Person, planned: PlannedListing): Promise<Order | undefined> {
  const { list: found } = await seller.call(orderBookHttp.listOrders, {
    query: {
      ad: contractOf(run, planned).address,
      ti: String(planned.tokenId),
      oc: seller.customerId,
      st: 'of,va,fi,co,ca,in',
      ie: '1',
      ii: '1',
    },
  })
  return found[0]
}

async function listOnce(run: Run, seller: Person, planned: PlannedListing): Promise<Order> {
  const found = await findOrder(run, seller, planned)
  if (found) return found
  const { address, type } = contractOf(run, planned)
  const wish = {
    contract: address,
    type,
    tokenId: String(planned.tokenId),
    amount: BigInt(planned.quantity),
    priceSatang: planned.priceThb * 100n,
  }
  const deadline = performance.now() + KNOWN_WITHIN_MS
  for (;;) {
    try {
      return await list(run, seller, wish, signWithKey(run, seller))
    } catch (error) {
      const early = error instanceof ResponseError && UNHEARD_OF.has(error.code)
      if (!early || performance.now() > deadline) throw error
      await pause()
    }
  }
}

const over = new Set(['failed', 'canceled'])

async function findShipping(buyer: Person, order: Order): Promise<BoughtShipping | undefined> {
  const { list: found } = await buyer.call(shippingPaymentHttp.shippingHistory, {
    query: { ac: 'buy', lm: '100' },
  })
  return found
    .filter(isBought)
    .find((shipping) => shipping.order.hash === order.hash && !over.has(shipping.status))
}

/** Opens the purchase. The shop hears of a new order a moment after the order book. */
async function open(buyer: Person, order: Order): Promise<BoughtShipping> {
  const deadline = performance.now() + KNOWN_WITHIN_MS
  for (;;) {
    try {
      const body = {
        order_hash: order.hash,
        amount: order.basic.asset.amount,
        recipient_address: buyer.address,
        defer_payment: false,
      }
      return (await buyer.call(shippingPaymentHttp.ship, { body })).shipping
    } catch (error) {
      const early = error instanceof ResponseError && error.code === 'order_not_found'
      if (!early || performance.now() > deadline) throw error
      await pause()
    }
  }
}

/** Buys with points that are credited for it, and waits for the delivery. */
async function buyOnce(buyer: Person, order: Order): Promise<void> {
  if (order.status === 'completed') return
  const found = await findShipping(buyer, order)
  if (!found) {
    await buyer.call(
      ledgerHttp.fastTopup,
      { body: { unit: 'pt_thb', amount: Number(order.basic.price.raw) } },
      { idempotencyKey: `demonstration-${order._id}` }, // credited once, however often this is begun
    )
  }
  let shipping: Shipping = found ?? (await open(buyer, order))
  const deadline = performance.now() + DELIVERED_WITHIN_MS
  while (shipping.status !== 'completed') {
    if (over.has(shipping.status)) throw new Error(`the purchase of ${order.hash} is ${shipping.status}`)
    if (performance.now() > deadline)
      throw new Error(`the purchase of ${order.hash} stays ${shipping.status}`)
    await pause()
    const params: { shipping_id: string } = { shipping_id: shipping._id }
    shipping = (await buyer.call(shippingPaymentHttp.shippingPick, { params })).shipping
  }
}

/** The name by which others see somebody. */
async function showAs({ call }: Person, name: string | null): Promise<void> {
  if (name !== null) await call(identityHttp.setDisplayName, { body: { display_name: name } })
}

/**
 * Lists and sells what the plan says, as its people would do it. Safe to run again: what is there is left alone.
 * @param onStep told after each listing and each sale
 * @throws the first fault; what was done stays done
 */
export async function fillMarket(run: Run, onStep: (done: number, of: number) => void): Promise<void> {
  const people = signInOnce(run)
  const total = listings.length + listings.filter(({ buyer }) => buyer).length
  let done = 0
  const step = () => onStep(++done, total)
  const work = createWork()
  // the sold ones first: they take longest, and a seller has only so many open orders
  const ordered = [...listings].sort((a, b) => Number(b.buyer !== undefined) - Number(a.buyer !== undefined))
  for (const key of personKeys) {
    work.add(async () => {
      await showAs(await people(key), personOf(key).shownAs)
      for (const planned of ordered.filter(({ seller }) => seller === key)) {
        const order = await listOnce(run, await people(key), planned)
        step()
        const { buyer } = planned
        if (buyer) work.add(async () => buyOnce(await people(buyer), order).then(step))
      }
    })
  }
  await work.end()
}

/** Work that goes on side by side and may bring more of it. */
function createWork() {
  const open = new Set<Promise<void>>()
  const faults: unknown[] = []
  return {
    add(task: () => Promise<void>): void {
      const running = task().then(
        () => void open.delete(running),
        (error) => {
          faults.push(error)
          open.delete(running)
        },
      )
      open.add(running)
    },
    /** Waits until nothing is left. @throws the first fault */
    async end(): Promise<void> {
      while (open.size > 0) await Promise.race(open)
      if (faults.length > 0) throw faults[0]
    },
  }
}
