import { randomFrom } from '@talad/demo/random'
import { crowdSettings, gatherCrowd } from '../crowd/crowd.ts'
import { untilDrained } from '../judge/drained.ts'
import { judge, type Verdict } from '../judge/judge.ts'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { startOnServers } from '../servers.ts'
import { withSystem } from '../system.ts'
import { createPace, type Damage, drawFaults, inflict, type SystemOnServers } from './fault-schedule.ts'
import { type Payouts, preparePayouts } from './payouts.ts'
import { drawPlans, goShopping, type Plan } from './shoppers.ts'

/** The bar: quiet five minutes after the last fault. */
const QUIET_WITHIN_MS = 300_000
/** how long one step of a purchase may take */
const STEP_MS = 240_000
/** how long a call of a person is repeated: a frozen service, a restart and a busy machine together */
const PATIENT_MS = 180_000
const SELLERS = 4
const FEWEST_BUYERS = 12
const PURCHASES_PER_BUYER = 5
const WITHDRAWALS_PER_PURCHASE = 0.5
/** of those that want to be delivered; a storm that everything is canceled in would prove nothing */
const DELIVERED_AT_LEAST = 0.8

type Seen = {
  system: SystemOnServers
  damage: Damage
  plans: readonly Plan[]
  verdict: Verdict
  payouts: Payouts
  quietMs: number
}

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}

function figuresOf({ system, damage, plans, verdict, payouts, quietMs }: Seen): Figures {
  const intents = new Map<string, number>()
  for (const { intent } of plans) intents.set(intent, (intents.get(intent) ?? 0) + 1)
  return {
    purchases: verdict.purchases,
    delivered: verdict.delivered,
    canceled: verdict.canceled,
    refunded: verdict.refunded,
    'cards charged': verdict.charges,
    'withdrawals paid once': payouts.ends.get('success') ?? 0,
    'withdrawals given back once': payouts.ends.get('rejected') ?? 0,
    'kill -9': [...damage.kills.values()].reduce((sum, count) => sum + count, 0),
    'kills of each': list(damage.kills),
    'pauses of 30 s': damage.freezes,
    restarts: list(damage.restarts),
    'services that ended by themselves': endedByThemselves(system, damage),
    wanted: list(intents),
    'quiet after, s': Math.round(quietMs / 100) / 10,
    lost: 0,
    doubled: 0,
    stuck: 0,
  }
}

/** Ends that were not our kills: a service that can't go on without a server ends as well, and is started again. */
function endedByThemselves(system: SystemOnServers, damage: Damage): number {
  let own = 0
  for (const [name, count] of system.ended) own += Math.max(0, count - (damage.kills.get(name) ?? 0))
  return own
}

function requireDeliveries({ plans, verdict }: Pick<Seen, 'plans' | 'verdict'>): void {
  const wished = plans.filter(({ intent }) => intent !== 'cancel' && intent !== 'leave').length
  holds(
    verdict.delivered >= wished * DELIVERED_AT_LEAST,
    `only ${verdict.delivered} of ${wished} purchases that were to be delivered were`,
  )
}

async function weathered(context: Context, system: SystemOnServers): Promise<Figures> {
  const { size, seed, say } = context
  const random = randomFrom(`${seed}/storm`)
  const { run } = system
  const buyers = Math.max(FEWEST_BUYERS, Math.ceil(size / PURCHASES_PER_BUYER))
  const crowd = await gatherCrowd(run, { sellers: SELLERS, buyers, goods: size, patientMs: PATIENT_MS })
  const payouts = await preparePayouts(run, Math.ceil(size * WITHDRAWALS_PER_PURCHASE), PATIENT_MS)
  say(`${buyers} buyers are signed in`)
  const plans = drawPlans(size, random)
  const schedule = drawFaults(size, random)
  const pace = createPace(size, schedule.length)
  const withheld: string[] = []
  const [memory, damage] = await Promise.all([
    goShopping(run, crowd, plans, { pace, stepMs: STEP_MS }),
    inflict(system, schedule, pace, { random: randomFrom(`${seed}/pauses`), say }),
    payouts.go(pace, withheld),
  ])
  const trouble = [...memory.trouble, ...withheld]
  say(`${memory.ended} purchases; ${trouble.length} in trouble`)
  for (const line of trouble) say(line)
  const quietAt = await untilDrained(system, damage.lastAt + QUIET_WITHIN_MS)
  const verdict = await judge(system, { ...memory, earned: payouts.earned })
  const { faults } = verdict
  const first = faults.slice(0, 5).map(({ what }) => what)
  holds(faults.length === 0, `${faults.length} faults: ${first.join('; ')}`)
  holds(trouble.length === 0, trouble.slice(0, 3).join('; '))
  requireDeliveries({ plans, verdict })
  const quietMs = Math.max(0, quietAt - damage.lastAt)
  return figuresOf({ system, damage, plans, verdict, payouts, quietMs })
}

function run(context: Context): Promise<Figures> {
  const { folder, say } = context
  const starting = startOnServers({ folder, say, demo: 'none', services: crowdSettings })
  return withSystem(starting, say, (system) => weathered(context, system))
}

export const storm: Proof = {
  id: 'B3',
  title:
    'while services are killed and frozen and Kafka, Postgres and Redis are taken away, each paid purchase is delivered or refunded exactly once, each withdrawal is paid or given back exactly once by a provider that misbehaves, and five minutes after the last blow nothing is stuck',
  size: 200,
  unit: 'purchases',
  limitMinutes: 60,
  run,
  found: [
    'Kafka and Redis of `npm run start:separate` went on running when it was killed with -9; they are held now like every other child.',
  ],
}
