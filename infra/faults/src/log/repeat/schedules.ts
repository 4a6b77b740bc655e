import { randomFrom } from '@talad/demo/random'
import { type Context, holds } from '../../proof.ts'
import { withGrants } from './grants.ts'
import { toldIn } from './handlers.ts'
import { type Common, type Harness, openHarness, type Play, takenBy } from './harness.ts'
import { play as perform, type Tally } from './play.ts'
import type { Manner } from './queues.ts'
import type { Script, Seen } from './steps.ts'
import { drawKind } from './trouble.ts'

/** Schedules of one script: its plain course costs as much as one of them. */
const OF_A_SCRIPT = 10
const IN_TROUBLE = 0.07
const ANSWER_LOST = 0.3

export type Count = Tally & { schedules: number }

/** Lets a script happen to a service from nothing. */
async function happen<D>(
  harness: Harness<D>,
  script: Script<D>,
  manner: Manner,
): Promise<{ seen: Seen; tally: Tally }> {
  const { trouble } = harness
  await harness.reset()
  await script.given(harness.acting)
  const tally = await perform(harness, script.steps, manner)
  trouble.clear()
  await harness.settle()
  return { seen: await harness.see(), tally }
}

/** How two lists differ, in a line. */
function difference(wanted: readonly string[], got: readonly string[]): string | undefined {
  const at = wanted.findIndex((line, index) => line !== got[index])
  if (at < 0 && wanted.length === got.length) return undefined
  const [lost, more] = [
    wanted.find((line) => !got.includes(line)),
    got.find((line) => !wanted.includes(line)),
  ]
  if (lost === undefined && more === undefined) {
    return `${got.length} lines where there should be ${wanted.length}, or in another order, from ${wanted[at]}`
  }
  return `there is ${more ?? 'nothing'} where there should be ${lost ?? 'nothing'}`
}

function check(what: string, wanted: readonly string[], got: readonly string[]): void {
  const found = difference(wanted, got)
  holds(found === undefined, `${what}: ${found}`)
}

/** Puts trouble in the way of some messages. Poison changes the order, so it is only for those that have none. */
function plan<D>({ trouble }: Harness<D>, { steps }: Script<D>, { random, inOrder }: Manner): void {
  for (const step of steps) {
    if ('message' in step && random() < IN_TROUBLE) trouble.plan(step.id, drawKind(random, !inOrder))
  }
  if (random() < ANSWER_LOST) trouble.loseAnswer(1 + Math.floor(random() * steps.length))
}

/** Plays so many schedules at one service. @throws Disproved at the first that ends otherwise than its plain course */
async function playSchedules<D>(
  { postgres, seed, say }: Context,
  play: Play<D>,
  schedules: number,
): Promise<Count> {
  const harness = await openHarness(postgres, play)
  const sum: Count = { schedules: 0, delivered: 0, again: 0, failed: 0, parked: 0 }
  const service = play.service.manifest.name
  let script = play.scriptOf('')
  let wanted: Seen = { every: [], last: [], copies: [] }
  try {
    for (let n = 0; n < schedules; n++) {
      const name = `${service}/${seed}/${Math.floor(n / OF_A_SCRIPT)}`
      if (n % OF_A_SCRIPT === 0) {
        script = play.scriptOf(name)
        const plain = { plain: true, inOrder: true, random: randomFrom(name) }
        wanted = (await happen(harness, script, plain)).seen
        check(`what ${service} knows after ${name}`, script.copies.toSorted(), wanted.copies)
      }
      const manner = { plain: false, inOrder: n % 2 === 0, random: randomFrom(`${name}/${n}`) }
      plan(harness, script, manner)
      const { seen, tally } = await happen(harness, script, manner)
      const about = `schedule ${n} of ${name} (${manner.inOrder ? 'in order' : 'keys mixed'})`
      if (manner.inOrder) check(about, wanted.every, seen.every)
      check(about, wanted.last, seen.last)
      check(about, wanted.copies, seen.copies)
      sum.schedules += 1
      for (const key of ['delivered', 'again', 'failed', 'parked'] as const) sum[key] += tally[key]
      if (n % 500 === 499) say(`${service}: ${n + 1} schedules`)
    }
    return sum
  } finally {
    await harness.close()
  }
}

/** A play as the proof holds it, whatever its service works with. @param parts how much of all schedules is its */
export function staged<D extends Common>(bare: Play<D>, parts: number) {
  const play = withGrants(bare)
  return {
    parts,
    service: play.service,
    taken: takenBy(play),
    told: (scripts: number) => toldIn(play, scripts),
    run: (context: Context, schedules: number) => playSchedules(context, play, schedules),
  }
}
