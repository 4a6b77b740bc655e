import { setTimeout as delay } from 'node:timers/promises'
import { type Random, randomFrom } from '@talad/demo/random'
import { SESSION_LOCK_CLASS } from '@talad/shared/job-claims'
import { change } from '@talad/shared/stream'
import { expect } from 'vitest'
import { shippings } from '../src/shipping/stream.ts'
import { type CardPayments, cardPayments, PRICE, type Purchase, signedFields } from './card-payments.ts'
import type { World } from './setup.ts'

/** What can happen to a card payment, once each. */
const KINDS = ['callback', 'redirect', 'poll', 'cancel', 'expiry'] as const
type Kind = (typeof KINDS)[number]

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first) =>
    permutations(items.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  )
}

/** All 120 orders of the five. */
export const orders: readonly (readonly Kind[])[] = permutations(KINDS)

/** What the card provider does, and how the rest of the system is at that time. */
type Variant = {
  name: string
  /** what the provider decides */
  choice: 'success' | 'fail' | 'cancel'
  /** it decides just before it calls back; else before anything happens */
  lateChoice?: boolean
  /** copies of the callback, sent at once */
  callbacks?: number
  /** the ledger is away while the five happen, and does its work afterwards */
  ledgerAway?: boolean
  /** the five happen at the same moment, in no order */
  atOnce?: boolean
}

/** What happens side by side: the ledger is there or away for all, and all take turns or none do. */
const waves: readonly (readonly Variant[])[] = [
  [
    { name: 'paid first', choice: 'success' },
    { name: 'paid late', choice: 'success', lateChoice: true, callbacks: 3 },
    { name: 'failed', choice: 'fail' },
    { name: 'canceled', choice: 'cancel', lateChoice: true },
  ],
  [{ name: 'ledger away', choice: 'success', ledgerAway: true }],
  [{ name: 'at once', choice: 'success', atOnce: true }],
]

type End = 'shipped' | 'refunded' | 'untouched'

/** How it has to end, by the rules alone: SP-4, SP-19, SP-21, SP-23. */
function endOf(order: readonly Kind[], variant: Variant): End | 'shipped or refunded' {
  if (variant.choice !== 'success') return 'untouched'
  if (variant.atOnce) return 'shipped or refunded'
  let known = !variant.lateChoice
  let confirmed = false
  for (const kind of order) {
    if (kind === 'callback') known = true
    if (kind === 'cancel') {
      // paid by then, it can't be canceled any more; still on its way to escrow, it comes back
      if (!confirmed || variant.ledgerAway) return 'refunded'
    } else if (kind === 'expiry') {
      if (!confirmed) return 'refunded'
    } else if (known) confirmed = true
  }
  return 'shipped'
}

/** Less than the price, so that it gets locked and a card pays the rest. */
const POINTS = 25_000n
const DEADLINE_MS = 10 * 60_000
/** Between the openings of those that expire one after the other; all that happens in between takes less. */
const APART_MS = 100_000
/** within which events that are meant to happen at the same moment do */
const MOMENT_MS = 300
const STATUS = { success: 0, fail: 1, cancel: 2 }
/** The session of a process that has taken work and doesn't do it. */
const IDLER = 1

/** `swept`: canceled when its time is over; else not before the end. */
type Fate = { variant: Variant; order: readonly Kind[]; swept: boolean; purchase: Purchase }
type Stage = { world: World; cards: CardPayments }

const now = ({ world }: Stage) => world.now().getTime()

/** Has everybody go to the card page: the later it expires among the five, the later, so that one clock serves all. */
async function openFates(stage: Stage, variants: readonly Variant[], chosen: readonly (readonly Kind[])[]) {
  const { world, cards } = stage
  const wishes = variants.flatMap((variant) =>
    chosen.map((order, n) => ({ variant, order, swept: n % 2 === 0, who: cards.somebody() })),
  )
  for (const { who } of wishes) world.ledger.balances.set(`join-${who}`, POINTS)
  const fates: Fate[] = []
  const openedAt: number[] = []
  for (const place of KINDS.keys()) {
    const group = wishes.filter(({ order }) => order.indexOf('expiry') === place)
    const purchases = await cards.openPages(group.map(({ who }) => who))
    openedAt.push(now(stage))
    for (const [n, { who: _, ...wish }] of group.entries()) {
      const purchase = purchases[n]
      if (purchase) fates.push({ ...wish, purchase })
    }
    await world.pass(APART_MS)
  }
  await world.quiet()
  // the schedule would ask the provider by itself: that comes at its own place among the five
  await cards.forgetSchedule()
  return { fates, openedAt }
}

/** What has expired and is not canceled yet is a state of its own: somebody has taken the work, and is slow about it. */
async function withIdler<T>(
  { world }: Stage,
  work: (take: (purchases: number) => Promise<void>) => Promise<T>,
) {
  const client = await world.owner.connect()
  await client.query('select pg_advisory_lock($1, $2)', [SESSION_LOCK_CLASS, IDLER])
  try {
    return await work(async (purchases) => {
      const { rowCount } = await client.query(
        `update kit.job set claimed_by = $1 where task = 'shipping.expiry' and claimed_by is null`,
        [IDLER],
      )
      expect(rowCount).toBe(purchases)
    })
  } finally {
    await client.query('update kit.job set claimed_by = null where claimed_by = $1', [IDLER])
    await client.query('select pg_advisory_unlock($1, $2)', [SESSION_LOCK_CLASS, IDLER])
    client.release()
  }
}

async function expire({ world }: Stage, shippingId: string): Promise<void> {
  const command = { type: 'Supersede' as const, reason: 'expired' as const, now: world.now() }
  await change({ db: world.db, now: world.now }, shippings, shippingId, command)
}

