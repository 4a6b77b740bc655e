import { type Admin, AssignerProtocol, type Consumer, Kafka, logLevel, Partitioners } from 'kafkajs'
import { eachBatch, HEARTBEAT_MS } from './kafka-batch.ts'
import { byTopic, inRequests, toRecord } from './kafka-format.ts'
import { forgetGroup, hasPassed, lagOfTopics } from './kafka-lag.ts'
import { createSender } from './kafka-sender.ts'
import './kafka-queue.ts'
import { openSocket } from './kafka-socket.ts'
import { newTopic, PARTITIONS, untilLed } from './kafka-topics.ts'
import type { Bus, Lag, SubscribeOptions, Subscription } from './port.ts'
import { createProgress } from './progress.ts'
import { STUCK_AFTER_MS, startWatchdog, type Watched } from './watchdog.ts'

/** Far below what the topics accept. */
const MAX_REQUEST_BYTES = 512 * 1024
/** The longest handling that a joining member waits for; a member that needs longer loses its partitions. */
const REBALANCE_TIMEOUT_MS = 30_000
const RESTART_PAUSE_MS = 500
/** Each may wait for ten seconds on a connection that is dead; then a new producer or consumer finds another. */
const RETRIES = 2

export type KafkaBusOptions = {
  /** host:port */
  brokers: string[]
  /** names this process to the broker */
  clientId: string
  onError: (error: unknown) => void
  /** told when messages wait and a handler does not answer; nothing happens when absent */
  onStuck?: ((group: string, silentMs: number) => void) | undefined
  /** how long a handler may be silent; checks come every sixth of it */
  stuckAfterMs?: number
  /** after this without a heartbeat a member counts as dead */
  sessionTimeoutMs?: number
}

type Member = Watched & { closed: Promise<void>; close(): Promise<void> }

/** Runs one member for as long as it is wanted: a consumer that gives up is replaced by a new one. */
function startMember(
  kafka: Kafka,
  options: SubscribeOptions,
  sessionTimeout: number,
  lagOf: (group: string, topics: readonly string[]) => Promise<Lag[]>,
): Member {
  const { group, topics, onError } = options
  const progress = createProgress()
  const failed = new Map<string, number>()
  let assigned: Record<string, number[]> | undefined
  let stopped = false
  let stop: () => void = () => undefined
  const stopping = new Promise<void>((resolve) => {
    stop = () => {
      stopped = true
      resolve()
    }
  })

  async function live(consumer: Consumer): Promise<void> {
    const crashed = new Promise<never>((_resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error))
    })
    crashed.catch(() => undefined) // it may also crash while it starts
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      assigned = payload.memberAssignment
    })
    await consumer.connect()
    await consumer.subscribe({ topics: [...topics], fromBeginning: true })
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: PARTITIONS,
      eachBatch: (fetched) => eachBatch(fetched, options, progress, failed),
    })
    await Promise.race([crashed, stopping])
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const consumer = kafka.consumer({
        groupId: group,
        sessionTimeout,
        heartbeatInterval: HEARTBEAT_MS,
        rebalanceTimeout: REBALANCE_TIMEOUT_MS,
        minBytes: 1, // an answer as soon as there is something
        maxWaitTimeInMs: 250, // and otherwise often enough to notice a rebalance, a resumed partition or a close
        allowAutoTopicCreation: false,
        // the library's own restart can outlive a close; replacing the consumer can't
        retry: {
          initialRetryTime: 100,
          maxRetryTime: 1_000,
          retries: RETRIES,
          restartOnFailure: async () => false,
        },
      })
      try {
        await live(consumer)
      } catch (error) {
        if (!stopped) onError(error)
      }
      assigned = undefined
      await consumer.disconnect().catch(onError)
      if (!stopped) await Promise.race([stopping, new Promise((go) => setTimeout(go, RESTART_PAUSE_MS))])
    }
  }
  const closed = run()

  return {
    group,
    closed,
    answered: progress.answered,
    oldest: progress.oldest,
    async waiting() {
      const mine = (await lagOf(group, topics)).filter(
        (one) => assigned === undefined || assigned[one.topic]?.includes(one.partition) === true,
      )
      return mine.some(({ lag }) => lag > 0n)
    },
    close() {
      stop()
      return closed
    },
  }
}

