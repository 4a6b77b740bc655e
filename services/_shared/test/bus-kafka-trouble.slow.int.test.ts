import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { skipWithoutKafka } from '@talad/kafka/availability'
import { type Broker, startKafka } from '@talad/kafka/broker'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { KafkaBusOptions } from '../src/bus/kafka.ts'
import { until } from '../src/testing/wait.ts'
import { createCollector, fresh, member, numbered } from './bus-harness.ts'
import { connect } from './bus-kafka.ts'

describe.skipIf(skipWithoutKafka())('Kafka in trouble', () => {
  let dataDir: string
  let broker: Broker
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'talad-kafka-bus-'))
    broker = await startKafka({ dataDir })
  })
  afterAll(async () => {
    await broker?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function opened(more: Partial<KafkaBusOptions> = {}) {
    const bus = await connect(broker.brokers, more)
    onTestFinished(() => bus.close())
    return bus
  }

  test('a broker that crashes and comes back loses nothing and keeps the order of each key', async () => {
    const at = fresh('restart')
    const bus = await opened()
    await bus.ensureTopics([at.topic])
    const seen = createCollector()
    const one = await member(bus, at.group, at.topic, async (batch) => seen.take(batch))
    onTestFinished(() => one.close())
    let sent = 0
    let flowing = true
    const flow = (async () => {
      for (; flowing; sent++) {
        const batch = Array.from({ length: 8 }, (_, key) => numbered(at.topic, `key-${key}`, sent))
        const stored = () =>
          bus.publish(batch).then(
            () => true,
            () => false, // as the relay does: the same messages again
          )
        await until('the broker took it', stored)
      }
    })()
    await until('messages flow', () => seen.ids.size > 80)
    const port = Number(broker.brokers.split(':')[1])
    broker.kill()
    await broker.stop()
    const before = seen.ids.size
    broker = await startKafka({ dataDir, port })
    await until('messages flow again', () => seen.ids.size > before + 80)
    flowing = false
    await flow
    await until('all arrived', () => seen.ids.size === sent * 8)
    expect(seen.outOfOrder()).toEqual([])
  })

  test('a handling longer than the session keeps its partitions and is not repeated', async () => {
    const at = fresh('long')
    const bus = await opened()
    await bus.ensureTopics([at.topic])
    let calls = 0
    const handle = async () => {
      calls += 1
      if (calls === 1) await new Promise((resolve) => setTimeout(resolve, 8_000)) // the session is 6 s
    }
    const one = await member(bus, at.group, at.topic, handle)
    onTestFinished(() => one.close())
    await bus.publish([numbered(at.topic, 'a', 0)])
    await until(
      'it was handled',
      async () => (await bus.lag(at.group)).every(({ lag }) => lag === 0n) && calls > 0,
    )
    await bus.publish([numbered(at.topic, 'a', 1)])
    await until('the next came', () => calls === 2)
    expect(one.errors).toEqual([])
  })

  test('what waits for a group is told also while the group is put together anew', async () => {
    const at = fresh('joining')
    const bus = await opened()
    await bus.ensureTopics([at.topic])
    let free: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      free = resolve
    })
    let calls = 0
    const busy = await member(bus, at.group, at.topic, () => {
      calls += 1
      return calls === 1 ? Promise.resolve() : gate
    })
    const waiting = async () => (await bus.lag(at.group)).reduce((sum, { lag }) => sum + lag, 0n)
    await bus.publish([numbered(at.topic, 'a', 0)])
    await until('one is handled', async () => calls === 1 && (await waiting()) === 0n)
    await bus.publish([numbered(at.topic, 'a', 1)])
    await until('it is busy', () => calls === 2)
    const other = await opened()
    const next = await member(other, at.group, at.topic, async () => undefined) // waits for the one that is busy
    onTestFinished(async () => {
      free()
      await Promise.all([busy.close(), next.close()])
    })
    for (let look = 0; look < 20; look++) expect(await waiting()).toBe(1n)
  })

  test('B12 a handler that never answers is reported, a failing one and an idle one are not', async () => {
    const stuck: string[] = []
    const bus = await opened({ stuckAfterMs: 2_000, onStuck: (group) => stuck.push(group) })
    const frozen = fresh('frozen')
    const failing = fresh('failing')
    const idle = fresh('idle')
    await bus.ensureTopics([frozen.topic, failing.topic, idle.topic])
    let free: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      free = resolve
    })
    const members = await Promise.all([
      member(bus, frozen.group, frozen.topic, () => gate),
      member(bus, failing.group, failing.topic, async () => {
        throw new Error('planted')
      }),
      member(bus, idle.group, idle.topic, async () => undefined),
    ])
    onTestFinished(async () => {
      for (const one of members) await one.close()
    })
    await bus.publish([numbered(frozen.topic, 'a', 0), numbered(failing.topic, 'a', 0)])
    await until('the frozen one was reported twice', () => stuck.length >= 2)
    free()
    expect(new Set(stuck)).toEqual(new Set([frozen.group]))
  })
})
