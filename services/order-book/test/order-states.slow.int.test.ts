import { until } from '@talad/shared/testing/wait'
import { unixSeconds } from '@talad/shared/unix-time'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Market, startMarket } from './market.ts'
import { createStates, type Tracked } from './order-states.ts'
import { pick } from './steps.ts'

const MAKERS = 20
const ORDERS_EACH = 50
const AT_ONCE = 4
/** all of them, on a machine that is busy */
const LOOKS_MS = 600_000

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'), {
    TEST_DURATIONS: true,
    LIMIT_ORDERS_PER_CUSTOMER: ORDERS_EACH,
    LIMIT_ORDERS_PER_ASSET: ORDERS_EACH,
  })
})
afterAll(() => market?.stop())

const jobs = async (where: string) =>
  Number(
    (
      await market.db.query<{ n: bigint }>(
        `select count(*) as n from kit.job where task = 'order.activity' and ${where}`,
      )
    ).rows[0]?.n,
  )

/** Every message is handled, and every open order is looked at once more. */
async function lookAtAll(): Promise<void> {
  await until(
    'nothing is waited for',
    async () => (await jobs('run_at <= now() or claimed_by is not null')) === 0,
    LOOKS_MS,
  )
  await market.db.query(`update kit.job set run_at = now() where task = 'order.activity'`)
  await until('all were looked at', async () => (await jobs(`run_at < now() + '5 minutes'`)) === 0, LOOKS_MS)
}

const OPEN = ['offchain', 'validated', 'filled']

type Compared = {
  what: string
  ours: boolean
  chain: boolean
  isOurPolicy: boolean
  reasons: readonly string[]
}

async function compare(states: ReturnType<typeof createStates>, tracked: Tracked): Promise<Compared> {
  const order = await pick(market, tracked.order)
  const now = unixSeconds(new Date())
  const { left, total } = order.fill
  const { contract, token } = order.basic.asset
  const isOver = now >= order.time.end
  const reasons = order.inactive_reasons
  return {
    what: `${order.hash} ${order.type} ${contract.type} ${token.id} ${order.status} ${left} of ${total} ${reasons}`,
    ours: OPEN.includes(order.status) && !order.inactive && !isOver,
    chain: await states.chainFills(tracked, BigInt(left === '0' ? total : left), now),
    // we are stricter than the chain: what is suspended (OB-4), and the grace after the end that is shown (OB-25)
    isOurPolicy: reasons.includes('suspended') || (order.restricted && isOver),
    reasons,
  }
}

test('OB-4 of a thousand orders in random states those are active that the chain would fill now, but for what is suspended', async () => {
  const states = createStates(market, 'states')
  const makers = await states.prepare(MAKERS)
  const wanted = makers.flatMap((maker) => Array.from({ length: ORDERS_EACH }, () => states.orderOf(maker)))
  // in the order of the dice, whichever is put first: the same befalls the same order each time
  const all: Tracked[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let n = next++; n < wanted.length; n = next++)
        all[n] = await (wanted[n] as () => Promise<Tracked>)()
    }),
  )
  const shortOnesEnd = Date.now() + 91_000
  for (const tracked of all) await states.befall(tracked)
  for (const maker of makers) await states.befallMaker(maker)
  await until('the short ones have ended', () => Date.now() > shortOnesEnd, 120_000)
  await states.allHeard(all)
  await lookAtAll()

  const seen: Compared[] = []
  for (const tracked of all) seen.push(await compare(states, tracked))
  expect(seen.length).toBe(MAKERS * ORDERS_EACH)
  expect(seen.filter(({ isOurPolicy, ours }) => isOurPolicy && ours)).toEqual([])
  expect(seen.filter(({ ours, chain, isOurPolicy }) => ours !== chain && !isOurPolicy)).toEqual([])
  // the world has some of each
  expect(seen.filter(({ ours }) => ours).length).toBeGreaterThan(seen.length / 6)
  for (const reason of ['balance', 'approval', 'chain', 'suspended'])
    expect(
      seen.some(({ reasons }) => reasons.includes(reason)),
      reason,
    ).toBe(true)
}, 1_800_000)
