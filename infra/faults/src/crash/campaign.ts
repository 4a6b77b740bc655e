import { setTimeout as delay } from 'node:timers/promises'
import { serviceNames } from '@talad/services/manifests'
import { leftToDo, untilDrained } from '../judge/drained.ts'
import { Disproved } from '../proof.ts'
import { createReader, setTrap } from './arming.ts'
import type { Harness, Scenario } from './harness.ts'
import type { Phase } from './strike.ts'

export type Kill = { point: string; phase: Phase }
/** Which scenarios cross a point, in the order in which they were seen to. */
export type Ways = Map<string, string[]>

/** A service that is started anew crosses what it does at its start. */
export const RESTART = 'restart'
/** What follows from a scenario by itself is crossed a little later. */
const AFTERMATH_MS = 700
const AT_REST_WITHIN_MS = 120_000
/** Long enough for a scenario that nothing disturbs; while others are killed, several are on their way to the point. */
const STRIKES_WITHIN_MS = 12_000
const TRIES = 12
const FRESH_AT = 3
const AT_ONCE = 14
/** What takes longer is told, so that it is seen where the time goes. */
const LONG_MS = 30_000

export const serviceOf = (point: string) => point.split(' ')[0] ?? ''

async function restart({ system }: Harness, service: string): Promise<void> {
  await system.back(service, await system.kill(service))
}

async function untilIdle({ system }: Harness): Promise<void> {
  await delay(AFTERMATH_MS)
  await untilDrained(system, performance.now() + AT_REST_WITHIN_MS)
  await delay(AFTERMATH_MS)
}

/** Plays each scenario once without harm, and notes what is crossed meanwhile. */
export async function explore(
  harness: Harness,
  scenarios: Readonly<Record<string, Scenario>>,
  { say, restarts }: { say: (line: string) => void; restarts: boolean },
): Promise<{ ways: Ways; atStart: Set<string> }> {
  const read = createReader(harness.system.hooks, serviceNames)
  const ways: Ways = new Map()
  await untilIdle(harness) // what the start has left to do must not pass for what a scenario does
  const atStart = await read()
  const note = (crossed: ReadonlySet<string>, name: string) => {
    for (const point of crossed) {
      if (point === '') continue
      ways.set(point, [...(ways.get(point) ?? []), name])
    }
  }
  const seconds = new Map<string, number>()
  for (const [name, scenario] of Object.entries(scenarios)) {
    const since = performance.now()
    await scenario(harness)
    await untilIdle(harness)
    note(await read(), name)
    seconds.set(name, Math.round((performance.now() - since) / 1_000))
  }
  say(`each scenario once, in seconds: ${[...seconds].map((one) => one.join(' ')).join(', ')}`)
  if (restarts) await Promise.all(serviceNames.map((service) => restart(harness, service)))
  await delay(AFTERMATH_MS)
  note(await read(), RESTART)
  const of = Map.groupBy(ways.keys(), serviceOf)
  say(`${ways.size} points are crossed: ${[...of].map(([name, own]) => `${name} ${own.length}`).join(', ')}`)
  return { ways, atStart }
}

/** In a line of a service's log. */
const ERROR = '"level":50'

/** Runs scenarios in the background, a few at a time, and remembers how they ended. */
function createTraffic(
  harness: Harness,
  scenarios: Readonly<Record<string, Scenario>>,
  say: (line: string) => void,
) {
  const running = new Set<Promise<void>>()
  const faults: string[] = []
  let played = 0
  return {
    faults,
    played: () => played,
    async play(name: string): Promise<void> {
      const scenario = scenarios[name]
      if (!scenario) throw new Error(`there is no scenario ${name}`)
      while (running.size >= AT_ONCE) await Promise.race(running)
      played += 1
      const one = scenario(harness).then(
        () => undefined,
        (error: unknown) => {
          const fault = `${name}: ${error instanceof Error ? error.message : String(error)}`
          faults.push(fault)
          say(fault)
          const told = harness.system.tail().split('\n')
          for (const line of told.filter((line) => line.includes(ERROR))) say(line)
        },
      )
      const tracked = one.finally(() => running.delete(tracked))
      running.add(tracked)
    },
    async over(): Promise<void> {
      await Promise.all(running)
    },
  }
}
type Traffic = ReturnType<typeof createTraffic>

export type Done = { kills: (Kill & { at: number })[]; missed: Kill[]; faults: string[]; played: number }

/** Kills one service at one point after the other, each time with traffic that crosses it. */
async function killInTurn(
  harness: Harness,
  plan: readonly Kill[],
  { ways, traffic, done, say }: { ways: Ways; traffic: Traffic; done: Done; say: (line: string) => void },
): Promise<void> {
  for (const kill of plan) {
    if (traffic.faults.length > 0) return
    const since = performance.now()
    const { system } = harness
    const trap = await setTrap(system.hooks, kill.point, kill.phase)
    const names = ways.get(kill.point) ?? [RESTART]
    let struck = false
    for (let tries = 0; tries < TRIES && !struck && traffic.faults.length === 0; tries++) {
      const name = names[tries % names.length] ?? RESTART
      // what a process asks for once and keeps is only crossed by a fresh one
      if (tries === FRESH_AT) await restart(harness, serviceOf(kill.point)).catch(() => undefined)
      if (name === RESTART) await restart(harness, serviceOf(kill.point)).catch(() => undefined)
      else await traffic.play(name)
      struck = await trap.struck(STRIKES_WITHIN_MS)
    }
    if (!struck && (await trap.disarm())) {
      done.missed.push(kill)
      continue
    }
    done.kills.push({ ...kill, at: Date.now() })
    await system.back(serviceOf(kill.point), trap.pidOfDead())
    const ms = performance.now() - since
    if (ms > LONG_MS) say(`${Math.round(ms / 1_000)} s: ${kill.phase} ${kill.point}`)
  }
}

/** Carries out a plan, the services side by side. */
export async function carryOut(
  harness: Harness,
  plan: readonly Kill[],
  ways: Ways,
  scenarios: Readonly<Record<string, Scenario>>,
  say: (line: string) => void,
): Promise<Done> {
  const traffic = createTraffic(harness, scenarios, say)
  const done: Done = { kills: [], missed: [], faults: traffic.faults, played: 0 }
  const ticker = setInterval(() => say(`${done.kills.length} of ${plan.length} kills`), 30_000)
  try {
    await Promise.all(
      serviceNames.map((service) =>
        killInTurn(
          harness,
          plan.filter(({ point }) => serviceOf(point) === service),
          { ways, traffic, done, say },
        ),
      ),
    )
    await traffic.over()
  } finally {
    clearInterval(ticker)
  }
  done.played = traffic.played()
  const [fault] = done.faults
  if (fault === undefined) return done
  const left = (await leftToDo(harness.system)).slice(0, 8).join('; ')
  throw new Disproved(`${fault}; left: ${left}${story(done, Date.now() - 120_000)}`)
}

/** What was killed lately, for whoever has to find out why something went wrong. */
export function story({ kills }: Pick<Done, 'kills'>, since: number, until = Date.now()): string {
  const lately = kills.filter(({ at }) => at >= since && at <= until)
  return lately.map(({ point, phase, at }) => `\n  ${new Date(at).toISOString()} ${phase} ${point}`).join('')
}
