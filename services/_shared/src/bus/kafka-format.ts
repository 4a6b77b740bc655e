import type { InMessage, OutMessage } from './port.ts'

/** A record as it comes from a broker. */
export type RawRecord = {
  key: Buffer | null
  value: Buffer | null
  headers?: Readonly<Record<string, Buffer | string | (Buffer | string)[] | undefined>>
  offset: string
  timestamp: string
}

/** A record as it goes to a broker. The CloudEvents attributes are headers, so that any Kafka tool can read them. */
export function toRecord(message: OutMessage): {
  key: string
  value: Buffer
  headers: Record<string, string>
} {
  return {
    key: message.key,
    value: Buffer.from(message.payload),
    headers: {
      ce_specversion: '1.0',
      ...message.headers,
      ce_id: message.id,
      ce_type: message.type,
      ce_time: message.time.toISOString(),
    },
  }
}

/** A record without our headers is still delivered, under an id of its place and no type: consumers pass it over. */
export function fromRecord(topic: string, partition: number, record: RawRecord): InMessage {
  const headers = Object.fromEntries(
    Object.entries(record.headers ?? {}).map(([name, value]) => [name, String(value ?? '')]),
  )
  const time = new Date(headers.ce_time ?? '')
  return {
    id: headers.ce_id ?? `${topic}/${partition}/${record.offset}`,
    topic,
    key: record.key?.toString() ?? '',
    type: headers.ce_type ?? '',
    payload: record.value ?? new Uint8Array(),
    headers,
    time: Number.isNaN(time.getTime()) ? new Date(Number(record.timestamp)) : time,
    partition,
    offset: record.offset,
  }
}

/** Groups by topic, in order. */
export function byTopic(messages: readonly OutMessage[]): Map<string, OutMessage[]> {
  const topics = new Map<string, OutMessage[]>()
  for (const message of messages) {
    const list = topics.get(message.topic)
    if (list) list.push(message)
    else topics.set(message.topic, [message])
  }
  return topics
}

/** About what a record weighs in a request, framing included. */
function weightOf(message: OutMessage): number {
  const headers = Object.entries(message.headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    0,
  )
  return message.payload.length + message.key.length + 3 * headers + 256 // a character takes up to three bytes
}

/**
 * Cuts a list into requests that a broker takes: all records of one request and partition travel as one batch, and
 * brokers refuse a batch above a size. A single message above `maxBytes` goes alone.
 */
export function inRequests(messages: readonly OutMessage[], maxBytes: number): OutMessage[][] {
  const requests: OutMessage[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const message of messages) {
    const size = weightOf(message)
    if (bytes + size > maxBytes) {
      requests.push([])
      bytes = 0
    }
    requests.at(-1)?.push(message)
    bytes += size
  }
  return requests
}
