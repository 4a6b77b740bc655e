import { connectKafkaBus } from '@talad/shared/bus/kafka'
import type { Bus } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { createEmptyDatabase } from '@talad/shared/testing/postgres'

/** What is sent: so many bytes under a key. */
export type Note = { id: number; key: string; payload: Buffer }

/** One way from a sender to a handler. */
export type Carrier = {
  /** resolves when all of them are durable */
  publish(notes: readonly Note[]): Promise<void>
  close(): Promise<void>
}

/** Opens a carrier whose handler tells of each note, and returns when the handler is at work. */
export type OpenCarrier = (handled: (id: number) => void) => Promise<Carrier>

export const TOPIC = 'bench.note.v1'
export const GROUP = 'bench.note'

/** Sends until the handler has answered: a group takes a moment to come together. */
export async function untilAtWork(publish: Carrier['publish'], answered: () => boolean): Promise<void> {
  for (let tries = 0; !answered(); tries++) {
    if (tries === 150) throw new Error('the handler does not begin')
    await publish([{ id: -1, key: 'first', payload: Buffer.alloc(1) }])
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const onError = (error: unknown) => console.error(String(error))

async function overBus(bus: Bus, handled: (id: number) => void): Promise<Carrier> {
  let answered = false
  const publish = (notes: readonly Note[]) =>
    bus.publish(
      notes.map(({ id, key, payload }) => ({
        id: `bench:${id}`,
        topic: TOPIC,
        key,
        type: 'bench.Note',
        payload,
        time: new Date(),
        headers: { ce_specversion: '1.0', ce_source: 'bench', ce_correlationid: `note-${id}` },
      })),
    )
  await bus.ensureTopics([TOPIC])
  await bus.subscribe({
    group: GROUP,
    topics: [TOPIC],
    onError,
    handle: async (batch) => {
      answered = true
      for (const { id } of batch) handled(Number(id.slice('bench:'.length)))
    },
  })
  await untilAtWork(publish, () => answered)
  return { publish, close: () => bus.close() }
}

export function ourPostgres(postgres: string): OpenCarrier {
  return async (handled) => {
    const database = await createEmptyDatabase(postgres)
    const carrier = await overBus(await connectPostgresBus(database.url, { onError }), handled)
    const close = async () => {
      await carrier.close()
      await database.drop()
    }
    return { ...carrier, close }
  }
}

export function ourKafka(brokers: string): OpenCarrier {
  return async (handled) =>
    overBus(await connectKafkaBus({ brokers: [brokers], clientId: 'bench', onError }), handled)
}
