import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Bus, InMessage, OutMessage, SubscribeOptions } from '../src/bus/port.ts'

/** One bus under test: how to reach it from here and from another process. */
export type BusUnderTest = {
  address: { kafkaBrokers?: string; busDatabaseUrl?: string }
  /** one more client, as another process would have */
  connect(watch?: { stuckAfterMs: number; onStuck: (group: string) => void }): Promise<Bus>
  close(): Promise<void>
}

/** A message whose payload is its number within its key. */
export function numbered(topic: string, key: string, n: number): OutMessage {
  return {
    id: `${topic}:${key}:${n}`,
    topic,
    key,
    type: 'test.Numbered',
    payload: Buffer.from(String(n)),
    headers: {},
    time: new Date(),
  }
}

/** `count` numbered messages over `keys` keys, each key from 0 on. */
export function stream(topic: string, keys: number, count: number, from = 0): OutMessage[] {
  return Array.from({ length: count }, (_, i) =>
    numbered(topic, `key-${i % keys}`, from + Math.floor(i / keys)),
  )
}

/** What arrived: everything, and the first arrival of each message by key. */
export function createCollector() {
  const all: InMessage[] = []
  const ids = new Set<string>()
  const firsts = new Map<string, number[]>()
  return {
    all,
    ids,
    take(batch: readonly InMessage[]): void {
      for (const message of batch) {
        all.push(message)
        if (ids.has(message.id)) continue
        ids.add(message.id)
        const place = `${message.topic}/${message.key}`
        firsts.set(place, [...(firsts.get(place) ?? []), Number(Buffer.from(message.payload).toString())])
      }
    },
    /** keys whose messages first arrived in another order than 0, 1, 2, … */
    outOfOrder: () => [...firsts].filter(([, numbers]) => numbers.some((number, index) => number !== index)),
  }
}

/** Subscribes with a handler; faults are collected, as a test decides whether it expects them. */
export async function member(
  bus: Bus,
  group: string,
  topic: string,
  handle: SubscribeOptions['handle'],
  more: Partial<SubscribeOptions> = {},
) {
  const errors: unknown[] = []
  const subscription = await bus.subscribe({
    group,
    topics: [topic],
    handle,
    onError: (error) => errors.push(error),
    ...more,
  })
  return { errors, close: () => subscription.close() }
}

export function fresh(name: string): { topic: string; group: string } {
  const id = randomUUID().slice(0, 8)
  return { topic: `test.${name}-${id}.v1`, group: `test-${id}.${name}` }
}

/** Runs bus-member.ts; each line that it says is parsed. */
export function spawnMember(order: object): {
  child: ChildProcess
  said: Record<string, unknown>[]
  kill(): Promise<void>
} {
  const script = fileURLToPath(new URL('bus-member.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: Record<string, unknown>[] = []
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line)))
  return {
    child,
    said,
    kill() {
      child.kill('SIGKILL')
      return ended
    },
  }
}

type Place = { topic: string; group: string; seen: ReturnType<typeof createCollector> }

export type BusContext = ReturnType<typeof createContext>

/** What each test of the contract begins with. */
export function createContext(bus: () => Bus, under: () => BusUnderTest) {
  return {
    bus,
    under,
    /** one more client, closed at the end of the test */
    async another(): Promise<Bus> {
      const client = await under().connect()
      onTestFinished(() => client.close())
      return client
    },
    /** a topic and a group of the test's own */
    async place(about: string): Promise<Place> {
      const made = fresh(about)
      await bus().ensureTopics([made.topic])
      return { ...made, seen: createCollector() }
    },
    /** a member that collects, until the end of the test */
    async joining(client: Bus, at: Place) {
      const one = await member(client, at.group, at.topic, async (batch) => at.seen.take(batch))
      onTestFinished(() => one.close())
      return one
    },
  }
}
