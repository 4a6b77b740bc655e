import { setTimeout as delay } from 'node:timers/promises'
import { between, type Random, times } from '@talad/demo/random'
import { type ServiceName, serviceNames } from '@talad/services/manifests'
import type { Way } from './parts.ts'
import type { Site } from './site.ts'

export type Blow =
  | { what: 'kill' | 'freeze'; service: ServiceName }
  | { what: 'restart'; part: keyof Site['parts']; way: Way }

const KILLS_PER_PURCHASE = 0.3
const PURCHASES_PER_FREEZE = 50
const PURCHASES_PER_ROUND = 100
const FROZEN_MS = 30_000
/** between two blows: sometimes both hit a system that has not got up yet, sometimes it has */
const PAUSE_MS = { from: 500, to: 7_000 }

const ROUND: readonly Blow[] = [
  { what: 'restart', part: 'kafka', way: 'KILL' },
  { what: 'restart', part: 'postgres', way: 'QUIT' },
  { what: 'restart', part: 'redis', way: 'KILL' },
  { what: 'restart', part: 'postgres', way: 'KILL' },
]

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const mixed = [...list]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(between(random, 0, last + 1))
    const [a, b] = [mixed[last], mixed[other]]
    if (a !== undefined && b !== undefined) [mixed[last], mixed[other]] = [b, a]
  }
  return mixed
}

/** Everything that is done to the system, in a random order; each service is killed as often as any other. */
export function drawBlows(purchases: number, random: Random): Blow[] {
  const killsOfEach = Math.max(1, Math.ceil((purchases * KILLS_PER_PURCHASE) / serviceNames.length))
  const freezes = Math.ceil(purchases / PURCHASES_PER_FREEZE)
  const rounds = Math.max(1, Math.round(purchases / PURCHASES_PER_ROUND))
  const of = (what: 'kill' | 'freeze', count: number) => {
    const order = shuffled(random, serviceNames)
    return times(count, (index): Blow => ({ what, service: order[index % order.length] ?? 'ledger' }))
  }
  return shuffled(random, [
    ...of('kill', killsOfEach * serviceNames.length),
    ...of('freeze', freezes),
    ...times(rounds, () => ROUND).flat(),
  ])
}

/** Purchases and blows go side by side: neither is through while the other has hardly begun. */
export type Pace = {
  /** waits until so much of the storm is over, from 0 to 1, or all purchases have begun */
  purchaseMayBegin(part: number): Promise<void>
  blowMayCome(part: number): Promise<void>
  purchaseBegan(): void
  blowCame(): void
}

const LOOK_MS = 50
/** purchases run ahead of the blows by this part of all */
const AHEAD = 0.1

export function createPace(purchases: number, blows: number): Pace {
  let begun = 0
  let come = 0
  const until = async (check: () => boolean) => {
    while (!check()) await delay(LOOK_MS)
  }
  return {
    purchaseMayBegin: (part) => until(() => come >= blows || come / blows + AHEAD >= part),
    blowMayCome: (part) => until(() => begun >= purchases || begun / purchases >= part),
    purchaseBegan: () => void begun++,
    blowCame: () => void come++,
  }
}

export type Damage = {
  kills: Map<ServiceName, number>
  freezes: number
  restarts: Map<string, number>
  /** when the last blow was over, on the clock of `performance` */
  lastAt: number
}

/** Brings all blows down on the system, one after the other; a frozen service thaws while others are hit. */
export async function rage(
  site: Site,
  blows: readonly Blow[],
  pace: Pace,
  about: { random: Random; say: (line: string) => void },
): Promise<Damage> {
  const damage: Damage = { kills: new Map(), freezes: 0, restarts: new Map(), lastAt: performance.now() }
  const frozen = new Map<ServiceName, Promise<void>>()
  const freeze = async (service: ServiceName) => {
    const thaw = await site.freeze(service)
    try {
      await delay(FROZEN_MS)
    } finally {
      thaw()
      frozen.delete(service)
    }
  }
  const strike = async (blow: Blow) => {
    if (blow.what === 'restart') {
      await site.parts[blow.part].restart(blow.way)
      const name = `${blow.part} ${blow.way}`
      damage.restarts.set(name, (damage.restarts.get(name) ?? 0) + 1)
      return
    }
    await frozen.get(blow.service) // a freeze that is cut short by a kill would be none
    if (blow.what === 'freeze') {
      frozen.set(blow.service, freeze(blow.service))
      damage.freezes += 1
      return
    }
    await site.kill(blow.service)
    damage.kills.set(blow.service, (damage.kills.get(blow.service) ?? 0) + 1)
  }
  try {
    for (const [index, blow] of blows.entries()) {
      await pace.blowMayCome(index / blows.length)
      await delay(between(about.random, PAUSE_MS.from, PAUSE_MS.to))
      about.say(`${index + 1}/${blows.length} ${Object.values(blow).join(' ')}`)
      await strike(blow)
      pace.blowCame()
    }
  } finally {
    await Promise.all(frozen.values())
  }
  damage.lastAt = performance.now()
  return damage
}
