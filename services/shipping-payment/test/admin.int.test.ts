import { randomBytes } from 'node:crypto'
import {
  adminShipping,
  adminTopup,
  timelineEntry,
} from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { enqueue } from '@talad/shared/chain/tx-queue'
import { inTx } from '@talad/shared/db'
import { grantPermissions } from '@talad/shared/testing/admins'
import { loseAnswers } from '@talad/shared/testing/lose-answers'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { deliveryJob } from '../src/delivery/chain.ts'
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

const NOTE = { note: 'looked at with the bank' }
const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ list: z.array(item), total: z.int().nullable(), pages: z.int().nullable() })
const shippingList = async (query: string) =>
  listOf(adminShipping).parse((await world.admin(`/shipping/list?${query}`)).body)
const topupList = async (query: string) =>
  listOf(adminTopup).parse((await world.admin(`/topup/list?${query}`)).body)
const pickShipping = async (id: string) =>
  adminShipping.parse((await world.admin(`/shipping/${id}`)).body.shipping)

/** Somebody's purchase, paid from points. */
async function paidFromPoints(about: Parameters<typeof shop.onSale>[0] = {}) {
  const who = shop.somebody()
  world.ledger.balances.set(`join-${who}`, 125_000n)
  const hash = await shop.onSale(about)
  const { shipping } = await shop.ship(who, hash)
  await shop.pay(who, shipping._id)
  await shop.reaches(who, shipping._id, 'processing')
  return { who, hash, id: shipping._id }
}

/** A card payment of which the provider took another amount. */
async function mismatched(value: number) {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  await shop.pay(who, shipping._id)
  const orderNo = await shop.orderNoOf(shipping._id)
  await world.fault({ provider: 'chillpay', call: 'inquiry', fault: 'tamper', field: 'Amount', value })
  await world.settle(orderNo, 'success')
  const topup = await until(
    'it is held',
    async () => (await topupList(`held=1&shipping=${shipping._id}`)).list[0],
  )
  return { who, shippingId: shipping._id, topup }
}

test('AW-1 purchases are listed in whole pages, by what an admin knows of them', async () => {
  const { who, hash, id } = await paidFromPoints()
  const { shipping } = await shop.ship(shop.somebody(), await shop.onSale())
  const ids = async (query: string) => (await shippingList(query)).list.map(({ _id }) => _id)
  expect(await ids(`customer=join-${who}`)).toEqual([id])
  expect(await ids(`order=${hash}`)).toEqual([id])
  expect(await ids('st=processing&pay=completed')).toContain(id)
  expect(await ids('st=pending')).not.toContain(id)
  expect(await ids('fr=refunded')).toEqual([])
  expect(await ids('incident=1')).toEqual([])
  // as whoever calls support names it: by amount, or by what was bought
  const bought = (await shippingList(`order=${hash}`)).list[0]
  const { contract, token } = bought?.asset ?? { contract: { address: '' }, token: { id: '' } }
  expect(await ids(`value=${bought?.credit.value}&customer=join-${who}`)).toEqual([id])
  expect(await ids('value=1')).toEqual([])
  expect(await ids(`ad=${contract.address}&ti=${token.id}&customer=join-${who}`)).toEqual([id])
  expect(await ids(`ad=${contract.address}&ti=99999999`)).toEqual([])
  expect(await ids(`from=${shipping.created}`)).not.toContain(id)
  expect((await ids(`to=${shipping.created}&sr=updated&sd=asc`)).length).toBeGreaterThan(0)
  const page = await shippingList('ps=1&pi=1&count=1')
  expect([page.list.length, page.pages]).toEqual([1, page.total])
  expect((await world.admin('/shipping/list?ps=101')).status).toBe(400)
  expect((await world.admin('/shipping/list', undefined, shop.somebody())).body.code).toBe(
    'permission_required',
  )
})

