import type { Lag } from './port.ts'

/** The part of a Kafka admin client that is needed here. */
export type OffsetSource = {
  fetchOffsets(asked: {
    groupId: string
    topics: string[]
  }): Promise<{ topic: string; partitions: { partition: number; offset: string }[] }[]>
  fetchTopicOffsets(topic: string): Promise<{ partition: number; low: string; high: string }[]>
}

/** Whether a group has handled all that was published before a time. Topics carry the brokers' time. */
export async function hasPassed(
  admin: OffsetSource & {
    fetchTopicOffsetsByTimestamp(
      topic: string,
      timestamp: number,
    ): Promise<{ partition: number; offset: string }[]>
  },
  group: string,
  topics: readonly string[],
  at: Date,
): Promise<boolean> {
  const committed = await admin.fetchOffsets({ groupId: group, topics: [...topics] })
  const lists = await Promise.all(
    committed.map(async ({ topic, partitions }) => {
      const kept = await admin.fetchTopicOffsets(topic)
      const wanted = await admin.fetchTopicOffsetsByTimestamp(topic, at.getTime())
      return wanted.map(({ partition, offset }) => {
        const saved = BigInt(partitions.find((one) => one.partition === partition)?.offset ?? -1)
        const low = BigInt(kept.find((one) => one.partition === partition)?.low ?? 0)
        return BigInt(offset) <= (saved < low ? low : saved)
      })
    }),
  )
  return lists.flat().every((passed) => passed)
}

/** @throws Error while the group has running members; one that the brokers don't know is gone already */
export async function forgetGroup(
  admin: {
    listGroups(): Promise<{ groups: { groupId: string }[] }>
    deleteGroups(groups: string[]): Promise<unknown>
  },
  group: string,
): Promise<void> {
  const { groups } = await admin.listGroups()
  if (groups.some(({ groupId }) => groupId === group)) await admin.deleteGroups([group])
}

/** What lies between the saved and the last offset of each partition, zeros included. */
export async function lagOfTopics(
  admin: OffsetSource,
  group: string,
  topics: readonly string[],
): Promise<Lag[]> {
  const committed = await admin.fetchOffsets({ groupId: group, topics: [...topics] })
  const lists = await Promise.all(
    committed.map(async ({ topic, partitions }) => {
      const ends = await admin.fetchTopicOffsets(topic)
      return ends.map(({ partition, low, high }) => {
        const saved = BigInt(partitions.find((one) => one.partition === partition)?.offset ?? -1)
        const from = saved < BigInt(low) ? BigInt(low) : saved // never committed, or behind what is kept
        return { topic, partition, lag: BigInt(high) - from }
      })
    }),
  )
  return lists
    .flat()
    .sort((a, b) => (a.topic === b.topic ? a.partition - b.partition : a.topic < b.topic ? -1 : 1))
}
