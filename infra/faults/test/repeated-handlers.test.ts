import { expect, test } from 'vitest'
import { allHandled, listenersIn } from '../src/log/repeat/handlers.ts'
import { handledByAll } from '../src/log/repeat/harness.ts'
import { plays } from '../src/log/repeated.ts'

test('a file that listens by itself is found', () => {
  const sources = new Map([['shop/src/a.ts', 'bus.subscribe({ group })']])
  expect(listenersIn(sources)).toEqual(['shop/src/a.ts'])
})

test('a service that nobody plays is told', async () => {
  const played = plays.filter(({ service }) => service.manifest.name !== 'moderation')
  await expect(allHandled(played)).rejects.toThrow('nobody repeats messages to moderation')
})

test('a message that a service takes and nobody repeats is told', async () => {
  const deaf = plays.map((play) =>
    play.service.manifest.name === 'ledger' ? { ...play, taken: [...play.taken, 'shop.paid.v1 Paid'] } : play,
  )
  await expect(allHandled(deaf)).rejects.toThrow('nobody repeats messages to ledger shop.paid.v1 Paid')
})

test('every message that a service takes is repeated', async () => {
  expect(await allHandled(plays)).toBeGreaterThan(30)
})

test('a message that two groups take is handled when both have', () => {
  const filled = { topic: 'shop.chain.v1', type: 'Filled' }
  const consumers = ['shipping', 'crypto'].map((group) => ({ ...filled, group }))
  const messages = [{ ...filled, id: 'm1', payload: new Uint8Array() }]
  const byShipping = { id: 'm1', group: 'shipping' }
  expect(handledByAll(consumers, messages, [])).toEqual([])
  expect(handledByAll(consumers, messages, [byShipping])).toEqual([])
  expect(handledByAll(consumers, messages, [byShipping, { id: 'm1', group: 'crypto' }])).toEqual(['m1'])
  const [shipping, crypto] = consumers.map((one) => ({ ...one, filter: () => one.group === 'crypto' }))
  if (!shipping || !crypto) throw new Error('there are two')
  expect(handledByAll([shipping, crypto], messages, [])).toEqual([])
  expect(handledByAll([shipping, crypto], messages, [{ id: 'm1', group: 'crypto' }])).toEqual(['m1'])
  expect(handledByAll([shipping], messages, [])).toEqual(['m1'])
})