test('AW-1 GW-9 a purchase is found by the references of its card payment, and shown with all that belongs to it', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const id = shipping._id
  await shop.pay(who, id)
  const orderNo = await shop.orderNoOf(id)
  const [topup] = (await topupList(`ref=${orderNo}`)).list
  expect(topup).toMatchObject({ shipping_id: id, status: 'pending', held: false, refund: null })
  const found = await shippingList(`ref=${topup?.transaction_id}`)
  expect(found.list.map(({ _id }) => _id)).toEqual([id])
  const { body } = await world.admin(`/shipping/${id}`)
  expect(body.topups).toMatchObject([{ _id: topup?._id }])
  expect(await pickShipping(id)).toMatchObject({ incident: null, version: 5 })
  expect((await world.admin('/shipping/0123456789abcdef01234567')).body.code).toBe('shipping_not_found')
  const picked = await world.admin(`/topup/${topup?._id}`)
  expect(picked.body).toMatchObject({ topup: { _id: topup?._id }, refunds: [] })
})

test('AW-1 the timeline tells a purchase from the click to the settlement, with each inquiry and callback', async () => {
  const who = shop.somebody()
  const hash = await shop.onSale()
  const { shipping } = await shop.ship(who, hash)
  const id = shipping._id
  await shop.pay(who, id)
  await world.settle(await shop.orderNoOf(id), 'success')
  await shop.reaches(who, id, 'processing')
  await shop.fulfilled(id, hash)
  await shop.reaches(who, id, 'completed')
  const { body } = await world.admin(`/shipping/${id}/timeline`)
  const list = z.array(timelineEntry).parse(body.list)
  const told = list.map(({ source, type }) => `${source} ${type}`)
  for (const step of [
    ...['buyer shipping_opened', 'buyer payment_requested', 'ledger funds_locked', 'system card_requested'],
    ...['system topup_opened', 'provider topup_started', 'provider callback_received', 'provider inquired'],
    ...['provider topup_completed', 'ledger payment_completed', 'chain delivery_confirmed'],
    'ledger shipping_settled',
  ])
    expect(told).toContain(step)
  expect([...list].sort((one, other) => one.at.localeCompare(other.at))).toEqual(list)
  expect(JSON.stringify(list)).not.toContain('/chillpay/pay/')
})

test('SP-18 an admin accepts what is held: what the provider took is credited, and the purchase goes on', async () => {
  const { who, shippingId, topup } = await mismatched(130_000)
  expect((await topupList(`value=130000&customer=join-${who}`)).list).toMatchObject([{ _id: topup._id }])
  expect(topup).toMatchObject({
    status: 'pending',
    held: true,
    mismatch: { field: 'amount', expected: '125000', received: '130000', received_value: 130_000 },
  })
  const decide = (body: object, by = 'admin') => world.admin(`/topup/${topup._id}/decide-mismatch`, body, by)
  expect(topup.refundable).toBe(null)
  const seen = (await shop.pick(who, shippingId)).credit.payment
  expect(seen).toMatchObject({ status: 'processing', held: 130_000, payment_url: null })
  expect((await shop.pay(who, shippingId)).shipping.credit.payment).toMatchObject({ held: 130_000 })
  const accept = { decision: 'accept', ...NOTE, version: topup.version }
  expect((await decide(accept, 'reader')).body.code).toBe('permission_required')
  expect((await decide({ ...accept, version: 1 })).body).toMatchObject({
    code: 'version_conflict',
    field: 'version',
  })
  expect((await decide(accept)).status).toBe(200)
  await shop.reaches(who, shippingId, 'processing')
  expect(world.ledger.balances.get(`join-${who}`)).toBe(5_000n)
  expect((await shop.pick(who, shippingId)).credit.payment.held).toBe(null)
  expect((await topupList(`held=1&shipping=${shippingId}`)).list).toEqual([])
  const [decided] = (await topupList(`shipping=${shippingId}`)).list
  expect(decided?.mismatch).toMatchObject({ decision: 'accepted', ...NOTE, by: 'join-admin' })
  expect((await decide({ ...accept, version: decided?.version })).body.code).toBe('topup_not_held')
  const audited = await world.db.query(
    `select data->>'action' as action from kit.event where type = 'AuditRecorded' and data->>'targetId' = $1`,
    [topup._id],
  )
  expect(audited.rows).toEqual([{ action: 'topup.accept_mismatch' }])
})

