import { randomFrom } from '@talad/demo/random'
import { gatherCrowd } from '../crowd/crowd.ts'
import { type Books, readBooks } from '../network/books.ts'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { type Payouts, preparePayouts } from './payouts.ts'
import { plants } from './plants.ts'
import { untilQuiet } from './quiet.ts'
import { drawPlans, goShopping, type Shopping } from './shoppers.ts'
import { type Site, startSite } from './site.ts'
import { judge } from './verdict.ts'
import { createPace, type Damage, drawBlows, rage } from './weather.ts'

/** The bar: quiet five minutes after the last blow. A planted fault doesn't mend itself, and is given less. */
const QUIET_WITHIN_MS = 300_000
const PLANTED_QUIET_MS = 60_000
/** how long one step of a purchase may take, and with a planted fault */
const STEP_MS = 240_000
const PLANTED_STEP_MS = 60_000
/** how long a call of a person is repeated: a frozen service, a restart and a busy machine together */
const PATIENT_MS = 180_000
const SELLERS = 4
const FEWEST_BUYERS = 12
const PURCHASES_PER_BUYER = 5
const WITHDRAWALS_PER_PURCHASE = 0.5
/** of those that want to be delivered; a storm that everything is canceled in would prove nothing */
const DELIVERED_AT_LEAST = 0.8

type Seen = {
  site: Site
  damage: Damage
  shopping: Shopping
  books: Books
  payouts: Payouts
  quietMs: number
}

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}

function figuresOf({ site, damage, shopping, books, payouts, quietMs }: Seen): Figures {
  const intents = new Map<string, number>()
  for (const intent of shopping.intents.values()) intents.set(intent, (intents.get(intent) ?? 0) + 1)
  return {
    purchases: books.purchases,
    delivered: books.delivered,
    canceled: books.canceled,
    refunded: books.refunded,
    'cards charged': books.charges,
    'withdrawals paid once': payouts.ends.get('success') ?? 0,
    'withdrawals given back once': payouts.ends.get('rejected') ?? 0,
    'kill -9': [...damage.kills.values()].reduce((sum, count) => sum + count, 0),
    'kills of each': list(damage.kills),
    'pauses of 30 s': damage.freezes,
    restarts: list(damage.restarts),
    'services that ended by themselves': endedByThemselves(site, damage),
    wanted: list(intents),
    'quiet after, s': Math.round(quietMs / 100) / 10,
    lost: 0,
    doubled: 0,
    stuck: 0,
  }
}

/** Ends that were not our kills: a service that can't go on without a server ends as well, and is started again. */
function endedByThemselves(site: Site, damage: Damage): number {
  let own = 0
  for (const [name, count] of site.ended) own += Math.max(0, count - (damage.kills.get(name) ?? 0))
  return own
}

function requireDeliveries({ shopping, books }: Pick<Seen, 'shopping' | 'books'>): void {
  const wished = [...shopping.intents.values()].filter((one) => one !== 'cancel' && one !== 'leave').length
  holds(
    books.delivered >= wished * DELIVERED_AT_LEAST,
    `only ${books.delivered} of ${wished} purchases that were to be delivered were`,
  )
}

async function weathered(context: Context, site: Site): Promise<Figures> {
  const { size, seed, say, plant } = context
  const random = randomFrom(`${seed}/storm`)
  const { run, parts } = site
  const buyers = Math.max(FEWEST_BUYERS, Math.ceil(size / PURCHASES_PER_BUYER))
  const crowd = await gatherCrowd(run, { sellers: SELLERS, buyers, goods: size, patientMs: PATIENT_MS })
  const payouts = await preparePayouts(run, Math.ceil(size * WITHDRAWALS_PER_PURCHASE), PATIENT_MS)
  say(`${buyers} buyers are signed in`)
  const plans = drawPlans(size, random)
  const blows = plants.find(({ name }) => name === plant)?.during ?? drawBlows(size, random)
  const pace = createPace(size, blows.length)
  const trouble: string[] = []
  const [shopping, damage] = await Promise.all([
    goShopping(run, crowd, plans, { pace, stepMs: plant === undefined ? STEP_MS : PLANTED_STEP_MS }),
    rage(site, blows, pace, { random: randomFrom(`${seed}/pauses`), say }),
    payouts.go(pace, trouble),
  ])
  shopping.trouble.push(...trouble)
  say(`${shopping.ended.length} purchases; ${shopping.trouble.length} in trouble`)
  for (const line of shopping.trouble) say(line)
  const quietWithin = plant === undefined ? QUIET_WITHIN_MS : PLANTED_QUIET_MS
  const quietAt = await untilQuiet(run, parts.kafka.url, damage.lastAt + quietWithin)
  const books = await readBooks(run, shopping)
  const faults = [...(await judge(run, crowd.goods)), ...(await payouts.judge()), ...books.faults]
  holds(faults.length === 0, `${faults.length} faults: ${faults.slice(0, 5).join('; ')}`)
  holds(shopping.trouble.length === 0, shopping.trouble.slice(0, 3).join('; '))
  requireDeliveries({ shopping, books })
  const quietMs = Math.max(0, quietAt - damage.lastAt)
  return figuresOf({ site, damage, shopping, books, payouts, quietMs })
}

async function run(context: Context): Promise<Figures> {
  const site = await startSite(context.folder, context.say)
  try {
    return await weathered(context, site)
  } catch (error) {
    context.say(site.tail())
    throw error
  } finally {
    await site.stop()
  }
}

export const storm: Proof = {
  id: 'B3',
  title:
    'while services are killed and frozen and Kafka, Postgres and Redis are taken away, each paid purchase is delivered or refunded exactly once, each withdrawal is paid or given back exactly once by a provider that misbehaves, and five minutes after the last blow nothing is stuck',
  size: 200,
  unit: 'purchases',
  limitMinutes: 60,
  run,
  plants,
  found: [
    'Kafka and Redis of `npm run start:separate` went on running when it was killed with -9; they are held now like every other child.',
  ],
}
