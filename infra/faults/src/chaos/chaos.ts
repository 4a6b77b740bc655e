import { setTimeout as delay } from 'node:timers/promises'
import { between, type Random, randomFrom } from '@talad/demo/random'
import { type Crowd, crowdSettings, gatherCrowd } from '../crowd/crowd.ts'
import { type Memory, noMemory } from '../crowd/shopper.ts'
import { untilDrained } from '../judge/drained.ts'
import { judge, type Verdict } from '../judge/judge.ts'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { type SystemOnServers, startOnServers } from '../servers.ts'
import { withSystem } from '../system.ts'
import { createInjector, drawNetworkFaults, drawProcessFaults, type Fault, nameOf } from './faults.ts'
import { type Answers, lateToSay, noAnswers, startObservers } from './observers.ts'
import { createPace } from './pace.ts'
import { type Payouts, preparePayouts } from './payouts.ts'
import { buyAll, drawPlans, type Plan } from './purchases.ts'

/** What is done to a system in which people sell and buy. */
type Chaos = {
  /** the faults of each round, one after the other; after a round everything comes to rest */
  rounds(size: number, random: Random): readonly (readonly Fault[])[]
  /** in each round */
  purchases(size: number): number
  withdrawalsPerPurchase: number
  /** before each fault: sometimes it hits a system that has not got up yet, sometimes one that has */
  pauseMs: { from: number; to: number }
  restWithinMs: number
  /** by a network that can fail, and looked at by a stranger meanwhile; otherwise on servers that can be taken away */
  network: boolean
}

/** how long one step of a purchase may take */
const STEP_MS = 240_000
/** how long a call of a person is repeated: a frozen service, a restart and a busy machine together */
const PATIENT_MS = 180_000
const SELLERS = 4
const FEWEST_BUYERS = 12
const PURCHASES_PER_BUYER = 5
/** of those that want to be delivered; a run that everything is canceled in would prove nothing */
const DELIVERED_AT_LEAST = 0.8

type Run = {
  chaos: Chaos
  system: SystemOnServers
  crowd: Crowd
  payouts: Payouts
  memory: Memory
  answers: Answers
  counts: Map<string, number>
  random: Random
  say: Context['say']
}

/** @returns how long after its last fault everything was at rest */
async function runRound(run: Run, faults: readonly Fault[], plans: readonly Plan[]): Promise<number> {
  const { chaos, system, crowd, payouts, memory, answers, counts, say } = run
  const { trouble } = memory
  const pace = createPace(plans.length, faults.length)
  const injector = createInjector(system, trouble)
  const [observer] = chaos.network ? crowd.sellers : []
  const observers = observer && startObservers(system.run, observer, answers)
  const injectAll = async () => {
    for (const [index, fault] of faults.entries()) {
      await pace.faultMayCome(index / faults.length)
      await delay(between(run.random, chaos.pauseMs.from, chaos.pauseMs.to))
      say(`${index + 1}/${faults.length} ${nameOf(fault)}`)
      pace.faultCame()
      await injector.injectFault(fault)
      counts.set(nameOf(fault), (counts.get(nameOf(fault)) ?? 0) + 1)
    }
    await injector.settled()
    return performance.now()
  }
  const buying = { crowd, memory, pace, stepMs: STEP_MS }
  const [since] = await Promise.all([
    injectAll(),
    buyAll(system.run, plans, buying),
    payouts.go(pace, trouble),
  ])
  await observers?.stop()
  const late = await lateToSay(system.run, Object.keys(system.run.services), 200, chaos.restWithinMs)
  trouble.push(...answers.trouble, ...late.map((name) => `${name} does not get ready again`))
  for (const line of trouble) say(line)
  holds(
    trouble.length === 0,
    `${faults.map(nameOf).slice(0, 3).join(', ')}: ${trouble.slice(0, 4).join('; ')}`,
  )
  return Math.max(0, (await untilDrained(system, since + chaos.restWithinMs)) - since)
}

function requireDeliveries(plans: readonly Plan[], { delivered }: Verdict): void {
  const wished = plans.filter(({ intent }) => intent !== 'cancel' && intent !== 'leave').length
  holds(
    delivered >= wished * DELIVERED_AT_LEAST,
    `only ${delivered} of ${wished} purchases that were to be delivered were`,
  )
}

/** Ends that were not our kills: a service that can't go on without a server ends as well, and is started again. */
function endedByThemselves({ system, counts }: Run): number {
  const own = [...system.ended].map(([name, count]) => Math.max(0, count - (counts.get(`kill ${name}`) ?? 0)))
  return own.reduce((sum, count) => sum + count, 0)
}

