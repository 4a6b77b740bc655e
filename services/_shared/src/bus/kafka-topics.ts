import type { OffsetSource } from './kafka-lag.ts'

export const PARTITIONS = 8
const MAX_REPLICAS = 3
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024
const LEADER_TRIES = 100

/** How a topic is made on a cluster of so many brokers. */
export function newTopic(topic: string, brokers: number) {
  const replicationFactor = Math.min(MAX_REPLICAS, brokers)
  const settings = {
    'min.insync.replicas': replicationFactor === MAX_REPLICAS ? 2 : 1,
    'message.timestamp.type': 'LogAppendTime', // `seek` to a time means the time of publishing
    'retention.ms': -1, // kept for replay
    'max.message.bytes': MAX_MESSAGE_BYTES,
  }
  return {
    topic,
    numPartitions: PARTITIONS,
    replicationFactor,
    configEntries: Object.entries(settings).map(([name, value]) => ({ name, value: String(value) })),
  }
}

/**
 * Waits until the leaders of a new topic serve it. A leader that is named may not be ready yet; a request that it takes
 * in part would be sent again as a whole, and what it took would lie there twice.
 */
export async function untilLed(admin: OffsetSource, topic: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await admin.fetchTopicOffsets(topic) // asks each partition's leader
      return
    } catch (error) {
      if (tries === LEADER_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
