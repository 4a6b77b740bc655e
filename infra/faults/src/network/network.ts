import { setTimeout as delay } from 'node:timers/promises'
import { randomFrom } from '@talad/demo/random'
import { type Crowd, gatherCrowd } from '../crowd/crowd.ts'
import type { Sale } from '../crowd/market.ts'
import { offerGoods } from '../crowd/market.ts'
import { type Memory, noMemory } from '../crowd/shopper.ts'
import { untilDrained } from '../judge/drained.ts'
import { judge, type Verdict } from '../judge/judge.ts'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { withSystem } from '../system.ts'
import { type Combination, combinations, drawRounds, unreadyWithout } from './combinations.ts'
import type { Fault } from './faults.ts'
import { type Answers, lateToSay, noAnswers, startOnlookers } from './onlookers.ts'
import { type FragileSystem, startFragileSystem } from './system.ts'
import { startTraffic } from './traffic.ts'

/** Longer than the longest of our own time-outs, where nothing answers at all. */
const LASTS_MS: Readonly<Record<Fault, number>> = {
  latency: 10_000,
  reset: 12_000,
  'time-out': 22_000,
  'slow close': 12_000,
  cut: 12_000,
}
/** before a fault and after it, so that purchases of every step are under way when it comes and when it goes */
const BETWEEN_MS = 1_500
/** from the end of a fault until everything is at rest, on a busy machine */
const REST_WITHIN_MS = 150_000
const SELLERS = 3
const BUYERS = 6
const GOODS_PER_ROUND = 14

type Round = { system: FragileSystem; crowd: Crowd; sales: Iterator<Sale>; memory: Memory }

/** One fault at one dependency while people buy. @returns how long after it everything was at rest */
async function suffer(round: Round, combination: Combination, answers: Answers): Promise<number> {
  const { system, crowd, sales, memory } = round
  const { run, proxies } = system
  const proxy = proxies[combination.dependency]
  const lasts = LASTS_MS[combination.fault]
  const [onlooker] = crowd.sellers
  if (!onlooker) throw new Error('nobody looks on')
  const traffic = startTraffic(crowd.buyers, sales, memory, lasts + REST_WITHIN_MS)
  await delay(BETWEEN_MS)
  const onlookers = startOnlookers(run, onlooker, answers)
  await proxy.set(combination.fault)
  const [late] = await Promise.all([lateToSay(run, unreadyWithout(combination), 503, lasts), delay(lasts)])
  answers.trouble.push(...late.map((name) => `${name} does not say that it is not ready`))
  await proxy.set(undefined)
  const since = performance.now()
  await delay(BETWEEN_MS)
  await onlookers.stop()
  await traffic.stop()
  const unready = await lateToSay(run, Object.keys(run.services), 200, REST_WITHIN_MS)
  answers.trouble.push(...unready.map((name) => `${name} does not get ready again`))
  return (await untilDrained(system, since + REST_WITHIN_MS)) - since
}

function figuresOf(about: {
  rounds: readonly Combination[]
  rests: readonly number[]
  verdict: Verdict
  answers: Answers
  system: FragileSystem
}): Figures {
  const { rounds, rests, verdict, answers, system } = about
  const { faults: _, ...counted } = verdict
  const asked = [...answers.byStatus.values()].reduce((total, count) => total + count, 0)
  return {
    combinations: new Set(rounds.map(({ dependency, fault }) => `${dependency} ${fault}`)).size,
    ...counted,
    'lost or doubled': 0,
    'calls looked at': asked,
    'answered 503 or 504': (answers.byStatus.get(503) ?? 0) + (answers.byStatus.get(504) ?? 0),
    'not answered': answers.unanswered,
    'slowest answer, s': Math.round(answers.slowestMs / 100) / 10,
    'services restarted': [...system.ended.values()].reduce((total, count) => total + count, 0),
    'longest until rest, s': Math.round(Math.max(...rests) / 100) / 10,
  }
}

async function suffered(context: Context, system: FragileSystem): Promise<Figures> {
  const { size, seed, say } = context
  const { run } = system
  const rounds = drawRounds(size, randomFrom(`${seed}/rounds`))
  const goods = GOODS_PER_ROUND * rounds.length
  const crowd = await gatherCrowd(run, { sellers: SELLERS, buyers: BUYERS, goods, patientMs: REST_WITHIN_MS })
  const offered = await offerGoods(run, crowd.sellers, crowd.goods, (index) => BigInt(12_345 + 7 * index))
  say(`${offered.length} offers`)
  const memory: Memory = { ...noMemory(), sales: offered }
  const answers = noAnswers()
  const round = { system, crowd, sales: memory.sales.values(), memory }
  const rests: number[] = []
  for (const [index, combination] of rounds.entries()) {
    const rest = await suffer(round, combination, answers)
    rests.push(rest)
    say(
      `${index + 1}/${rounds.length} ${combination.dependency}, ${combination.fault}: ${memory.ended} purchases, at rest ${Math.round(rest / 1000)} s later`,
    )
    const trouble = [...memory.trouble, ...answers.trouble]
    holds(
      trouble.length === 0,
      `${combination.dependency}, ${combination.fault}: ${trouble.slice(0, 4).join('; ')}`,
    )
  }
  const verdict = await judge(system, memory)
  const { faults } = verdict
  holds(
    faults.length === 0,
    `${faults.length} faults: ${faults
      .slice(0, 5)
      .map(({ what }) => what)
      .join('; ')}`,
  )
  return figuresOf({ rounds, rests, verdict, answers, system })
}

function run(context: Context): Promise<Figures> {
  const starting = startFragileSystem(context, randomFrom(`${context.seed}/network`))
  return withSystem(starting, context.say, (system) => suffered(context, system))
}

export const network: Proof = {
  id: 'B9',
  title:
    'whatever the network does to Postgres, Kafka, Redis, the card provider or the chain, each purchase is delivered or refunded once, no money is lost, and the services say what is away and recover by themselves',
  size: combinations.length,
  unit: 'rounds of one fault at one dependency',
  limitMinutes: 90,
  run,
  found: [
    'The Kafka client keeps the half of an answer that it has when a connection breaks in its middle, takes what comes over the next connection for the rest, and understands nothing any more: one broken connection stopped the relay of a service until it was restarted. It is given whole answers only now, and a producer that fails is replaced.',
    'A query waited without a limit for a Postgres that takes everything and answers nothing, and so did the readers that have pools of their own. After 15 s the connection is given up; shortly before, the server itself ends what only takes long; and it lets go of the locks of a client that is gone without a word.',
    'A transaction or a lease whose connection was gone waited once more, for a rollback or an unlock that nobody could hear.',
    'Readiness was never told when a dependency was silent, and told everybody the address of what was away.',
    'How old what is known of others is was asked after readiness, without a limit: with a silent Postgres neither was told.',
  ],
}
