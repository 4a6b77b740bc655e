import { setTimeout as delay } from 'node:timers/promises'
import { type Random, times } from '@talad/demo/random'
import { type ServiceName, serviceNames } from '@talad/services/manifests'
import { type Dependency, dependencies, type ServerName, type SystemOnServers, type Way } from '../servers.ts'
import { shuffled } from '../shuffled.ts'
import { type NetworkFault, networkFaults } from './network-faults.ts'
import { lateToSay } from './observers.ts'

/** What is done to a running system. */
export type Fault =
  | { what: 'kill' | 'freeze'; service: ServiceName }
  | { what: 'restart'; server: ServerName; way: Way }
  | { what: NetworkFault; dependency: Dependency }

const KILLS_PER_PURCHASE = 0.3
const PURCHASES_PER_FREEZE = 50
const PURCHASES_PER_RESTART = 100
const FROZEN_MS = 30_000
/** Longer than the longest of our own time-outs, where nothing answers at all. */
const LASTS_MS: Readonly<Record<NetworkFault, number>> = {
  latency: 10_000,
  reset: 12_000,
  'time-out': 22_000,
  'slow close': 12_000,
  cut: 12_000,
}

const RESTARTS: readonly Fault[] = [
  { what: 'restart', server: 'kafka', way: 'KILL' },
  { what: 'restart', server: 'postgres', way: 'QUIT' },
  { what: 'restart', server: 'redis', way: 'KILL' },
  { what: 'restart', server: 'postgres', way: 'KILL' },
]

/** Faults of processes and servers, in a random order; each service is killed as often as any other. */
export function drawProcessFaults(purchases: number, random: Random): Fault[] {
  const killsOfEach = Math.max(1, Math.ceil((purchases * KILLS_PER_PURCHASE) / serviceNames.length))
  const of = (what: 'kill' | 'freeze', count: number) => {
    const order = shuffled(serviceNames, random)
    return times(count, (index): Fault => ({ what, service: order[index % order.length] ?? 'ledger' }))
  }
  const restarts = Math.max(1, Math.round(purchases / PURCHASES_PER_RESTART))
  const all: Fault[] = [
    ...of('kill', killsOfEach * serviceNames.length),
    ...of('freeze', Math.ceil(purchases / PURCHASES_PER_FREEZE)),
    ...times(restarts, () => RESTARTS).flat(),
  ]
  return shuffled(all, random)
}

/**
 * @returns so many faults of the network in an order by chance; every fault at every dependency before any comes again, and
 * among any five that begin a row all dependencies and all faults
 */
export function drawNetworkFaults(count: number, random: Random): Fault[] {
  const [rows, columns] = [shuffled(dependencies, random), shuffled(networkFaults, random)]
  return times(count, (index) => {
    const shift = Math.floor(index / rows.length) + index
    const [dependency, what] = [rows[index % rows.length], columns[shift % columns.length]]
    if (dependency === undefined || what === undefined) throw new Error('there is nothing to draw from')
    return { what, dependency }
  })
}

export const nameOf = (fault: Fault): string => Object.values(fault).join(' ')

/** Services whose readiness says so when a dependency can't be reached at all. */
function unreadyWithout({ what, dependency }: Extract<Fault, { dependency: Dependency }>): string[] {
  if (what !== 'cut' && what !== 'time-out') return []
  if (dependency === 'chain RPC') return ['shipping-payment', 'asset-indexer']
  return dependency === 'Postgres' ? [...serviceNames] : []
}

/** @returns injects a fault, and waits until it is over; a frozen service goes on later, while others are hit */
export function createInjector(system: SystemOnServers, trouble: string[]) {
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
  async function injectFault(fault: Fault): Promise<void> {
    if ('server' in fault) return system.servers[fault.server].restart(fault.way)
    if ('dependency' in fault) {
      const proxy = system.proxies?.[fault.dependency]
      if (!proxy) throw new Error('the services reach their servers straight')
      const lasts = LASTS_MS[fault.what]
      await proxy.set(fault.what)
      const [late] = await Promise.all([
        lateToSay(system.run, unreadyWithout(fault), 503, lasts),
        delay(lasts),
      ])
      trouble.push(...late.map((name) => `${name} does not say that it is not ready`))
      return proxy.set(undefined)
    }
    await frozen.get(fault.service) // a freeze that is cut short by a kill would be none
    if (fault.what === 'kill') await system.kill(fault.service)
    else frozen.set(fault.service, freeze(fault.service))
  }
  return { injectFault, settled: async () => void (await Promise.all(frozen.values())) }
}
