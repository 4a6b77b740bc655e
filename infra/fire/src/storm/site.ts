import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readSettings } from '@talad/dev/config'
import { isAlive } from '@talad/dev/held-process'
import { type Host, launch } from '@talad/dev/launch'
import type { Run } from '@talad/dev/run-file'
import type { Screen } from '@talad/dev/screen'
import { type Supervised, supervise } from '@talad/dev/supervise'
import type { ServiceName } from '@talad/services/manifests'
import { crowdSettings } from '../crowd/crowd.ts'
import { kafkaPart, type Part, postgresPart, redisPart } from './parts.ts'

/** A whole system in separate processes, on servers that can be taken away. */
export type Site = {
  run: Run
  parts: { postgres: Part; kafka: Part; redis: Part }
  /** Ends a service's process at once (kill -9), as soon as it has one. What supervises it starts another. */
  kill(name: ServiceName): Promise<void>
  /** Freezes a service's process; @returns thaws it, if it is still there */
  freeze(name: ServiceName): Promise<() => void>
  /** how often a service ended, of which only a part was by us */
  ended: Map<ServiceName, number>
  /** what the services wrote last */
  tail(): string
  stop(): Promise<void>
}

const TAIL_LINES = 80
const LOOK_MS = 50

export async function startSite(folder: string, say: (line: string) => void): Promise<Site> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (let one = stops.pop(); one; one = stops.pop()) await one().catch((error) => say(String(error)))
  }
  const add = async (made: Promise<Part>) => {
    const one = await made
    stops.push(() => one.stop())
    return one
  }
  const lines: string[] = []
  const ended = new Map<ServiceName, number>()
  const hosted = new Map<ServiceName, Supervised>()
  const host = hostOf(hosted, (name, line) => {
    lines.push(`${name} | ${line}`)
    if (lines.length > TAIL_LINES) lines.shift()
    if (line.includes('it is started again')) ended.set(name, (ended.get(name) ?? 0) + 1)
  })
  try {
    const postgres = await add(postgresPart(folder))
    const kafka = await add(kafkaPart(folder))
    const redis = await add(redisPart())
    const settings = readSettings([], {
      ...{ TALAD_DATA: join(folder, 'data'), TALAD_DEMO: 'none', TALAD_WEB: '0' },
      ...{ TALAD_PORT: '0', TALAD_SANDBOX_PORT: '0', TALAD_RPC_PORT: '0' },
      ...{ DATABASE_URL: postgres.url, KAFKA_BROKERS: kafka.url, REDIS_URL: redis.url },
      TALAD_SERVICES: JSON.stringify(crowdSettings),
    })
    if ('usage' in settings) throw new Error('the launcher was asked for its usage')
    const running = await launch(settings, host, screenOf(say), new AbortController().signal)
    stops.push(() => running.stop())
    const pidOf = (name: ServiceName) => livePid(hosted, name)
    return {
      ...{ run: running.run, parts: { postgres, kafka, redis }, ended, stop },
      tail: () => lines.join('\n'),
      kill: async (name) => void process.kill(await pidOf(name), 'SIGKILL'),
      async freeze(name) {
        const pid = await pidOf(name)
        process.kill(pid, 'SIGSTOP')
        return () => {
          if (isAlive(pid)) process.kill(pid, 'SIGCONT')
        }
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The process of a service; after a kill the next one is waited for. */
async function livePid(hosted: Map<ServiceName, Supervised>, name: ServiceName): Promise<number> {
  for (;;) {
    const pid = hosted.get(name)?.pid()
    if (pid !== undefined && isAlive(pid)) return pid
    await delay(LOOK_MS)
  }
}

function hostOf(
  hosted: Map<ServiceName, Supervised>,
  onLine: (name: ServiceName, line: string) => void,
): Host {
  return {
    extras: async () => ({}),
    async start(name, env, { url, changed }) {
      const one = await supervise({
        ...{ name, env, url },
        onLine: (line) => onLine(name, line),
        onRestart: changed,
      })
      hosted.set(name, one)
      return one
    },
  }
}

function screenOf(say: (line: string) => void): Screen {
  return { done: say, note: say, warn: say, progress: () => undefined, ready: () => undefined }
}
