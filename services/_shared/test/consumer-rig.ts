import { create, toBinary } from '@bufbuild/protobuf'
import { StringValueSchema } from '@bufbuild/protobuf/wkt'
import { onTestFinished } from 'vitest'
import type { Bus, InMessage, SubscribeOptions } from '../src/bus/port.ts'
import { type About, consumer, type Received, retryParked, runConsumers } from '../src/consumer.ts'
import { listDeadLetters } from '../src/dead-letters.ts'
import { until } from '../src/testing/wait.ts'
import { openKit } from './kit.ts'

const topic = 'test.order.v1'
const group = 'test.order'

export function message(id: string, key: string, value = id): InMessage {
  return {
    id,
    topic,
    key,
    type: StringValueSchema.typeName,
    payload: toBinary(StringValueSchema, create(StringValueSchema, { value })),
    headers: { ce_correlationid: `cause of ${id}`, ce_actor: 'sender' },
    time: new Date(),
    partition: 0,
    offset: id,
  }
}

export type Work = (value: string, received: Received) => Promise<void>

/** A message with this text concerns no handler. */
export const NOTHING = 'nothing'

/** As `Work` for each of these. */
export type WorkAll = (values: string[], received: Pick<Received, 'tx' | 'now'>) => Promise<void>

/** Consumers whose batches the test hands over itself: the bus has its own contract. */
export async function openConsumer(
  work: Work | undefined,
  maxTries = 3,
  workAll?: WorkAll,
  about: Pick<About<unknown>, 'lingerMs' | 'takesKeysWhole'> = {},
) {
  const kit = await openKit()
  const subscriptions: SubscribeOptions[] = []
  let moves = 0
  const moved = () => {
    moves += 1
  }
  const unused = () => Promise.reject(new Error('not used by consumers'))
  const bus: Bus = {
    publish: unused,
    seek: unused,
    lag: unused,
    hasHandledUntil: unused,
    prune: unused,
    forget: unused,
    close: unused,
    ensureTopics: async () => undefined,
    async subscribe(options) {
      subscriptions.push(options)
      return { close: async () => undefined }
    },
  }
  const logged: object[] = []
  const log = { warn: (what: object) => logged.push(what), error: (what: object) => logged.push(what) }
  const deps = { ...kit, bus, log, maxTries }
  const consumers = [
    consumer({
      topic,
      group,
      event: StringValueSchema,
      ...about,
      filter: ({ value }) => value !== NOTHING,
      each: work && ((event, received) => work(event.value, received)),
      run:
        workAll &&
        ((events, received) =>
          workAll(
            events.map(({ value }) => value),
            received,
          )),
    }),
  ]
  const running = await runConsumers(deps, consumers)
  onTestFinished(() => running.close())
  return {
    kit,
    logged,
    deliver: async (...batch: InMessage[]) => subscriptions[0]?.handle(batch, moved),
    moves: () => moves,
    retry: () => retryParked(deps, consumers, group),
    parked: () => listDeadLetters(kit.owner, group), // whose connections no test cuts
    inbox: async () =>
      (await kit.owner.query('select message_id, note from kit.inbox order by message_id')).rows,
  }
}

/** Delivers until it goes through: the pool may still hold connections that were cut. */
export const untilTaken = (deliver: () => Promise<unknown>) =>
  until('the batch was taken', () =>
    deliver().then(
      () => true,
      () => false,
    ),
  )
