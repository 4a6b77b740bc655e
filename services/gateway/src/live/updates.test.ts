import { create, toBinary } from '@bufbuild/protobuf'
import { BankRequestChangedSchema, WithdrawalChangedSchema } from '@talad/proto/bank-withdrawal/v1/events'
import { liveEvents, liveMarket } from '@talad/proto/http/gateway/live'
import { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { manifests } from '@talad/services/manifests'
import { outgoing } from '@talad/shared/bus/port'
import type { Manifest } from '@talad/shared/manifest'
import { expect, test } from 'vitest'
import { LIVE_TOPICS, updatesOf } from './updates.ts'

const CONTRACT = `0x${'c'.repeat(40)}`
const HASH = `0x${'ab'.repeat(32)}`
const services: readonly Manifest[] = manifests

test('what is shown live is published by the service that says so', () => {
  const shown = services.flatMap(({ name, live = [] }) => live.map(({ topic }) => ({ name, topic })))
  expect(shown.length).toBeGreaterThan(0)
  const foreign = shown.filter(
    ({ name, topic }) => !services.find((service) => service.name === name)?.publishes.includes(topic),
  )
  expect(foreign).toEqual([])
  expect(LIVE_TOPICS).toEqual([...new Set(shown.map(({ topic }) => topic))])
})

test('an order is told to whom it concerns, in audiences that may be asked for', () => {
  const message = create(OrderChangedSchema, {
    hash: HASH,
    status: 'offchain',
    asset: { contractAddress: CONTRACT, tokenId: '7' },
  })
  const updates = updatesOf({
    topic: 'order-book.order.v1',
    type: OrderChangedSchema.typeName,
    payload: toBinary(OrderChangedSchema, message),
  })
  expect(updates.map(({ event, audiences }) => [event, audiences])).toEqual([
    ['order', [`order:${HASH}`, `asset:${CONTRACT}:7`]],
    ['market', [`collection:${CONTRACT}`, 'market']],
  ])
  const asked = updates.flatMap(({ audiences }) => audiences).join()
  expect(liveMarket.query?.safeParse({ watch: asked }).success).toBe(true)
  for (const { event, data } of updates) expect(liveEvents[event].parse(data)).toEqual(data)
})

test('MO-7 a suspension is told to whoever watches something of its contract', () => {
  const message = create(SuspensionChangedSchema, {
    suspensionId: 's',
    status: 'suspended',
    blockchain: 'kub',
    contractAddress: CONTRACT,
    revision: 1,
    tokenFrom: '5',
    tokenTo: '9',
  })
  const [update, ...more] = updatesOf({
    topic: 'moderation.suspension.v1',
    type: SuspensionChangedSchema.typeName,
    payload: toBinary(SuspensionChangedSchema, message),
  })
  expect(more).toEqual([])
  expect(update).toMatchObject({
    event: 'suspension',
    audiences: [`contract:${CONTRACT}`, 'market', 'suspension'],
    data: { blockchain: 'kub', contract: CONTRACT, token_from: '5', token_to: '9' },
  })
  // only the gateway itself listens to all of them
  expect(liveMarket.query?.safeParse({ watch: 'suspension' }).success).toBe(false)
})

test('a withdrawal and a request for a bank account are told to who asked for them', () => {
  const about = { requestId: 'a'.repeat(24), accountId: 'a1', status: 'pending', revision: 1 }
  const messages = [
    outgoing('bank-withdrawal.withdrawal.v1', 'a1', WithdrawalChangedSchema, {
      ...about,
      creditStatus: 'pending',
    }),
    outgoing('bank-withdrawal.bank-request.v1', 'a1', BankRequestChangedSchema, about),
  ]
  const told = messages.flatMap(updatesOf).map(({ event, audiences }) => [event, audiences])
  expect(told).toEqual([
    ['withdrawal', ['account:a1']],
    ['bank_request', ['account:a1']],
  ])
})

test.each([
  'account:0123',
  'customer:join-malee',
  'order:0x12',
  'everything',
  `asset:${CONTRACT.toUpperCase()}:7`,
])('nobody may ask to watch %s', (watch) => {
  expect(liveMarket.query?.safeParse({ watch }).success).toBe(false)
})

test('a message of a type that nobody shows means nothing', () => {
  expect(updatesOf({ topic: 'ledger.transfer.v1', type: 'talad.X', payload: new Uint8Array() })).toEqual([])
})
