import { setTimeout as delay } from 'node:timers/promises'
import { serviceNames } from '@talad/services/manifests'
import { sideBySide } from '../crowd/patient.ts'
import { leftToDo } from '../judge/drained.ts'
import { Disproved, holds } from '../proof.ts'
import { type Crossing, createReader, setTrap } from './arming.ts'
import { callOf } from './calls.ts'
import type { Harness, Scenario } from './harness.ts'
import type { Phase } from './strike.ts'

export type Kill = { point: string; phase: Phase }
/** Scenarios that cross a point: its own call first, then those that were under way each time. */
export type Ways = Map<string, string[]>

/** A service that is started anew crosses what it does at its start. */
export const RESTART = 'restart'
/** What follows from a scenario by itself is crossed a little later. */
const AFTERMATH_MS = 3_000
/** How many are played side by side while it is seen what they cross. */
const EXPLORED_AT_ONCE = 8
const UNIT = /\b(GET|POST|PUT|PATCH|DELETE) \S+/
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

type Window = { name: string; from: number; to: number }

function waysOf(crossings: readonly Crossing[], windows: readonly Window[]): Ways {
  const ways: Ways = new Map()
  for (const [point, all] of Map.groupBy(crossings, (one) => one.point)) {
    if (point === '') continue
    const names = windows
      .filter(({ from, to }) => all.some(({ at }) => from <= at && at <= to + AFTERMATH_MS))
      .map(({ name }) => name)
    const often = [...Map.groupBy(names, (name) => name)].sort(([, a], [, b]) => b.length - a.length)
    const own = callOf.get(UNIT.exec(point)?.[0] ?? '')
    const found = [...(own === undefined ? [] : [own]), ...often.map(([name]) => name)]
    // what happens at the first start alone is not met again
    if (found.length > 0) ways.set(point, found.slice(0, TRIES))
  }
  return ways
}

/** Each twice, with others beside it the second time: what was crossed both times is its own. */
function twice<T>(all: readonly T[]): T[] {
  const row = (index: number) => index % EXPLORED_AT_ONCE
  const anew = all.map((one, index) => ({ one, index })).sort((a, b) => row(a.index) - row(b.index))
  return [...all, ...anew.map(({ one }) => one)]
}

/** Plays each scenario without harm, and notes what is crossed meanwhile. */
export async function explore(
  harness: Harness,
  scenarios: Readonly<Record<string, Scenario>>,
  say: (line: string) => void,
): Promise<{ ways: Ways; crossed: ReadonlySet<string> }> {
  const read = createReader(harness.system.hooks, serviceNames)
  const windows: Window[] = []
  const faults: string[] = []
  const since = performance.now()
  await sideBySide(twice(Object.entries(scenarios)), EXPLORED_AT_ONCE, async ([name, scenario]) => {
    const from = Date.now()
    await scenario(harness).catch((error: unknown) => {
      faults.push(`${name}: ${String(error)}`)
      say(faults.at(-1) ?? '')
    })
    windows.push({ name, from, to: Date.now() })
  })
  holds(faults.length === 0, `while nothing dies, ${faults.join('; ')}`)
  await delay(AFTERMATH_MS)
  const from = Date.now()
  await Promise.all(serviceNames.map((service) => restart(harness, service)))
  await delay(AFTERMATH_MS)
  windows.push({ name: RESTART, from, to: Date.now() })
  const crossings = await read()
  const ways = waysOf(crossings, windows)
  const slowest = windows.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, 12)
  say(
    `the longest, in seconds: ${slowest.map(({ name, from, to }) => `${name} ${Math.round((to - from) / 1_000)}`).join(', ')}`,
  )
  const of = Map.groupBy(ways.keys(), serviceOf)
  const counts = [...of].map(([name, own]) => `${name} ${own.length}`).join(', ')
  say(`${ways.size} points are crossed in ${Math.round((performance.now() - since) / 1_000)} s: ${counts}`)
  return { ways, crossed: new Set(crossings.map(({ point }) => point)) }
}

/** In a line of a service's log. */
const ERROR = '"level":50'
export const errorsIn = (log: string) => log.split('\n').filter((line) => line.includes(ERROR))

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
          for (const line of errorsIn(harness.system.tail())) say(line)
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
