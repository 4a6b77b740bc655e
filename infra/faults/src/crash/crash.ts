import { randomFrom } from '@talad/demo/random'
import { untilDrained } from '../judge/drained.ts'
import { judge, type Verdict } from '../judge/judge.ts'
import { type Context, Disproved, type Figures, holds, type Proof } from '../proof.ts'
import { shuffled } from '../shuffled.ts'
import { carryOut, type Done, explore, type Kill, serviceOf, story, type Ways } from './campaign.ts'
import { uncrossed } from './crossed.ts'
import { errands } from './errands.ts'
import { killAtFirstStart } from './first-start.ts'
import { createStage, type Harness, type Scenario } from './harness.ts'
import { enumerate } from './points.ts'
import { poison } from './poison.ts'
import { purchases } from './purchases.ts'
import { phases } from './strike.ts'
import { startCrashSystem } from './system.ts'
import { visits } from './visits.ts'
import { withdrawals } from './withdrawals.ts'

/** At full size all are taken, however many there are; at a tenth CI has three minutes for them. */
const SIZE = 450
const PATIENT_MS = 600_000

/** A part of all points and phases, the same for the same seed, spread over the services. */
function choose(ways: Ways, { size, seed }: Pick<Context, 'size' | 'seed'>): Kill[] {
  const all = [...ways.keys()].sort().flatMap((point) => phases.map((phase): Kill => ({ point, phase })))
  const mixed = shuffled(all, randomFrom(`${seed}/crash`))
  if (size >= SIZE) return mixed
  const lines = Map.groupBy(mixed, ({ point }) => serviceOf(point))
  return [...lines.values()].flatMap((line) => {
    const part = Math.max(1, Math.round((size * line.length) / all.length))
    return line.slice(0, part)
  })
}

async function compare(harness: Harness, done: Done): Promise<Verdict> {
  const { system, patientMs, deals, given, earned } = harness
  await untilDrained(system, performance.now() + patientMs).catch((error: unknown) => {
    const lately = story(done, 0).split('\n').slice(-20).join('\n')
    throw error instanceof Disproved ? new Disproved(error.message + lately) : error
  })
  const verdict = await judge(system, { sales: deals, given, earned })
  const [first] = verdict.faults
  if (first) {
    const deal = deals.find(({ order }) => order.hash === first.order)
    const about = deal ? `${deal.scenario}: ${first.what}${story(done, deal.since, deal.until)}` : first.what
    holds(false, `${verdict.faults.length} faults, the first: ${about}`)
  }
  return verdict
}

/** Those first that kill soonest: a point is crossed by the first one that was seen to. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  poison,
  ...errands,
  ...purchases,
  ...withdrawals,
  ...visits,
}

async function run(context: Context): Promise<Figures> {
  const { say } = context
  const { points, generic } = await enumerate()
  let early = { kills: 0, points: [''] }
  const people = { sellers: 4, buyers: 20, goods: 48 }
  const system = await startCrashSystem(context, generic, people, async (folder, start) => {
    const { result, ...killed } = await killAtFirstStart({ folder, seed: context.seed }, start)
    early = killed
    return result
  })
  try {
    const harness = createStage(system, PATIENT_MS)
    const { ways, atStart } = await explore(harness, SCENARIOS, { say, restarts: true })
    const onlyEarly = [...atStart].filter((name) => early.points.some((point) => name.startsWith(point)))
    const found = await uncrossed(points, new Set([...ways.keys(), ...onlyEarly]))
    for (const { name, why } of found.excused) say(`not crossed: ${name} (${why})`)
    holds(found.forgotten.length === 0, `no scenario crosses ${found.forgotten.join(', ')}`)
    const plan = choose(ways, context)
    say(`${plan.length} kills at ${ways.size} points`)
    const done = await carryOut(harness, plan, ways, SCENARIOS, say)
    const verdict = await compare(harness, done)
    const missed = done.missed.map(({ point, phase }) => `${phase} ${point}`)
    for (const one of missed) say(`not reached again: ${one}`)
    holds(
      missed.length <= plan.length / 20,
      `${missed.length} points were not reached again: ${missed.join(', ')}`,
    )
    return {
      'points in the sources': points.length,
      'of them crossed': points.length - found.excused.length,
      'points × phases': ways.size * phases.length,
      kills: done.kills.length,
      'kills at the first start': early.kills,
      'not reached again': missed.length,
      scenarios: done.played,
      delivered: verdict.delivered,
      refunded: verdict.refunded,
      'card payments credited': verdict.charges,
      'of them given back': verdict.returned,
      'doubled or lost': 0,
    }
  } finally {
    await system.stop()
  }
}

/** B2 */
export const crash: Proof = {
  id: 'B2',
  title:
    'A process killed before, during or after any commit, message, offset, provider call or broadcast leaves exactly one effect',
  size: SIZE,
  unit: 'kills, as many as there are points × phases',
  limitMinutes: 120,
  inCi: 20,
  run,
  found: [
    'A purchase whose call died between its commit and its answer, and was delivered within the half minute until the call was repeated with the same Idempotency-Key, was answered that the order is no longer open; the repeated call now finds it.',
    'A decision on a withdrawal that was made, and whose process died before the answer, was refused as it was repeated while identity was away; that freed its Idempotency-Key, and the next repetition was told that the withdrawal is no longer pending. What is refused as it runs again keeps its key.',
    'A call that ended in a fault gave its Idempotency-Key free, though the fault may have come after the commit; the key now keeps the id of what the call makes, and the repeated call finds it.',
  ],
}
