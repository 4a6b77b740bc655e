import { randomFrom } from '@talad/demo/random'
import { untilDrained } from '../judge/drained.ts'
import { judge, type Verdict } from '../judge/judge.ts'
import { type Context, Disproved, type Figures, holds, type Proof } from '../proof.ts'
import { shuffled } from '../shuffled.ts'
import { calls } from './calls.ts'
import { carryOut, type Done, errorsIn, explore, type Kill, serviceOf, story, type Ways } from './campaign.ts'
import { declaredUnits, isExcused, uncrossed } from './declared.ts'
import { killAtFirstStart } from './first-start.ts'
import { createHarness, type Harness, type Scenario } from './harness.ts'
import { endWhatIsOpen } from './rest.ts'
import { jobs, stories } from './stories.ts'
import { phases } from './strike.ts'
import { startCrashSystem } from './system.ts'

/** At full size all are taken, however many there are; at a tenth CI has three minutes for them. */
const SIZE = 450
const PATIENT_MS = 300_000

/** A part of all points and phases, the same for the same seed, spread over the services. */
function choose(ways: Ways, { size, seed }: Pick<Context, 'size' | 'seed'>): Kill[] {
  const points = [...ways.keys()].filter((point) => !isExcused(point)).sort()
  const all = points.flatMap((point) => phases.map((phase): Kill => ({ point, phase })))
  const mixed = shuffled(all, randomFrom(`${seed}/crash`))
  if (size >= SIZE) return mixed
  const lines = Map.groupBy(mixed, ({ point }) => serviceOf(point))
  return [...lines.values()].flatMap((line) => {
    const part = Math.max(1, Math.round((size * line.length) / all.length))
    return line.slice(0, part)
  })
}

async function compare(harness: Harness, done: Done): Promise<Verdict> {
  const { system, patientMs, memory, earned } = harness
  await endWhatIsOpen(harness)
  await untilDrained(system, performance.now() + patientMs).catch((error: unknown) => {
    const lately = [...story(done, 0).split('\n').slice(-20), ...errorsIn(system.tail()).slice(-20)].join(
      '\n',
    )
    throw error instanceof Disproved ? new Disproved(error.message + lately) : error
  })
  const verdict = await judge(system, { ...memory, earned })
  const first = verdict.faults.slice(0, 8).map(({ what }) => what)
  if (first.length > 0) holds(false, `${verdict.faults.length} faults: ${first.join('; ')}${story(done, 0)}`)
  return verdict
}

/** One call of each endpoint that changes something, and what has an end. */
const SCENARIOS: Readonly<Record<string, Scenario>> = { ...stories, ...calls, jobs }

async function run(context: Context): Promise<Figures> {
  const { say } = context
  const declared = await declaredUnits()
  let early = 0
  const people = { sellers: 4, buyers: 20, goods: 48 }
  const system = await startCrashSystem(context, people, async (folder, start) => {
    const { result, kills } = await killAtFirstStart({ folder, seed: context.seed }, start)
    early = kills
    return result
  })
  try {
    const harness = createHarness(system, PATIENT_MS)
    const { ways, crossed } = await explore(harness, SCENARIOS, say)
    const found = uncrossed(declared, crossed)
    for (const { unit, why } of found.excused) say(`not crossed: ${unit} (${why})`)
    holds(found.forgotten.length === 0, `nothing crosses ${found.forgotten.join(', ')}`)
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
      'declared units': declared.length,
      'of them crossed': declared.length - found.excused.length,
      'points, their commits and calls among them': ways.size,
      'points × phases': ways.size * phases.length,
      kills: done.kills.length,
      'kills at the first start': early,
      'not reached again': missed.length,
      'calls and stories': done.played + Object.keys(SCENARIOS).length,
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
  limitMinutes: 180,
  inCi: 0, // until it has held twice at CI's size: docs/known-limits.md
  run,
  found: [
    'A purchase whose call died between its commit and its answer, and was delivered within the half minute until the call was repeated with the same Idempotency-Key, was answered that the order is no longer open; the repeated call now finds it.',
    'A decision on a withdrawal that was made, and whose process died before the answer, was refused as it was repeated while identity was away; that freed its Idempotency-Key, and the next repetition was told that the withdrawal is no longer pending. What is refused as it runs again keeps its key.',
    'A call that ended in a fault gave its Idempotency-Key free, though the fault may have come after the commit; the key now keeps the id of what the call makes, and the repeated call finds it.',
  ],
}