test('SP-18 an admin refuses what is held: nothing is credited, and the card can have its money back', async () => {
  const { who, shippingId, topup } = await mismatched(1)
  const path = `/topup/${topup._id}`
  await world.admin(`${path}/decide-mismatch`, { decision: 'refuse', ...NOTE, version: topup.version })
  const unreturned = async () => (await topupList(`unreturned=1&shipping=${shippingId}`)).list
  expect((await shop.pick(who, shippingId)).credit.payment).toMatchObject({ status: 'failed', held: 1 })
  // no card is charged again while the first one has not got its money back
  expect((await shop.pay(who, shippingId)).shipping.credit.payment).toMatchObject({
    status: 'failed',
    held: 1,
  })
  expect(await unreturned()).toMatchObject([{ _id: topup._id, refundable: 1, refund: null }])
  expect(world.ledger.of(shippingId).some(({ type }) => type === 'topup')).toBe(false)
  await world.admin(`${path}/refund`, { ...NOTE, version: topup.version + 1 })
  const isAsked = async () => adminTopup.parse((await world.admin(path)).body.topup).refund?.stage === 'asked'
  await until('the provider was asked', isAsked)
  expect(await unreturned()).toEqual([])
  expect(world.ledger.of(topup._id)).toEqual([])
  await until('it is back', async () => {
    await world.pass(61_000)
    return (await shop.pick(who, shippingId)).credit.payment.held === null
  })
})

test('CA-46 an admin cancels a delivery that is not signed yet: it fails, and its price goes back', async () => {
  const { who, id } = await paidFromPoints()
  const { version } = await pickShipping(id)
  const cancel = (body: object) => world.admin(`/shipping/${id}/cancel-delivery`, body)
  expect((await cancel({ ...NOTE, version: version - 1 })).body.code).toBe('version_conflict')
  const canceled = await cancel({ ...NOTE, version })
  expect(canceled.body.shipping).toMatchObject({ status: 'failed', failed_reason: 'canceled by an admin' })
  await until('the points are back', () => world.ledger.balances.get(`join-${who}`) === 125_000n)
})

test('GW-10 a decision that comes again with its key is made once, also when its answer was never kept', async () => {
  const { topup } = await mismatched(130_001)
  const twice = async (path: string, body: object) => {
    const ask = (key: string) => world.admin(path, body, 'admin', { 'idempotency-key': key })
    const key = randomBytes(8).toString('hex')
    const [first, again] = [await ask(key), await ask(key)]
    // its process died before the answer was kept
    await loseAnswers(world.db, [key])
    return [first, again, await ask(key)]
  }
  const audited = async (id: string) =>
    (
      await world.db.query(
        `select 1 from kit.event where type = 'AuditRecorded' and data->>'targetId' = $1`,
        [id],
      )
    ).rows.length
  const verdict = { decision: 'refuse', ...NOTE, version: topup.version }
  for (const answer of await twice(`/topup/${topup._id}/decide-mismatch`, verdict))
    expect(answer).toMatchObject({ status: 200, body: { topup: { status: 'failed' } } })
  expect(await audited(topup._id)).toBe(1)
  const { id } = await paidFromPoints()
  const { version } = await pickShipping(id)
  for (const answer of await twice(`/shipping/${id}/cancel-delivery`, { ...NOTE, version }))
    expect(answer).toMatchObject({ status: 200, body: { shipping: { status: 'failed' } } })
  expect(await audited(id)).toBe(1)
})