/** Cancels all that has expired, as the service does by itself. */
async function sweepExpired(stage: Stage): Promise<void> {
  const { db, now } = stage.world
  const { rows } = await db.query<{ id: string }>(
    `select id from shipping where status = 'pending' and not at_ledger and expires_at <= $1`,
    [now()],
  )
  await Promise.all(rows.map(({ id }) => expire(stage, id)))
}

async function happen(stage: Stage, { purchase, variant, swept }: Fate, kind: Kind): Promise<void> {
  const { cards } = stage
  const { who, shippingId } = purchase
  const fields = signedFields(purchase, STATUS[variant.choice])
  switch (kind) {
    case 'callback': {
      if (variant.lateChoice) await cards.decide(purchase, variant.choice)
      const copies = Array.from({ length: variant.callbacks ?? 1 }, () => cards.callBack(fields))
      return expect(new Set(await Promise.all(copies))).toEqual(new Set([200]))
    }
    case 'redirect':
      return expect(await cards.comeBack(fields)).toBe(302)
    case 'poll':
      return expect((await cards.check(who, shippingId)).status).toBe(201)
    case 'cancel':
      return expect([201, 409]).toContain((await cards.cancel(who, shippingId)).status)
    case 'expiry': // the clock does it, for all whose turn it is
      if (swept) await expire(stage, shippingId)
  }
}

async function passUntil(stage: Stage, time: number): Promise<void> {
  await stage.world.pass(Math.max(0, time - now(stage)))
}

/** One event after the other, all purchases in step; what an event brings about is over before the next one. */
async function happenInTurn(stage: Stage, fates: readonly Fate[], openedAt: readonly number[]) {
  for (const [place, opened] of openedAt.entries()) {
    await passUntil(stage, opened + DEADLINE_MS)
    await Promise.all(fates.map((fate) => happen(stage, fate, fate.order[place] ?? 'expiry')))
    await stage.world.quiet()
  }
  await sweepExpired(stage)
}

/** All at the same moment; half-way through, time is over for everybody. */
async function happenAtOnce(stage: Stage, fates: readonly Fate[], over: number, random: Random) {
  const soon = (work: () => Promise<unknown>) => delay(random() * MOMENT_MS).then(work)
  const expireAll = async () => {
    await passUntil(stage, over)
    await sweepExpired(stage)
  }
  const events = fates.flatMap((fate) => fate.order.map((kind) => soon(() => happen(stage, fate, kind))))
  await Promise.all([...events, soon(expireAll)])
  await stage.world.quiet()
  await expireAll()
  await stage.world.quiet()
}

/** The buyer has the goods or the money, and never both; nothing stays locked. */
function expectEnd({ world, cards }: Stage, { purchase, order, variant }: Fate, status: string | undefined) {
  const { customerId, shippingId, charge } = purchase
  const types = world.ledger.of(shippingId).map(({ type }) => type)
  const seen = {
    status,
    deliveries: world.deliveries.filter((one) => one.shippingId === shippingId).length,
    settled: types.filter((type) => type === 'settlement').length,
    balance: world.ledger.balances.get(customerId) ?? 0n,
    credits: cards.creditsOf(purchase),
    isLocked: world.ledger.locks.has(shippingId),
  }
  const goneBack = { status: 'canceled', deliveries: 0, settled: 0, isLocked: false }
  const ends = {
    shipped: {
      status: 'completed',
      deliveries: 1,
      settled: 1,
      isLocked: false,
      balance: POINTS + charge - PRICE,
      credits: 1,
    },
    refunded: { ...goneBack, balance: POINTS + charge, credits: 1 },
    untouched: { ...goneBack, balance: POINTS, credits: 0 },
  }
  const wanted = endOf(order, variant)
  const end = wanted === 'shipped or refunded' ? (status === 'completed' ? 'shipped' : 'refunded') : wanted
  expect(seen, `${variant.name}: ${order.join(' → ')}`).toEqual(ends[end])
}

/** B15: whatever order things happen in, each purchase ends shipped or refunded, exactly one, and as the rules say. */
export async function expectOneEnd(world: World, chosen: readonly (readonly Kind[])[]): Promise<void> {
  const stage = { world, cards: cardPayments(world) }
  const { ledger } = world
  for (const variants of waves)
    await withIdler(stage, async (takeExpiry) => {
      const { fates, openedAt } = await openFates(stage, variants, chosen)
      await takeExpiry(fates.length)
      const early = fates.filter(({ variant }) => !variant.lateChoice)
      await Promise.all(early.map(({ purchase, variant }) => stage.cards.decide(purchase, variant.choice)))
      if (variants.some(({ ledgerAway }) => ledgerAway)) ledger.leave()
      if (variants.some(({ atOnce }) => atOnce))
        await happenAtOnce(stage, fates, Math.max(...openedAt) + DEADLINE_MS, randomFrom('B15 at once'))
      else await happenInTurn(stage, fates, openedAt)
      ledger.comeBack()
      await world.quiet()
      for (const { shippingId } of world.deliveries) {
        const fate = fates.find(({ purchase }) => purchase.shippingId === shippingId)
        if (fate) await stage.cards.fulfilled(shippingId, fate.purchase.orderHash)
      }
      await world.quiet()
      const { rows } = await world.db.query<{ id: string; status: string }>('select id, status from shipping')
      const statuses = new Map(rows.map(({ id, status }) => [id, status]))
      for (const fate of fates) expectEnd(stage, fate, statuses.get(fate.purchase.shippingId))
    })
}
