import { randomFrom } from '@talad/demo/random'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { shuffled } from '../shuffled.ts'
import { type Books, holdBooks, readBooks } from './books.ts'
import { givePoints, PRICE } from './card.ts'
import { gaveUpAfterADay } from './day-later.ts'
import { type End, endOf, type Kind, orders, type Variant, waves } from './events.ts'
import { type Shop, withShop } from './shop.ts'
import {
  deliverAll,
  type Fate,
  happenAtOnce,
  happenInTurn,
  type Idler,
  openFates,
  settleEarly,
  startIdler,
} from './wave.ts'

/** What everybody has before: less than the price, so that it gets locked and a card pays the rest. */
const POINTS = 25_000n

type Seen = { status: string; deliveries: number }

function statusesOf(shop: Shop): Promise<Map<string, Seen>> {
  return shop.db.query<{ id: string; status: string }>('select id, status from shipping').then(({ rows }) => {
    const times = (id: string) => shop.chain.deliveries.filter((one) => one.shippingId === id).length
    return new Map(rows.map(({ id, status }) => [id, { status, deliveries: times(id) }]))
  })
}

/** How it ended, by the goods and the money. @throws Disproved when goods and money don't agree */
function endSeen({ purchase, order }: Fate, seen: Seen | undefined, books: Books): End {
  const { customerId, shippingId, charge } = purchase
  const { balance, locked } = books.points(customerId)
  const credits = books.credits(customerId)
  const about =
    `${purchase.who}, ${order.join(' → ')}: ${seen?.status}, ${seen?.deliveries} deliveries, balance ${balance}, ` +
    `locked ${locked}, ${credits.times} credits, hold ${books.hold(shippingId)}`
  const bought = balance + PRICE === POINTS + charge
  const kept = balance === POINTS + charge
  const unpaid = balance === POINTS
  holds(locked === 0n, `points stay locked: ${about}`)
  if (seen?.status === 'completed') {
    holds(seen.deliveries === 1 && bought && credits.times === 2n, `shipped, and not paid once: ${about}`)
    holds(books.hold(shippingId) === 'settled', `shipped, and not settled: ${about}`)
    return 'shipped'
  }
  holds(seen?.status === 'canceled' && seen.deliveries === 0, `neither shipped nor canceled: ${about}`)
  const hold = books.hold(shippingId)
  holds(hold === 'released' || hold === 'refunded', `canceled, and money is held: ${about}`)
  holds((kept && credits.times === 2n) || (unpaid && credits.times === 1n), `money is missing: ${about}`)
  return kept ? 'refunded' : 'untouched'
}

type Ends = Record<End, number>

async function runWave(
  shop: Shop,
  variants: readonly Variant[],
  { chosen, seed, idler }: { chosen: readonly (readonly Kind[])[]; seed: number; idler: Idler },
): Promise<Map<string, Ends>> {
  const start = shop.clock.now()
  const wishes = variants.flatMap((variant) =>
    chosen.map((order, index) => ({
      who: `${variant.name}-${index}`,
      variant,
      order,
      swept: index % 2 === 0,
    })),
  )
  const people = wishes.map(({ who }) => who)
  await givePoints(shop, people, POINTS)
  const fates = await openFates(shop, wishes, start)
  await idler.takeExpiry(fates.length)
  await settleEarly(shop, fates)
  const ledgerAway = variants.some((variant) => variant.ledgerAway)
  if (ledgerAway) await shop.ledger.stop()
  const random = randomFrom(`${seed}/at once`)
  if (variants.some((variant) => variant.atOnce)) await happenAtOnce(shop, fates, { start, random })
  else await happenInTurn(shop, fates, { start, ledgerAway })
  await shop.ledger.start()
  await shop.quiet()
  await deliverAll(shop, fates)
  return checkEnds(shop, fates)
}

async function checkEnds(shop: Shop, fates: readonly Fate[]): Promise<Map<string, Ends>> {
  const [seen, books] = await Promise.all([statusesOf(shop), readBooks(shop.ledgerDb)])
  const ends = new Map<string, Ends>()
  for (const fate of fates) {
    const { variant, order } = fate
    const end = endSeen(fate, seen.get(fate.purchase.shippingId), books)
    const expected = endOf(order, variant)
    const right = expected === 'either' ? end !== 'untouched' : end === expected
    holds(right, `${fate.who}, ${order.join(' → ')}: ${end}, and not ${expected}`)
    const sums = ends.get(variant.name) ?? { shipped: 0, refunded: 0, untouched: 0 }
    ends.set(variant.name, { ...sums, [end]: sums[end] + 1 })
  }
  await holdBooks(shop.ledgerDb)
  return ends
}

async function runWaves(
  shop: Shop,
  about: { chosen: readonly (readonly Kind[])[]; seed: number; say(line: string): void },
): Promise<Figures> {
  const figures: Figures = {}
  const idler = await startIdler(shop)
  try {
    for (const variants of waves) {
      for (const [name, { shipped, refunded, untouched }] of await runWave(shop, variants, {
        ...about,
        idler,
      })) {
        figures[name] = `${shipped} shipped, ${refunded + untouched} not`
        about.say(`${name}: ${shipped} shipped, ${refunded} refunded, ${untouched} never paid`)
      }
    }
    return figures
  } finally {
    await idler.stop()
  }
}

async function prove(shop: Shop, { size, seed, say }: Context): Promise<Figures> {
  const chosen = shuffled(orders, randomFrom(`${seed}/orders`)).slice(0, size)
  const figures = await runWaves(shop, { chosen, seed, say })
  const purchases = chosen.length * waves.flat().length
  return { purchases, ...figures, 'after 24 hours': await gaveUpAfterADay(shop) }
}

/** B15: whatever order things happen in, the buyer has the goods or the money, and never both. */
export const cardOrders: Proof = {
  id: 'B15',
  title:
    'in all 120 orders of callback, redirect, status poll, cancel and expiry a card payment ends shipped or refunded, exactly one, and as the rules say; a success after the deadline or after 24 hours becomes points',
  size: orders.length,
  unit: 'orders of five events, in 6 variants each',
  limitMinutes: 25,
  run: (context) => withShop(context, (shop) => prove(shop, context)),
  found: [],
}