function figuresOf(run: Run, { faults: _, ...verdict }: Verdict, rests: readonly number[]): Figures {
  const { answers, payouts, counts, chaos } = run
  const asked = [...answers.byStatus.values()].reduce((total, count) => total + count, 0)
  return {
    ...verdict,
    'withdrawals paid once': payouts.ends.get('success') ?? 0,
    'withdrawals given back once': payouts.ends.get('rejected') ?? 0,
    'kinds of fault': counts.size,
    faults: [...counts].map(([name, count]) => `${name} ${count}`).join(', '),
    'services that ended by themselves': endedByThemselves(run),
    'longest until rest, s': Math.round(Math.max(...rests) / 100) / 10,
    ...(chaos.network && {
      'calls looked at': asked,
      'answered 503 or 504': (answers.byStatus.get(503) ?? 0) + (answers.byStatus.get(504) ?? 0),
      'not answered': answers.unanswered,
      'slowest answer, s': Math.round(answers.slowestMs / 100) / 10,
    }),
    'lost, doubled or stuck': 0,
  }
}

async function runUnderFaults(chaos: Chaos, context: Context, system: SystemOnServers): Promise<Figures> {
  const { size, seed, say } = context
  const rounds = chaos.rounds(size, randomFrom(`${seed}/faults`))
  const ofRound = chaos.purchases(size)
  const plans = drawPlans(ofRound * rounds.length, randomFrom(`${seed}/plans`), rounds.length === 1)
  const buyers = Math.max(FEWEST_BUYERS, Math.ceil(plans.length / PURCHASES_PER_BUYER))
  const people = { sellers: SELLERS, buyers, goods: plans.length, patientMs: PATIENT_MS }
  const crowd = await gatherCrowd(system.run, people)
  const withdrawals = Math.ceil(ofRound * chaos.withdrawalsPerPurchase)
  const run: Run = {
    chaos,
    system,
    crowd,
    payouts: await preparePayouts(system.run, withdrawals, PATIENT_MS),
    memory: noMemory(),
    answers: noAnswers(),
    counts: new Map(),
    random: randomFrom(`${seed}/pauses`),
    say,
  }
  say(`${buyers} buyers are signed in`)
  const rests: number[] = []
  for (const [index, faults] of rounds.entries()) {
    rests.push(await runRound(run, faults, plans.slice(index * ofRound, (index + 1) * ofRound)))
    say(`${run.memory.ended} purchases, at rest ${Math.round((rests.at(-1) ?? 0) / 1_000)} s later`)
  }
  const verdict = await judge(system, { ...run.memory, earned: run.payouts.earned })
  const first = verdict.faults.slice(0, 5).map(({ what }) => what)
  holds(verdict.faults.length === 0, `${verdict.faults.length} faults: ${first.join('; ')}`)
  requireDeliveries(plans, verdict)
  return figuresOf(run, verdict, rests)
}

const running =
  (chaos: Chaos): Proof['run'] =>
  (context) => {
    const { folder, say, seed } = context
    const network = chaos.network ? randomFrom(`${seed}/network`) : undefined
    const starting = startOnServers({ folder, say, demo: 'none', services: crowdSettings, network })
    return withSystem(starting, say, (system) => runUnderFaults(chaos, context, system))
  }

/** One round of many faults. */
export const processChaos: Proof = {
  id: 'B3',
  title:
    'while services are killed and frozen and Kafka, Postgres and Redis are taken away, each paid purchase is delivered or refunded exactly once, each withdrawal is paid or given back exactly once by a provider that misbehaves, and five minutes after the last fault nothing is stuck',
  size: 200,
  unit: 'purchases',
  limitMinutes: 60,
  run: running({
    rounds: (size, random) => [drawProcessFaults(size, random)],
    purchases: (size) => size,
    withdrawalsPerPurchase: 0.5,
    pauseMs: { from: 500, to: 7_000 },
    restWithinMs: 300_000,
    network: false,
  }),
  found: [
    'Kafka and Redis of `npm run start:separate` went on running when it was killed with -9; they are held now like every other child.',
  ],
}

/** Rounds of one fault. */
export const networkChaos: Proof = {
  id: 'B9',
  title:
    'whatever the network does to Postgres, Kafka, Redis, the card provider or the chain, each purchase is delivered or refunded once, no money is lost, and the services say what is away and recover by themselves',
  size: 25,
  unit: 'rounds of one fault at one dependency',
  limitMinutes: 90,
  run: running({
    rounds: (size, random) => drawNetworkFaults(size, random).map((fault) => [fault]),
    purchases: () => 14,
    withdrawalsPerPurchase: 0,
    pauseMs: { from: 1_500, to: 1_500 },
    restWithinMs: 150_000,
    network: true,
  }),
  found: [
    'The Kafka client keeps the half of an answer that it has when a connection breaks in its middle, takes what comes over the next connection for the rest, and understands nothing any more: one broken connection stopped the relay of a service until it was restarted. It is given whole answers only now, and a producer that fails is replaced.',
    'A query waited without a limit for a Postgres that takes everything and answers nothing, and so did the readers that have pools of their own. After 15 s the connection is given up; shortly before, the server itself ends what only takes long; and it lets go of the locks of a client that is gone without a word.',
    'A transaction or a lease whose connection was gone waited once more, for a rollback or an unlock that nobody could hear.',
    'Readiness was never told when a dependency was silent, and told everybody the address of what was away.',
    'How old what is known of others is was asked after readiness, without a limit: with a silent Postgres neither was told.',
  ],
}
