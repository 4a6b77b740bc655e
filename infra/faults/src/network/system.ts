import { createClosing } from '@talad/dev/closing'
import { startKafka } from '@talad/kafka/broker'
import { startRedis } from '@talad/kafka/redis'
import { freePort } from '@talad/process/free-port'
import { crowdSettings } from '../crowd/crowd.ts'
import type { Context } from '../proof.ts'
import { type System, startSystem } from '../system.ts'
import { type FaultyWay, startProxy } from './proxy.ts'

/** What the services can lose sight of, each behind a proxy of its own. */
export const dependencies = ['Postgres', 'Kafka', 'Redis', 'card provider', 'chain RPC'] as const
export type Dependency = (typeof dependencies)[number]

type Ports = Record<Dependency, number>
type Proxies = Readonly<Record<Dependency, FaultyWay>>

/** A whole system, every service in a process of its own, with a network that can fail in between. */
export type FragileSystem = System & { proxies: Proxies }

async function startProxies(ports: Ports, random: () => number): Promise<Proxies> {
  const open = (name: Dependency) => startProxy({ targetPort: ports[name], random })
  return {
    Postgres: await open('Postgres'),
    Kafka: await open('Kafka'),
    Redis: await open('Redis'),
    'card provider': await open('card provider'),
    'chain RPC': await open('chain RPC'),
  }
}

const address = (port: number) => `127.0.0.1:${port}`

/** Starts it. The launcher itself, the sandbox and whoever looks on from outside go by the straight ways. */
export async function startFragileSystem(
  { postgres, folder, say }: Context,
  random: () => number,
): Promise<FragileSystem> {
  const ports: Ports = {
    Postgres: Number(new URL(postgres).port),
    Kafka: await freePort(),
    Redis: await freePort(),
    'card provider': await freePort(),
    'chain RPC': await freePort(),
  }
  const closing = createClosing((what, error) => say(`${what} did not stop cleanly: ${String(error)}`))
  const proxies = await startProxies(ports, random)
  for (const name of dependencies) closing.add(`the way to ${name}`, () => proxies[name].close())
  const detour = (text: string) =>
    dependencies.reduce(
      (now, name) => now.replaceAll(address(ports[name]), address(proxies[name].port)),
      text,
    )
  try {
    const kafka = await startKafka({ port: ports.Kafka, advertised: address(proxies.Kafka.port) })
    closing.add('Kafka', () => kafka.stop())
    const redis = await startRedis({ port: ports.Redis })
    closing.add('Redis', () => redis.stop())
    const system = await startSystem({
      postgres,
      folder,
      say,
      processes: 'each',
      kafka: kafka.brokers,
      redis: redis.url,
      ports: { sandbox: ports['card provider'], rpc: ports['chain RPC'] },
      services: crowdSettings,
      told: (env) => Object.fromEntries(Object.entries(env).map(([key, value]) => [key, detour(value)])),
    })
    closing.add('the system', () => system.stop())
    const { sandbox, rpc } = system.run
    if (!sandbox.endsWith(`:${ports['card provider']}`) || !rpc.endsWith(`:${ports['chain RPC']}`))
      throw new Error('another process took a port meanwhile')
    return { ...system, proxies, stop: () => closing.run() }
  } catch (error) {
    await closing.run()
    throw error
  }
}
