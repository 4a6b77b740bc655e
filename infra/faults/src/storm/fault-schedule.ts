import { setTimeout as delay } from 'node:timers/promises'
import { between, type Random, times } from '@talad/demo/random'
import { type ServiceName, serviceNames } from '@talad/services/manifests'
import type { Servers, Way } from '../servers.ts'
import { shuffled } from '../shuffled.ts'
import type { System } from '../system.ts'

/** A whole system in separate processes, on servers that can be taken away. */
export type SystemOnServers = System & { servers: Servers }

export type Fault =
  | { what: 'kill' | 'freeze'; service: ServiceName }
  | { what: 'restart'; server: keyof Servers; way: Way }

const KILLS_PER_PURCHASE = 0.3
const PURCHASES_PER_FREEZE = 50
const PURCHASES_PER_ROUND = 100
const FROZEN_MS = 30_000
/** between two faults: sometimes both hit a system that has not got up yet, sometimes it has */
const PAUSE_MS = { from: 500, to: 7_000 }

const ROUND: readonly Fault[] = [
  { what: 'restart', server: 'kafka', way: 'KILL' },
  { what: 'restart', server: 'postgres', way: 'QUIT' },
  { what: 'restart', server: 'redis', way: 'KILL' },
  { what: 'restart', server: 'postgres', way: 'KILL' },
]

/** Everything that is done to the system, in a random order; each service is killed as often as any other. */
export function drawFaults(purchases: number, random: Random): Fault[] {
  const killsOfEach = Math.max(1, Math.ceil((purchases * KILLS_PER_PURCHASE) / serviceNames.length))
  const freezes = Math.ceil(purchases / PURCHASES_PER_FREEZE)
  const rounds = Math.max(1, Math.round(purchases / PURCHASES_PER_ROUND))
  const of = (what: 'kill' | 'freeze', count: number) => {
    const order = shuffled(serviceNames, random)
    return times(count, (index): Fault => ({ what, service: order[index % order.length] ?? 'ledger' }))
  }
  const all: Fault[] = [
    ...of('kill', killsOfEach * serviceNames.length),
    ...of('freeze', freezes),
    ...times(rounds, () => ROUND).flat(),
  ]
  return shuffled(all, random)
}

/** Purchases and faults go side by side: neither is through while the other has hardly begun. */
export type Pace = {
  /** waits until so much of the storm is over, from 0 to 1, or all purchases have begun */
  purchaseMayBegin(part: number): Promise<void>
  faultMayCome(part: number): Promise<void>
  purchaseBegan(): void
  faultCame(): void
}

const LOOK_MS = 50
/** purchases run ahead of the faults by this part of all */
const AHEAD = 0.1

export function createPace(purchases: number, faults: number): Pace {
  let begun = 0
  let come = 0
  const until = async (check: () => boolean) => {
    while (!check()) await delay(LOOK_MS)
  }
  return {
    purchaseMayBegin: (part) => until(() => come >= faults || come / faults + AHEAD >= part),
    faultMayCome: (part) => until(() => begun >= purchases || begun / purchases >= part),
    purchaseBegan: () => void begun++,
    faultCame: () => void come++,
  }
}

export type Damage = {
  kills: Map<string, number>
  freezes: number
  restarts: Map<string, number>
  /** when the last fault was over, on the clock of `performance` */
  lastAt: number
}

/** Brings all faults down on the system, one after the other; a frozen service thaws while others are hit. */
export async function inflict(
  system: SystemOnServers,
  faults: readonly Fault[],
  pace: Pace,
  about: { random: Random; say: (line: string) => void },
): Promise<Damage> {
  const damage: Damage = { kills: new Map(), freezes: 0, restarts: new Map(), lastAt: performance.now() }
  const frozen = new Map<ServiceName, Promise<void>>()
  const freeze = async (service: ServiceName) => {
    const thaw = await system.freeze(service)
    try {
      await delay(FROZEN_MS)
    } finally {
      thaw()
      frozen.delete(service)
    }
  }
  const strike = async (fault: Fault) => {
    if (fault.what === 'restart') {
      await system.servers[fault.server].restart(fault.way)
      const name = `${fault.server} ${fault.way}`
      damage.restarts.set(name, (damage.restarts.get(name) ?? 0) + 1)
      return
    }
    await frozen.get(fault.service) // a freeze that is cut short by a kill would be none
    if (fault.what === 'freeze') {
      frozen.set(fault.service, freeze(fault.service))
      damage.freezes += 1
      return
    }
    await system.kill(fault.service)
    damage.kills.set(fault.service, (damage.kills.get(fault.service) ?? 0) + 1)
  }
  try {
    for (const [index, fault] of faults.entries()) {
      await pace.faultMayCome(index / faults.length)
      await delay(between(about.random, PAUSE_MS.from, PAUSE_MS.to))
      about.say(`${index + 1}/${faults.length} ${Object.values(fault).join(' ')}`)
      await strike(fault)
      pace.faultCame()
    }
  } finally {
    await Promise.all(frozen.values())
  }
  damage.lastAt = performance.now()
  return damage
}
