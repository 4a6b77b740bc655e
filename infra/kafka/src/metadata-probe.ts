/**
 * The smallest question that only a working broker answers well: "which brokers are there?".
 * A broker listens a moment before it may be used, and is not in that list until then.
 * The wire format is Kafka's Metadata request, version 4.
 */

const METADATA = 3
const VERSION = 4
const CLIENT = 'talad'
const SIZE_BYTES = 4
// Correlation id and throttle time stand before the list of brokers.
const BROKER_COUNT_AT = SIZE_BYTES + 4 + 4

/** The request's bytes: no topics asked for, none to be created. */
export function metadataRequest(): Buffer {
  const body = Buffer.alloc(2 + 2 + 4 + 2 + CLIENT.length + 4 + 1)
  let at = body.writeInt16BE(METADATA, 0)
  at = body.writeInt16BE(VERSION, at)
  at = body.writeInt32BE(1, at)
  at = body.writeInt16BE(CLIENT.length, at)
  at += body.write(CLIENT, at, 'ascii')
  at = body.writeInt32BE(0, at)
  body.writeInt8(0, at)
  const size = Buffer.alloc(SIZE_BYTES)
  size.writeInt32BE(body.length)
  return Buffer.concat([size, body])
}

/** Whether all bytes of the answer are there. */
export function isWholeAnswer(answer: Buffer): boolean {
  return answer.length >= SIZE_BYTES && answer.length >= SIZE_BYTES + answer.readInt32BE(0)
}

/** Whether the answer lists at least one broker. */
export function hasBroker(answer: Buffer): boolean {
  return answer.length >= BROKER_COUNT_AT + 4 && answer.readInt32BE(BROKER_COUNT_AT) > 0
}