test('CA-46 a delivery that is signed is not canceled', async () => {
  const { id } = await paidFromPoints()
  world.chain.signed.add(id)
  const { version } = await pickShipping(id)
  const refused = await world.admin(`/shipping/${id}/cancel-delivery`, { ...NOTE, version })
  expect([refused.status, refused.body.code]).toEqual([409, 'delivery_not_cancelable'])
  expect((await pickShipping(id)).status).toBe('processing')
})

test('SP-27 an admin has a refused settlement asked for again, once, when its cause is mended; the seller is paid', async () => {
  const { who, hash, id } = await paidFromPoints()
  world.ledger.refusals.set('settlement', 'hold_mismatch')
  await shop.fulfilled(id, hash)
  const waiting = () =>
    until('it waits for a person', async () => {
      const found = await pickShipping(id)
      return found.incident === 'settlement_refused' && found
    })
  const ask = (body: object, by = 'admin', headers = {}) =>
    world.admin(`/shipping/${id}/ask-money-again`, body, by, headers)
  const { version } = await waiting()
  const job = {
    id: deliveryJob(id),
    queue: 'delivery',
    to: `0x${'5'.repeat(40)}`,
    data: '0x',
    deadline: world.now(),
  }
  await inTx(world.db, (tx) => enqueue(tx, job))
  const queued = (status: string) =>
    world.db.query(
      `update kit.chain_tx set status = $2, chain_id = 1, nonce = 1, signer = 'r' where id = $1`,
      [job.id, status],
    )
  expect((await ask({ ...NOTE, version }, 'reader')).body.code).toBe('permission_required')
  expect((await ask({ version })).body).toMatchObject({ code: 'required_parameter', field: 'note' })
  expect((await ask({ ...NOTE, version: version - 1 })).body.code).toBe('version_conflict')
  await queued('sent')
  expect((await ask({ ...NOTE, version })).body.code).toBe('delivery_under_way')
  await queued('mined')
  expect((await ask({ ...NOTE, version })).status).toBe(200)
  const again = await waiting() // refused once more
  expect(again.version).toBeGreaterThan(version)
  world.ledger.refusals.clear()
  const key = { 'idempotency-key': `again-${id}` }
  const first = await ask({ ...NOTE, version: again.version }, 'admin', key)
  expect(first.body.shipping).toMatchObject({ incident: null, status: 'mined' })
  await shop.reaches(who, id, 'completed')
  await loseAnswers(world.db, [key['idempotency-key']])
  expect((await ask({ ...NOTE, version: again.version }, 'admin', key)).status).toBe(200)
  expect((await ask({ ...NOTE, version: again.version })).body.code).toBe('version_conflict')
  expect(world.ledger.of(id).filter(({ type }) => type === 'settlement')).toHaveLength(3)
  const audited = await world.db.query(
    `select data->>'who' as who, data->>'note' as note from kit.event
     where type = 'AuditRecorded' and data->>'targetId' = $1 and data->>'action' = 'shipping.ask_money_again'`,
    [id],
  )
  expect(audited.rows).toEqual([
    { who: 'join-admin', ...NOTE },
    { who: 'join-admin', ...NOTE },
  ])
})

test('SP-15 SP-18 what waits for a person is counted for an alert', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  await shop.pay(who, shipping._id)
  const tampered = { fault: 'tamper', field: 'PaymentStatus', value: 77 }
  await world.fault({ provider: 'chillpay', call: 'inquiry', ...tampered })
  await shop.check(who, shipping._id)
  const unknown = await until('it is known', async () => (await topupList('unknown=1')).list[0])
  expect(unknown).toMatchObject({ status: 'pending', unknown_status: 77 })
  await mismatched(7)
  const faults = async (says: string) => {
    const sql = 'select faults from kit.verification where name like $1'
    return (await world.db.query<{ faults: number }>(sql, [`%${says}%`])).rows[0]?.faults ?? 0
  }
  await world.pass(61_000)
  await until(
    'both are counted',
    async () => (await faults('SP-15')) > 0 && (await faults('held as a mismatch')) > 0,
  )
})
