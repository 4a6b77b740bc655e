import type { InMessage, Outgoing } from '@talad/shared/bus/port'
import type { Row } from '@talad/shared/event-log'
import type { Stream } from '@talad/shared/stream'
import { z } from 'zod'

/** An event that only carries a text, from which it is known again. */
type Noted = { type: 'Noted'; data: { text: string } }

/** Streams that note whatever they are told. */
export const notes: Stream<number, readonly string[], Noted> = {
  name: 'note',
  event: z.object({ type: z.literal('Noted'), data: z.object({ text: z.string() }) }),
  initial: 0,
  evolve: (count) => count + 1,
  decide: (texts) => texts.map((text) => ({ type: 'Noted', data: { text } })),
}

export const NOTED_TOPIC = 'log.noted.v1'

const arrival = z.object({ stream: z.string(), version: z.int(), text: z.string() })
/** What a message says of the event that it was made of. */
export type Arrival = z.infer<typeof arrival>

export function publishNoted({ stream, version, data, type }: Row): Outgoing[] {
  const { text } = z.object({ text: z.string() }).parse(data)
  const payload = Buffer.from(JSON.stringify({ stream, version, text } satisfies Arrival))
  return [{ topic: NOTED_TOPIC, key: stream, type, payload }]
}

export function arrivalOf(message: InMessage): Arrival {
  return arrival.parse(JSON.parse(Buffer.from(message.payload).toString('utf8')))
}