/** The topics of a group: those it has committed to, and those that its running members ask for. */
async function topicsOf(admin: Admin, group: string): Promise<string[]> {
  const committed = await admin.fetchOffsets({ groupId: group })
  const { groups } = await admin.describeGroups([group])
  const wanted = groups.flatMap(({ members }) =>
    // a group that is being put together anew tells nothing of its members yet
    members
      .filter(({ memberMetadata }) => memberMetadata.length > 0)
      .flatMap(({ memberMetadata }) => AssignerProtocol.MemberMetadata.decode(memberMetadata)?.topics ?? []),
  )
  return [...new Set([...committed.map((one) => one.topic), ...wanted])]
}

/** Moves a group back to a time, in those partitions in which it stands further. */
async function takeBack(admin: Admin, groupId: string, topic: string, to: Date): Promise<void> {
  const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] })
  const then = new Map(
    (await admin.fetchTopicOffsetsByTimestamp(topic, to.getTime())).map((one) => [one.partition, one.offset]),
  )
  const partitions = (committed?.partitions ?? []).flatMap(({ partition, offset }) => {
    const back = then.get(partition)
    return back !== undefined && BigInt(back) < BigInt(offset) ? { partition, offset: back } : []
  })
  if (partitions.length > 0) await admin.setOffsets({ groupId, topic, partitions })
}

/**
 * The bus on a Kafka cluster. At least once by commit after handling; no transactions and no idempotent producer, as
 * consumers recognise what they have seen.
 * @throws Error when no broker answers
 */
export async function connectKafkaBus(options: KafkaBusOptions): Promise<Bus> {
  const kafka = new Kafka({
    clientId: options.clientId,
    brokers: options.brokers,
    logLevel: logLevel.NOTHING, // what matters arrives as an error of a call or of a member
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    socketFactory: openSocket,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: RETRIES },
  })
  const newProducer = () =>
    kafka.producer({
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner, // murmur2 of the key, as in every other Kafka client
    })
  const sender = await createSender(newProducer, options.onError)
  const members = new Set<Member>()

  async function withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = kafka.admin()
    await admin.connect()
    try {
      return await work(admin)
    } finally {
      await admin.disconnect()
    }
  }
  const lagOf = (group: string, topics: readonly string[]) =>
    withAdmin((admin) => lagOfTopics(admin, group, topics))
  const watchdog = startWatchdog({
    members: () => members,
    limitMs: options.stuckAfterMs ?? STUCK_AFTER_MS,
    onStuck: (group, silentMs) => options.onStuck?.(group, silentMs),
  })

  return {
    async publish(messages) {
      for (const request of inRequests(messages, MAX_REQUEST_BYTES)) {
        await sender.send({
          acks: -1,
          timeout: 10_000,
          topicMessages: [...byTopic(request)].map(([topic, list]) => ({
            topic,
            messages: list.map(toRecord),
          })),
        })
      }
    },
    async subscribe(subscription): Promise<Subscription> {
      const member = startMember(kafka, subscription, options.sessionTimeoutMs ?? 10_000, lagOf)
      members.add(member)
      return {
        async close() {
          await member.close()
          members.delete(member)
        },
      }
    },
    seek: (group, topic, to) =>
      withAdmin(async (admin) => {
        if (typeof to === 'object' && 'atMost' in to) return takeBack(admin, group, topic, to.atMost)
        const ends = await admin.fetchTopicOffsets(topic)
        const partitions =
          to instanceof Date
            ? await admin.fetchTopicOffsetsByTimestamp(topic, to.getTime())
            : ends.map(({ partition, low, high }) => ({ partition, offset: to === 'start' ? low : high }))
        await admin.setOffsets({ groupId: group, topic, partitions })
      }),
    lag: (group) =>
      withAdmin(async (admin) => {
        const topics = await topicsOf(admin, group)
        return topics.length === 0 ? [] : lagOfTopics(admin, group, topics)
      }),
    forget: (group) => withAdmin((admin) => forgetGroup(admin, group)),
    hasHandledUntil: (group, at) =>
      withAdmin(async (admin) => {
        const topics = await topicsOf(admin, group)
        return topics.length > 0 && hasPassed(admin, group, topics, at)
      }),
    prune: async () => 0,
    ensureTopics: (topics) =>
      withAdmin(async (admin) => {
        const known = new Set(await admin.listTopics())
        const missing = topics.filter((topic) => !known.has(topic))
        if (missing.length === 0) return
        const { brokers } = await admin.describeCluster()
        await admin.createTopics({
          waitForLeaders: false, // kafkajs' own wait fails when two processes create topics at once
          topics: missing.map((topic) => newTopic(topic, brokers.length)),
        })
        for (const topic of missing) await untilLed(admin, topic)
      }),
    async close() {
      await watchdog.close()
      await Promise.all([...members].map((member) => member.close()))
      await sender.close()
    },
  }
}
