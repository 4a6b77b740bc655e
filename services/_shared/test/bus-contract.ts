import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Bus } from '../src/bus/port.ts'
import { until } from '../src/testing/wait.ts'
import { groupContract } from './bus-contract-groups.ts'
import { type BusUnderTest, createContext, member, numbered, spawnMember, stream } from './bus-harness.ts'

/** What every bus must do (B13). Both adapters run exactly this. */
export function busContract(name: string, start: () => Promise<BusUnderTest>, skip = false): void {
  describe.skipIf(skip)(`B13 the ${name} bus`, () => {
    let under: BusUnderTest
    let bus: Bus

    beforeAll(async () => {
      under = await start()
      bus = await under.connect()
    })
    afterAll(async () => {
      await bus?.close()
      await under?.close()
    })

    const context = createContext(
      () => bus,
      () => under,
    )
    const { another, place, joining } = context
    groupContract(context)

    test('hands over a message as it was published', async () => {
      const at = await place('whole')
      await joining(bus, at)
      const sent = {
        ...numbered(at.topic, 'กุญแจ', 0),
        payload: Uint8Array.from([0, 1, 254, 255]),
        headers: { traceparent: '00-ab-cd-01', ce_actor: 'ผู้ซื้อ', ce_correlationid: 'c1' },
        time: new Date('2024-02-29T12:00:00.123Z'),
      }
      await bus.publish([sent])
      const got = await until('it arrived', () => at.seen.all[0])
      expect(got).toMatchObject({
        id: sent.id,
        topic: at.topic,
        key: sent.key,
        type: sent.type,
        time: sent.time,
      })
      expect([...got.payload]).toEqual([0, 1, 254, 255])
      expect(got.headers).toMatchObject(sent.headers)
    })

    test('keeps the order of each key while many publish at once', async () => {
      const at = await place('order')
      await joining(await another(), at)
      const clients = await Promise.all([another(), another(), another()])
      const publishers = Array.from({ length: 12 }, async (_, p) => {
        const client = clients[p % 3] ?? bus
        for (let n = 0; n < 30; n += 3) {
          await client.publish([0, 1, 2].map((step) => numbered(at.topic, `publisher-${p}`, n + step)))
        }
      })
      await Promise.all(publishers)
      await until('all arrived', () => at.seen.ids.size === 360)
      expect(at.seen.outOfOrder()).toEqual([])
    })

    test('brings a batch again, in order, until the handler takes it', async () => {
      const at = await place('retry')
      let failures = 0
      const one = await member(bus, at.group, at.topic, async (batch) => {
        if (failures < 3) {
          failures += 1
          throw new Error('planted')
        }
        at.seen.take(batch)
      })
      onTestFinished(() => one.close())
      await bus.publish(stream(at.topic, 1, 10))
      await until('all arrived', () => at.seen.ids.size === 10)
      expect(at.seen.outOfOrder()).toEqual([])
      expect(one.errors).toHaveLength(3)
      expect(at.seen.all).toHaveLength(10)
    })

    test('goes on with other partitions while one fails', async () => {
      const at = await place('isolated')
      const one = await member(bus, at.group, at.topic, async (batch) => {
        if (batch.some((message) => message.key === 'key-0')) throw new Error('planted')
        at.seen.take(batch)
      })
      onTestFinished(() => one.close())
      await bus.publish(stream(at.topic, 16, 16))
      await until('the lanes without the bad key arrived', () => at.seen.ids.size >= 8)
      expect(at.seen.all.some((message) => message.key === 'key-0')).toBe(false)
    })

    test('never hands over more at once than asked for', async () => {
      const at = await place('bounded')
      await bus.publish(stream(at.topic, 1, 100))
      const sizes: number[] = []
      const one = await member(
        bus,
        at.group,
        at.topic,
        async (batch) => {
          sizes.push(batch.length)
          at.seen.take(batch)
        },
        { maxBatch: 7 },
      )
      onTestFinished(() => one.close())
      await until('all arrived', () => at.seen.ids.size === 100)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(7)
      expect(at.seen.outOfOrder()).toEqual([])
    })

    test('carries a payload of two megabytes', async () => {
      const at = await place('large')
      const payload = Buffer.alloc(2 * 1024 * 1024, 7)
      await bus.publish([{ ...numbered(at.topic, 'a', 0), payload }, numbered(at.topic, 'a', 1)])
      await joining(bus, at)
      await until('both arrived', () => at.seen.all.length === 2)
      expect(Buffer.compare(Buffer.from(at.seen.all[0]?.payload ?? []), payload)).toBe(0)
    })

    test('spends less than half the time on a message when a thousand are published at once', async () => {
      const at = await place('batch')
      await bus.publish([numbered(at.topic, 'warm', 0)])
      const timed = async (work: () => Promise<void>) => {
        const from = performance.now()
        await work()
        return performance.now() - from
      }
      const single = await timed(async () => {
        for (let n = 0; n < 100; n++) await bus.publish([numbered(at.topic, 'single', n)])
      })
      const together = await timed(() => bus.publish(stream(at.topic, 10, 1_000)))
      expect(together / 1_000).toBeLessThan(single / 100 / 2)
      await joining(bus, at)
      await until('all arrived', () => at.seen.ids.size === 1_101)
      expect(at.seen.outOfOrder()).toEqual([])
    })

    test('takes what a relay sends at most at once: sixteen thousand messages', async () => {
      const at = await place('many')
      const payload = Buffer.alloc(400, 7)
      const count = 16_000
      await bus.publish(
        Array.from({ length: count }, (_, n) => ({ ...numbered(at.topic, `key-${n % 500}`, n), payload })),
      )
      const ids = new Set<string>()
      const one = await member(bus, at.group, at.topic, async (batch) => {
        for (const { id } of batch) ids.add(id)
      })
      onTestFinished(() => one.close())
      await until('all arrived', () => ids.size === count)
    })

    test('has stored a message when publish resolves, even if the publisher dies at once', async () => {
      const at = await place('durable')
      const publisher = spawnMember({ ...under.address, topic: at.topic, publish: 1_000_000 })
      onTestFinished(() => publisher.kill())
      await until('it has published some', () => publisher.said.length >= 30)
      await publisher.kill()
      await joining(bus, at)
      await until('all that was acknowledged arrived', () =>
        publisher.said.every(({ published }) => at.seen.ids.has(String(published))),
      )
    })
  })
}
