import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf'
import { create, toBinary } from '@bufbuild/protobuf'
import type { Context } from '../context.ts'

/** A message on its way: protobuf bytes with CloudEvents 1.0 attributes (`ce_…`) and `traceparent` as headers. */
export type OutMessage = {
  /** unique per source; consumers drop what they have seen */
  id: string
  topic: string
  /** messages of one key arrive in the order in which they were published */
  key: string
  /** full protobuf name of the payload */
  type: string
  payload: Uint8Array
  headers: Record<string, string>
  time: Date
}

export type InMessage = OutMessage & {
  partition: number
  /** adapter's own position within the partition, only for display and seek */
  offset: string
}

export type SubscribeOptions = {
  /** members of one group share the partitions; each message goes to one of them */
  group: string
  topics: readonly string[]
  /** at most this many messages a call */
  maxBatch?: number
  /**
   * Handles what is waiting in one partition, in order. When it resolves the batch counts as handled and the offset
   * is saved; when it throws the batch comes again.
   * @param batch
   * @param moved to be called when a part of a batch is done, where the whole may take long: whoever neither calls it nor
   * answers for 20 s counts as frozen (B12)
   */
  handle: (batch: readonly InMessage[], moved: () => void) => Promise<void>
  onError: (error: unknown) => void
}

export type Subscription = {
  /** Resolves when the batch in hand has ended and the group is left. */
  close(): Promise<void>
}

export type Lag = { topic: string; partition: number; lag: bigint }

/** At least once, ordered per key, kept for replay. The two adapters pass one contract suite. */
export type Bus = {
  /** Resolves when every message is durable. Within one call and one key, order is kept. */
  publish(messages: readonly OutMessage[]): Promise<void>
  subscribe(options: SubscribeOptions): Promise<Subscription>
  /**
   * Moves a group that has no running member: to the start, or to the first message at or after a time. `atMost`: back to
   * that time where it stands further, and not at all where it stands before it or never read the topic.
   */
  seek(group: string, topic: string, to: 'start' | 'end' | Date | { atMost: Date }): Promise<void>
  lag(group: string): Promise<Lag[]>
  /** Removes a group that never comes back, so that nothing is kept for it. @throws Error while it has running members */
  forget(group: string): Promise<void>
  /** Whether a group that the bus knows has handled, or parked, all that was published before a time. */
  hasHandledUntil(group: string, at: Date): Promise<boolean>
  /**
   * Removes messages that were published 30 days ago or longer and that every group of their topic has handled. On Kafka
   * the brokers do what its topics' retention says.
   * @returns how many; call it again until that is 0
   */
  prune(about: { now: Date; limit?: number }): Promise<number>
  /** Creates topics that are missing. */
  ensureTopics(topics: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A message before the relay gives it an id: where it goes and what it says. */
export type Outgoing = {
  topic: string
  key: string
  type: string
  payload: Uint8Array
  /** who asked for it, where the stored event speaks for several; by default who asked for the event */
  context?: Context
}

/** Encodes one published event or command. */
export function outgoing<D extends DescMessage>(
  topic: string,
  key: string,
  schema: D,
  message: MessageInitShape<D>,
): Outgoing {
  return { topic, key, type: schema.typeName, payload: toBinary(schema, create(schema, message)) }
}
