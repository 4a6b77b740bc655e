import { Kafka, logLevel } from 'kafkajs'
import { GROUP, type Note, type OpenCarrier, untilAtWork } from './carriers.ts'

const TOPIC = 'bench.bare.v1'
const PARTITIONS = 8

/** The client library alone: as many partitions, the same acknowledgements, and offsets committed after handling. */
export function bareKafka(brokers: string): OpenCarrier {
  return async (handled) => {
    const kafka = new Kafka({ clientId: 'bench-bare', brokers: [brokers], logLevel: logLevel.NOTHING })
    const admin = kafka.admin()
    await admin.connect()
    await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: PARTITIONS, replicationFactor: 1 }] })
    await admin.disconnect()
    const producer = kafka.producer({ allowAutoTopicCreation: false })
    await producer.connect()
    const consumer = kafka.consumer({ groupId: `${GROUP}.bare`, minBytes: 1, maxWaitTimeInMs: 250 })
    await consumer.connect()
    await consumer.subscribe({ topics: [TOPIC], fromBeginning: true })
    let answered = false
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: PARTITIONS,
      eachBatch: async ({ batch, resolveOffset, commitOffsetsIfNecessary }) => {
        answered = true
        for (const { headers } of batch.messages) handled(Number(headers?.id))
        const { topic, partition } = batch
        const offset = (BigInt(batch.lastOffset()) + 1n).toString()
        await commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset }] }] })
        resolveOffset(batch.lastOffset())
      },
    })
    const publish = async (notes: readonly Note[]) => {
      const messages = notes.map(({ id, key, payload }) => ({
        key,
        value: payload,
        headers: { id: String(id) },
      }))
      await producer.send({ topic: TOPIC, acks: -1, messages })
    }
    await untilAtWork(publish, () => answered)
    return {
      publish,
      async close() {
        await consumer.disconnect()
        await producer.disconnect()
      },
    }
  }
}
