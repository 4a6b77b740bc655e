import { type Random, randomFrom, times } from '@talad/demo/random'
import type { OutMessage } from '@talad/shared/bus/port'
import { Rejection } from '@talad/shared/rejection'
import { holds } from '../proof.ts'
import { type Delivery, messageOf, type SimulatedService, START } from './service.ts'
import { type Environment, pick, type Simulation, type Workload } from './workload.ts'

const MOST_ROUNDS = 500
const MOST_CRASHES = 3
/** Further than most operations reach; then it crashes in one of the next. */
const FURTHEST_AWAIT = 24
const STEP_MS = 1_000
/** Between an operation and the next, a service gets a delivery, or all of them do their jobs, so often. */
const DELIVERS = 0.5
const WORKS = 0.3

/** That business says no is an answer too. @returns its code, or `done` */
export async function answerOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return error.code
  }
}

export type Clock = { now(): Date; set(at: Date): void }

export function createClock(): Clock {
  let at = START
  return {
    now: () => at,
    set(time) {
      at = time
    },
  }
}

/** Everything that messages, jobs and crashes do to the services of a sequence. */
function startSimulation(name: string, { services }: Environment, clock: Clock): Simulation {
  const random = randomFrom(name)
  const key = name.replaceAll(/[^a-z0-9]/gi, '.')
  const trace: string[] = []
  const messages: OutMessage[] = []
  const crashedAt: string[] = []
  /** services that have done something since their log was read, and since their jobs were looked at */
  const active = { log: new Set<SimulatedService>(), jobs: new Set<SimulatedService>() }

  function put(message: OutMessage): void {
    messages.push(message)
    for (const service of services) service.put(message)
  }

  async function perform<T>(service: SimulatedService, work: (tries: number) => Promise<T>): Promise<T> {
    active.log.add(service)
    active.jobs.add(service)
    for (let tries = 0; ; tries++) {
      try {
        const done = await work(tries)
        if (service.process.crashedAt === undefined) return done
      } catch (error) {
        if (service.process.crashedAt === undefined) throw error
      }
      crashedAt.push(service.process.crashedAt)
      trace.push(`${service.name} crashed ${service.process.crashedAt}`)
      await service.restart()
    }
  }

  async function relay(): Promise<void> {
    for (const service of services)
      if (active.log.delete(service)) for (const message of await service.relay()) put(message)
  }

  async function handle(service: SimulatedService, delivery: Delivery): Promise<void> {
    trace.push(delivery.label)
    await perform(service, () => delivery.handle())
    delivery.done()
  }

  async function deliver(service: SimulatedService, group?: string): Promise<boolean> {
    await relay()
    const delivery = service.next(random, group)
    if (delivery) await handle(service, delivery)
    return delivery !== undefined
  }

  async function workAll(): Promise<boolean> {
    let done = 0
    for (const service of services.filter((one) => active.jobs.has(one))) {
      const some = await perform(service, () => service.work(clock.now()))
      if (some === 0) active.jobs.delete(service)
      done += some
    }
    return done > 0
  }

  return {
    name,
    key,
    random,
    now: clock.now,
    trace,
    messages,
    crashedAt,
    send(out) {
      if (out) put(messageOf(`${key}:${messages.length}`, out))
    },
    perform,
    deliver,
    async deliverAll() {
      for (let rounds = 0; ; rounds++) {
        holds(rounds < MOST_ROUNDS, 'messages follow from messages without end')
        let moved = false
        for (const service of services) if (await deliver(service)) moved = true
        if (!moved && !(await workAll())) return rounds > 0
      }
    },
    async deliverSome() {
      await relay()
      for (const service of services) if (random() < DELIVERS) await deliver(service)
      if (random() < WORKS) await workAll()
    },
    pass(until) {
      clock.set(until)
      for (const service of services) active.jobs.add(service)
    },
  }
}

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** Everything goes on that goes on by itself, and time passes, until nothing does any more. */
async function rest<Env extends Environment, World>(
  workload: Workload<Env, World>,
  { services }: Environment,
  simulation: Simulation,
  world: World,
): Promise<void> {
  for (let rounds = 0; ; rounds++) {
    holds(rounds < MOST_ROUNDS, 'it doesn’t come to rest')
    const moved = [await simulation.deliverAll(), (await workload.advance?.(world)) ?? false]
    if (moved.includes(true)) continue
    if (!(await workload.isUnderWay(world))) return
    const due = (await Promise.all(services.map((one) => one.nextDue()))).filter((at) => at !== undefined)
    const [next] = due.toSorted((a, b) => a.getTime() - b.getTime())
    holds(next !== undefined, 'something is under way, and nothing moves it any more')
    simulation.pass(new Date(Math.max(next.getTime(), later(simulation.now(), STEP_MS).getTime())))
  }
}

/** One of the operations that are possible now, by their weights. */
async function draw<World>(
  operations: Workload<Environment, World>['operations'],
  world: World,
  random: Random,
): Promise<{ name: string; run(): unknown }> {
  const possible = []
  for (const { name, weight, draw: drawOne } of operations) {
    const run = await drawOne(world, random)
    if (run) possible.push({ name, weight, run })
  }
  let left = random() * possible.reduce((sum, { weight }) => sum + weight, 0)
  const found = possible.find(({ weight }) => {
    left -= weight
    return left < 0
  })
  if (!found) throw new Error('no operation is possible')
  return found
}

/** What came of one sequence. */
export type Played = {
  /** what everything came to, by the judge of the workload */
  ends: readonly string[]
  operations: number
  simulation: Simulation
}

/**
 * Plays the sequence of a name: operations, deliveries in between, crashes, then rest.
 * @throws Disproved, or anything else, where what came of it is wrong; it says the name
 */
export async function playSequence<Env extends Environment, World>(
  workload: Workload<Env, World>,
  environment: Env,
  clock: Clock,
  { name, onEnd }: { name: string; onEnd?: (trace: readonly string[]) => void },
): Promise<Played> {
  const { services } = environment
  clock.set(START)
  for (const service of services) await service.begin()
  const simulation = startSimulation(name, environment, clock)
  const { random, trace } = simulation
  try {
    const world = await workload.begin(environment, simulation)
    const [least, most] = workload.length
    const operations = least + Math.floor(random() * (most - least))
    const crashes = times(1 + Math.floor(random() * MOST_CRASHES), () => ({
      operation: Math.floor(random() * operations),
      service: pick(random, services),
      awaits: 1 + Math.floor(random() * FURTHEST_AWAIT),
      phase: random() < 0.5 ? ('before' as const) : ('after' as const),
    }))
    for (let number = 0; number < operations; number++) {
      for (const { operation, service, awaits, phase } of crashes)
        if (operation === number) service.process.plan(awaits, phase)
      const one = await draw(workload.operations, world, random)
      trace.push(one.name)
      await one.run()
      simulation.pass(later(simulation.now(), STEP_MS))
      await simulation.deliverSome()
    }
    await rest(workload, environment, simulation, world)
    for (const { process } of services) process.plan(0, 'before')
    const ends = await workload.judge(world)
    await rest(workload, environment, simulation, world)
    return { ends, operations, simulation }
  } catch (error) {
    if (error instanceof Error) error.message = `sequence ${name}: ${error.message}`
    throw error
  } finally {
    onEnd?.(trace)
  }
}
