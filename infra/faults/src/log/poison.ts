import { randomFrom, times } from '@talad/demo/random'
import type { InMessage, OutMessage } from '@talad/shared/bus/port'
import { type Consumer, type ConsumerDeps, retryParked, runConsumers } from '@talad/shared/consumer'
import type { Tx } from '@talad/shared/db'
import { listDeadLetters } from '@talad/shared/dead-letters'
import { until } from '@talad/shared/testing/wait'
import type { Harness } from '../harness.ts'
import { noteDone, openDone } from './done.ts'

const TYPE = 'log.Work'
const PATIENCE_MS = 120_000

/** One service with one consumer, of which some messages are poison until it is fixed. */
export type Station = {
  /** a message of a key: its number within the key; may be poison */
  next(poisoned: boolean): OutMessage
  publish(messages: readonly OutMessage[]): Promise<void>
  /** milliseconds from publishing to the effect, of keys that have no poisoned message */
  latencies(): number[]
  /** measures from here on */
  forgetLatencies(): void
  poisoned(): number
  /** Waits until everything was handled or lies with the dead letters. */
  settled(): Promise<void>
  /** From now on the handler takes what it failed on. */
  fix(): void
  retry(): Promise<{ resolved: number; waiting: number }>
  waiting(): Promise<number>
  /** @throws Disproved when a message is missing, was handled twice, or left the order of its key */
  compare(): Promise<void>
}

type Sent = { key: string; what: string; at: number }

/** A consumer on a database of its own that writes one row a message. */
export async function openStation(
  harness: Harness,
  { name, keys, seed }: { name: string; keys: number; seed: number },
): Promise<Station> {
  const done = await openDone(harness)
  const { db, deps } = done
  const [topic, group] = [`log.${name}.v1`, `log.${name}`]
  const random = randomFrom(`${seed}/${name}`)
  const sent = new Map<string, Sent>()
  const poison = new Set<string>()
  const took = new Map<string, number>()
  const numbers = new Map<string, number>()
  let broken = true
  let last = Promise.resolve()

  async function handle(message: InMessage, tx: Tx) {
    if (broken && poison.has(message.id)) throw new Error('poison')
    await noteDone(tx, { key: message.key, what: Buffer.from(message.payload).toString() })
    const { at = 0 } = sent.get(message.id) ?? {}
    if (!took.has(message.id)) took.set(message.id, performance.now() - at)
  }
  const consumers: Consumer<ConsumerDeps>[] = [
    {
      topic,
      group,
      type: TYPE,
      atOnce: 16,
      async run(messages, { tx, within }) {
        for (const one of messages) await within([one], () => handle(one, tx))
      },
    },
  ]
  const running = await runConsumers(deps, consumers)
  harness.closing.add(`the consumers of ${name}`, () => running.close())
  const poisonedKeys = () => new Set([...poison].map((id) => sent.get(id)?.key))
  const waiting = async () => (await listDeadLetters(db, group)).length

  return {
    next(poisoned) {
      const key = `key-${Math.floor(random() * keys)}`
      const n = numbers.get(key) ?? 0
      numbers.set(key, n + 1)
      const id = `${name}:${key}:${n}`
      if (poisoned) poison.add(id)
      const what = String(n)
      sent.set(id, { key, what, at: performance.now() })
      const payload = Buffer.from(what)
      return { id, topic, key, type: TYPE, payload, headers: {}, time: new Date() }
    },
    publish(messages) {
      last = last.then(() => harness.bus.publish(messages)) // one after the other, as a relay does
      return last
    },
    latencies() {
      const bad = poisonedKeys()
      return [...took].filter(([id]) => !bad.has(sent.get(id)?.key ?? '')).map(([, ms]) => ms)
    },
    forgetLatencies: () => took.clear(),
    poisoned: () => poison.size,
    settled: async () => {
      const isSettled = async () => (await done.count()) + (await waiting()) >= sent.size
      await until(`${name} is settled`, isSettled, PATIENCE_MS)
    },
    fix() {
      broken = false
    },
    retry: () => retryParked(deps, consumers, group),
    waiting,
    compare: () => done.compare([...sent.values()]),
  }
}

/** The value below which a share of the numbers lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Numbers of which every hundredth, at random, is true. */
export function everyHundredth(seed: number, count: number): boolean[] {
  const random = randomFrom(`${seed}/poison`)
  return times(count, () => random() < 0.01)
}
