import { adminShipping } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { enqueue } from '@talad/shared/chain/tx-queue'
import { inTx } from '@talad/shared/db'
import { change } from '@talad/shared/stream'
import { grantPermissions } from '@talad/shared/testing/admins'
import { loseAnswers } from '@talad/shared/testing/lose-answers'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { deliveryJob } from '../src/delivery/chain.ts'
import { shippings } from '../src/shipping/stream.ts'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  shop = shoppers(world)
  await grantPermissions(world.db, 'join-admin', ['shipping.read', 'refund.write'])
  await grantPermissions(world.db, 'join-reader', ['shipping.read'])
})
afterAll(() => world.close())

const NOTE = { note: 'agreed with seller and buyer' }

async function picked(id: string) {
  return adminShipping.parse((await world.admin(`/shipping/${id}`)).body.shipping)
}

const decide = (id: string, body: object, by = 'admin', headers = {}) =>
  world.admin(`/shipping/${id}/decide-incident`, body, by, headers)

async function queued(id: string, status: string): Promise<void> {
  await world.db.query(
    `update kit.chain_tx set status = $2, chain_id = 1, nonce = 1, signer = 'r' where id = $1`,
    [deliveryJob(id), status],
  )
}

/** A purchase whose seller was paid, and whose delivery the chain took back for good. */
async function lostSale() {
  const who = shop.somebody()
  world.ledger.balances.set(`join-${who}`, 125_000n)
  const hash = await shop.onSale()
  const { shipping } = await shop.ship(who, hash)
  const id = shipping._id
  await shop.pay(who, id)
  await shop.reaches(who, id, 'processing')
  await shop.fulfilled(id, hash)
  await shop.reaches(who, id, 'completed')
  const job = { id: deliveryJob(id), queue: 'delivery', to: `0x${'5'.repeat(40)}`, data: '0x' }
  await inTx(world.db, (tx) => enqueue(tx, { ...job, deadline: world.now() }))
  await queued(id, 'failed')
  const now = world.now()
  await change(world, shippings, id, { type: 'FailDelivery', reason: 'the chain took it back', now })
  return { who, id, version: (await picked(id)).version }
}

test('LG-18 an admin reverses a sale that the chain took back after the seller was paid: once, fresh, with a reason, and the buyer has the price', async () => {
  const { who, id, version } = await lostSale()
  const listed = await world.admin('/shipping/list?incident=1')
  expect(JSON.stringify(listed.body.list)).toContain(id)
  await until('the seller is locked', () =>
    world.ledger.of(id).some(({ type }) => type === 'hold seller_lock'),
  )
  const reverse = { decision: 'reverse', ...NOTE, version }
  expect((await decide(id, reverse, 'reader')).body.code).toBe('permission_required')
  expect((await decide(id, { decision: 'reverse', version })).body).toMatchObject({ field: 'note' })
  expect((await decide(id, { ...reverse, decision: 'keep' })).body).toMatchObject({ field: 'decision' })
  expect((await decide(id, { ...reverse, version: version - 1 })).body.code).toBe('version_conflict')
  await queued(id, 'sent')
  expect((await decide(id, reverse)).body.code).toBe('delivery_under_way')
  await queued(id, 'failed')
  const key = { 'idempotency-key': `reverse-${id}` }
  const first = await decide(id, reverse, 'admin', key)
  expect([first.status, first.body.shipping]).toMatchObject([200, { incident: null }])
  await loseAnswers(world.db, [key['idempotency-key']])
  expect((await decide(id, reverse, 'admin', key)).status).toBe(200)
  await until('the price is back', () => world.ledger.balances.get(`join-${who}`) === 125_000n)
  expect(world.ledger.of(id).filter(({ type }) => type === 'settlement_reversal')).toHaveLength(1)
  const audited = await world.db.query(
    `select data->>'who' as who, data->>'action' as action, data->>'note' as note from kit.event
     where type = 'AuditRecorded' and data->>'targetId' = $1`,
    [id],
  )
  expect(audited.rows).toEqual([{ who: 'join-admin', action: 'shipping.reverse_incident', ...NOTE }])
  await until('what is over is told to who knows how it stands', async () => {
    const again = await decide(id, { ...reverse, version: (await picked(id)).version })
    return again.body.code === 'no_chain_incident'
  })
})

test('LG-18 an admin closes a case of the chain as it is: nothing is reversed, and the seller’s lock ends', async () => {
  const { id, version } = await lostSale()
  const closed = await decide(id, { decision: 'close', ...NOTE, version })
  expect([closed.status, closed.body.shipping]).toMatchObject([200, { incident: null, status: 'completed' }])
  await until('the lock ends', () => world.ledger.of(id).some(({ type }) => type === 'release'))
  expect(world.ledger.of(id).some(({ type }) => type === 'settlement_reversal')).toBe(false)
})
