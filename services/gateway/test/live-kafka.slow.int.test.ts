import { skipWithoutAnyKafka, startTestKafka, type TestPart } from '@talad/kafka/test-parts'
import { connectKafkaBus } from '@talad/shared/bus/kafka'
import type { Bus } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Bench, bearer, openBench } from './harness.ts'
import { eventsOf, listen, times } from './live-reader.ts'
import { balance, orders, publish } from './messages.ts'

describe.skipIf(skipWithoutAnyKafka())('live updates on Kafka', () => {
  let broker: TestPart
  let bench: Bench
  let bus: Bus
  beforeAll(async () => {
    broker = await startTestKafka()
    bench = await openBench(inject('postgres'))
    bus = await connectKafkaBus({ brokers: [broker.address], clientId: 'test', onError: () => undefined })
  })
  afterAll(async () => {
    await bench?.close()
    await bus?.close()
    await broker?.stop()
  })

  const groups = async () => {
    const lags = await Promise.all([0, 1, 2, 3].map((slot) => bus.lag(`gateway.live-${slot}`)))
    return lags.filter((lag) => lag.length > 0).length
  }

  test('every gateway hears everything from its start on, and the next one takes the group of one that left', async () => {
    const start = () => bench.start({ KAFKA_BROKERS: broker.address })
    const headers = await bearer(bench.keys)
    const gateways = await Promise.all([start(), start()])
    const readers = await Promise.all(gateways.map(({ url }) => listen(url, headers)))
    await publish(bus, ...orders(20))
    await until('both heard all', () => readers.every((reader) => times(reader, 'order') === 20))

    await Promise.all(gateways.map((gateway) => gateway.close()))
    await publish(bus, ...orders(20))
    const next = await start()
    const reader = await listen(next.url, headers)
    await publish(bus, balance('join-somchai'))
    await until('the new one heard', () => times(reader, 'balance') === 1)
    expect(eventsOf(reader)).toEqual(['open', 'balance'])
    expect(await groups()).toBe(2)
    for (const one of [...readers, reader]) one.leave()
  })
})
