import type { Random } from '@talad/demo/random'
import type { Outgoing, OutMessage } from '@talad/shared/bus/port'
import type { SimulatedService } from './service.ts'

/** One sequence as it happens: always the same for its name. */
export type Simulation = {
  name: string
  /** the name as part of ids */
  key: string
  random: Random
  now(): Date
  /** what happened, in words that are the same for the same name */
  trace: string[]
  /** every message that was on its way */
  messages: readonly OutMessage[]
  crashedAt: readonly string[]
  /** something is published by somebody who is not simulated */
  send(out: Outgoing | undefined): void
  /** does something in a service until a process has lived to its end. @throws what isn't a crash */
  perform<T>(service: SimulatedService, work: (tries: number) => Promise<T>): Promise<T>
  /** a service handles the next messages of a group, or of any. @returns whether there were some */
  deliver(service: SimulatedService, group?: string): Promise<boolean>
  /** everything that was published is handled, and every job that is due is done. @returns whether anything was */
  deliverAll(): Promise<boolean>
  /** some of that */
  deliverSome(): Promise<void>
  /** time passes */
  pass(until: Date): void
}

/** The services that a workload runs, open; sequences follow one another on them. */
export type Environment = { services: readonly SimulatedService[] }

/** A row of a workload: something that somebody does now and then. */
export type Operation<World> = {
  name: string
  /** how often it is drawn, compared with the others that are possible */
  weight: number
  /** @returns what does it to one of those that it can be done to; nothing: it is not possible now */
  draw(world: World, random: Random): Promise<(() => unknown) | undefined>
}

/**
 * What happens in sequences of one kind, and what must have come of them.
 * @template World what one sequence knows of what has happened in it
 */
export type Workload<Env extends Environment, World> = {
  name: string
  /** the least and the most operations of a sequence */
  length: readonly [number, number]
  open(postgres: string, now: () => Date): Promise<Env>
  /** what is there before the first operation */
  begin(environment: Env, simulation: Simulation): Promise<World>
  operations: readonly Operation<World>[]
  /** what is done beside deliveries and jobs until all is at rest. @returns whether anything was */
  advance?(world: World): Promise<boolean>
  /** whether something still goes on by itself; time passes until it doesn't */
  isUnderWay(world: World): Promise<boolean>
  /** @returns what came of it, to be counted. @throws Disproved where that is wrong */
  judge(world: World): Promise<readonly string[]>
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('there is nothing to choose from')
  return found
}

/** A row of a workload. @param on what it can be done to now; none: it isn't possible */
export function operation<World, T>(
  name: string,
  weight: number,
  on: (world: World) => readonly T[] | Promise<readonly T[]>,
  run: (world: World, one: T) => unknown,
): Operation<World> {
  return {
    name,
    weight,
    async draw(world, random) {
      const list = await on(world)
      if (list.length === 0) return undefined
      const one = pick(random, list)
      return () => run(world, one)
    },
  }
}
