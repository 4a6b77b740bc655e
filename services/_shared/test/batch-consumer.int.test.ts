import { expect, onTestFinished, test } from 'vitest'
import type { Bus, InMessage, SubscribeOptions } from '../src/bus/port.ts'
import { type Consumer, retryParked, runConsumers } from '../src/consumer.ts'
import { listDeadLetters } from '../src/dead-letters.ts'
import { until } from '../src/testing/wait.ts'
import { openKit } from './kit.ts'

const topic = 'test.command.v1'
const group = 'test.command'

function message(id: string, key: string): InMessage {
  const about = { id, topic, key, type: 'test', payload: new Uint8Array(), headers: {} }
  return { ...about, time: new Date(), partition: 0, offset: id }
}

/** A consumer whose batches the test hands over itself; it notes what it was given, and fails for some ids. */
async function openConsumer(failing: Set<string>, fault = () => new Error('it does not work')) {
  const kit = await openKit()
  const subscriptions: SubscribeOptions[] = []
  const unused = () => Promise.reject(new Error('not used by consumers'))
  const bus: Bus = {
    publish: unused,
    seek: unused,
    lag: unused,
    close: unused,
    ensureTopics: async () => undefined,
    forget: unused,
    hasHandledUntil: unused,
    prune: unused,
    async subscribe(options) {
      subscriptions.push(options)
      return { close: async () => undefined }
    },
  }
  const handled: string[][] = []
  let moves = 0
  const log = { warn: () => undefined, error: () => undefined }
  const consumer: Consumer<unknown> = {
    topic,
    group,
    atOnce: 10,
    async handle(messages) {
      const ids = messages.map(({ id }) => id)
      if (ids.some((id) => failing.has(id))) throw fault()
      handled.push(ids)
    },
  }
  const deps = { ...kit, bus, log, maxTries: 1 }
  const running = await runConsumers(deps, [consumer])
  onTestFinished(() => running.close())
  return {
    handled,
    moves: () => moves,
    deliver: async (...batch: InMessage[]) =>
      subscriptions[0]?.handle(batch, () => {
        moves += 1
      }),
    retry: () => retryParked(deps, [consumer], group),
    parked: async () => (await listDeadLetters(kit.owner, group)).map((row) => row.message_id),
  }
}

test('a batch is handled at once, in its order', async () => {
  const { handled, deliver, parked } = await openConsumer(new Set())
  await deliver(message('1', 'a'), message('2', 'b'), message('3', 'a'))
  expect(handled).toEqual([['1', '2', '3']])
  expect(await parked()).toEqual([])
})

test('one that spoils its batch is parked with its followers, and the others go on', async () => {
  const { handled, moves, deliver, parked } = await openConsumer(new Set(['2']))
  await deliver(message('1', 'a'), message('2', 'b'), message('3', 'b'), message('4', 'c'))
  expect(handled).toEqual([['1'], ['4']])
  expect(await parked()).toEqual(['2', '3'])
  expect(moves()).toBe(4) // each on its own, which the watchdog hears of
  await deliver(message('5', 'b'), message('6', 'a'))
  expect(handled.at(-1)).toEqual(['6'])
  expect(await parked()).toEqual(['2', '3', '5'])
})

test('what was parked is handled in its order once an operator retries it', async () => {
  const failing = new Set(['1'])
  const { handled, deliver, retry } = await openConsumer(failing)
  await deliver(message('1', 'a'), message('2', 'a'))
  failing.clear()
  expect(await retry()).toEqual({ resolved: 2, waiting: 0 })
  // what the operator retries, the retry loop may have in hand too
  expect([...new Set(handled.flat())]).toEqual(['1', '2'])
})

test('a database that is away parks nothing: the batch comes again', async () => {
  const away = () => Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  const failing = new Set(['1'])
  const { handled, deliver, parked } = await openConsumer(failing, away)
  await expect(deliver(message('1', 'a'), message('2', 'b'))).rejects.toThrow('gone')
  expect(await parked()).toEqual([])
  failing.clear()
  await deliver(message('1', 'a'), message('2', 'b'))
  await until('it was handled', () => handled.length === 1)
})
