import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kafka, logLevel } from 'kafkajs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { skipWithoutKafka } from './availability.ts'
import '@talad/shared/bus/kafka-queue'
import { freePort } from '@talad/process/free-port'
import { type Broker, type BrokerOptions, startKafka } from './broker.ts'

const topic = 'kafka-test.message.v1'
/** A group is put together anew as often as a busy machine needs. */
const PATIENT = 20

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'talad-kafka-test-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

async function started(options: BrokerOptions): Promise<Broker> {
  const broker = await startKafka(options)
  onTestFinished(() => broker.stop())
  return broker
}

function client({ brokers }: Broker, retries = 2): Kafka {
  return new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING, retry: { retries } })
}

async function createTopic(broker: Broker): Promise<void> {
  const admin = client(broker).admin()
  await admin.connect()
  await admin.createTopics({ topics: [{ topic, numPartitions: 2 }], waitForLeaders: true })
  await admin.disconnect()
}

async function send(broker: Broker, value: string): Promise<void> {
  const producer = client(broker).producer()
  await producer.connect()
  await producer.send({ topic, messages: [{ key: 'one', value }] })
  await producer.disconnect()
}

/** Everything in the topic, read by a new group from the start, once `count` messages are there. */
async function readAll(broker: Broker, count: number): Promise<string[]> {
  const consumer = client(broker, PATIENT).consumer({ groupId: `kafka-test-${crypto.randomUUID()}` })
  await consumer.connect()
  await consumer.subscribe({ topics: [topic], fromBeginning: true })
  const values: string[] = []
  await new Promise<void>((done, failed) => {
    // a broker that has just come back is still loading its groups: the consumer begins anew by itself
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) failed(payload.error)
    })
    const eachMessage = async ({ message }: { message: { value: Buffer | null } }) => {
      values.push(message.value?.toString() ?? '')
      if (values.length === count) done()
    }
    consumer.run({ eachMessage }).catch(failed)
  })
  await consumer.disconnect()
  return values
}

// a broker's recovery takes its time on a busy machine
describe.skipIf(skipWithoutKafka())('a broker of our own', () => {
  test('a message sent before a stop is still there after a start on the same folder and port', async () => {
    const options = { dataDir: await folder(), port: await freePort() }
    const first = await started(options)
    await createTopic(first)
    await send(first, 'before')
    expect(await readAll(first, 1)).toEqual(['before'])
    await first.stop()

    const second = await started(options)
    expect(second.brokers).toBe(first.brokers)
    await send(second, 'after')
    expect(await readAll(second, 2)).toEqual(['before', 'after'])
  })

  test('a message sent before a crash is still there after a start on the same folder', async () => {
    const dataDir = await folder()
    const first = await started({ dataDir })
    await createTopic(first)
    await send(first, 'before')
    first.kill()
    await first.stop()

    expect(await readAll(await started({ dataDir }), 1)).toEqual(['before'])
  })

  test('a topic that nobody created is refused', async () => {
    const broker = await started({})
    await expect(send(broker, 'lost')).rejects.toThrow('does not host this topic-partition')
  })

  test('stopping removes a data folder of our own making and keeps a given one', async () => {
    const dataDir = await folder()
    const broker = await started({ dataDir })
    await broker.stop()
    expect(existsSync(join(dataDir, 'topics', 'meta.properties'))).toBe(true)
  })

  test('a taken port fails with the reason, and does not take the other broker for its own', async () => {
    const broker = await started({})
    const port = Number(broker.brokers.split(':')[1])
    await expect(startKafka({ port })).rejects.toThrow('EADDRINUSE')
  })
})
