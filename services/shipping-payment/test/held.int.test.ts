import { readFile } from 'node:fs/promises'
import { adminTopup } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { type Db, openDb } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { change } from '@talad/shared/stream'
import { grantPermissions } from '@talad/shared/testing/admins'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createChillPay } from '../src/chillpay/client.ts'
import { service } from '../src/service.ts'
import type { Command } from '../src/topup/commands.ts'
import { orderNoOf } from '../src/topup/schedule.ts'
import { topups } from '../src/topup/stream.ts'
import { settingsFor } from './rig.ts'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  shop = shoppers(world)
  await grantPermissions(world.db, 'join-admin', ['shipping.read', 'refund.write'])
})
afterAll(() => world.close())

const listed = z.object({ list: z.array(adminTopup) })
const topupsBy = async (query: string) =>
  listed.parse((await world.admin(`/topup/list?count=0&${query}`)).body).list
const topupOf = async (id: string) => adminTopup.parse((await world.admin(`/topup/${id}`)).body.topup)
const ask = async (id: string, path: string, body: object) =>
  world.admin(`/topup/${id}/${path}`, { note: 'agreed', version: (await topupOf(id)).version, ...body })

/** A card payment of which the provider took another amount, after the answer to its start was lost. */
async function mismatched() {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const shippingId = shipping._id
  await world.fault({ provider: 'chillpay', call: 'payment', fault: 'drop' })
  await shop.pay(who, shippingId)
  const orderNo = await shop.orderNoOf(shippingId)
  await world.fault({
    provider: 'chillpay',
    call: 'inquiry',
    fault: 'tamper',
    field: 'Amount',
    value: 130_000,
  })
  await world.settle(orderNo, 'success')
  const { _id: id } = await until(
    'it is held',
    async () => (await topupsBy(`held=1&shipping=${shippingId}`))[0],
  )
  const seen = async () => {
    const { held, held_refused: refused } = (await shop.pick(who, shippingId)).credit.payment
    return [held, refused]
  }
  return { id, who, shippingId, orderNo, seen }
}

/** A card payment that is held, of which its purchase was not told. */
async function untold(
  db: Db,
  about: { id: string; shippingId: string; transactionId: string },
  ...rest: Command[]
) {
  const { id, shippingId, transactionId } = about
  const now = new Date()
  const facts = { orderNo: orderNoOf(id), customerId: 'join-b', amount: 25_000n }
  const answer = { ...facts, transactionId, amount: 24_000n, currency: '764', paymentStatus: 0 }
  const commands: Command[] = [
    { type: 'Open', shippingId, description: 'd', now, ...facts },
    { type: 'RecordInquiry', answer, pay: undefined, now },
  ]
  for (const command of [...commands, ...rest]) await change({ db, now: () => now }, topups, id, command)
}

test('SP-18 SP-26 what a card was charged after its start was lost is looked at, refused after the purchase ended, in the queue until it is back on the card, and held again when the bank sends it back', async () => {
  const { id, who, shippingId, orderNo, seen } = await mismatched()
  expect(await seen()).toEqual([130_000, false])
  await shop.cancel(who, shippingId)
  expect((await ask(id, 'decide-mismatch', { decision: 'refuse' })).status).toBe(200)
  expect(await seen()).toEqual([130_000, true])
  const queued = async () => (await topupsBy(`unreturned=1&shipping=${shippingId}`)).map(({ _id }) => _id)
  expect(await queued()).toEqual([id])
  const isRefunded = async () => {
    await world.pass(61_000)
    return (await topupOf(id)).refund?.status === 'refunded'
  }
  expect((await ask(id, 'refund', {})).status).toBe(201)
  await until('it is back on the card', isRefunded)
  expect([await queued(), await seen()]).toEqual([[], [null, false]])
  const lapsed = await world.db.query('select lapsed from shipping where id = $1', [shippingId])
  expect(lapsed.rows).toEqual([{ lapsed: null }]) // SP-5: who was told to wait let nothing lapse, then and afterwards
  await world.control('/chillpay/return', 'POST', { orderNo, choice: 'sent_back' })
  expect((await ask(id, 'refund/end', { end: 'sent_back' })).status).toBe(200)
  expect([await queued(), await seen()]).toEqual([[id], [130_000, true]])
  expect(world.ledger.of(id)).toEqual([])
})

test('SP-18 what the provider has given back by itself, or says nothing of, is not accepted', async () => {
  const { id, orderNo } = await mismatched()
  await world.fault({ provider: 'chillpay', call: 'details', fault: 'error' })
  expect((await ask(id, 'decide-mismatch', { decision: 'accept' })).status).toBe(503)
  const settings = settingsFor(world.sandbox.url)
  const chillpay = createChillPay({
    baseUrl: settings.CHILLPAY_URL,
    merchantCode: settings.CHILLPAY_MERCHANT_CODE,
    apiKey: settings.CHILLPAY_API_KEY,
    md5Secret: settings.CHILLPAY_MD5_SECRET,
    routeNo: 1,
    timeoutMs: 5_000,
  })
  await chillpay.giveBack((await chillpay.find(orderNo)) ?? '', 'void')
  const returned = await ask(id, 'decide-mismatch', { decision: 'accept' })
  expect([returned.status, returned.body.code]).toEqual([409, 'mismatch_returned'])
  expect((await topupOf(id)).held).toBe(true)
})

test('SP-18 a database from before: transactions are named, what was refused is queued, purchases are told of what is held; also where it runs twice', async () => {
  const own = await createTestDatabase(inject('postgres'), service.migrations)
  const db = openDb(own.url)
  onTestFinished(async () => {
    await db.end()
    await own.drop()
  })
  const by = { by: 'join-admin', note: 'n', now: new Date() }
  const tell = (id: string, transactionId: string, ...rest: Command[]) =>
    untold(db, { id, shippingId: id, transactionId }, ...rest)
  const [refused, held, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [
    string,
    string,
    string,
  ]
  await tell(refused, '1', { type: 'RefuseMismatch', version: 2, ...by })
  await tell(held, '2')
  await db.query(`update topup set transaction_id = null, started = false, unreturned = false`)
  // of two that name one transaction neither keeps the service from starting
  await tell(other, '3')
  await db.query(`update topup set transaction_id = '2' where id = $1`, [other])
  const sql = await readFile(
    new URL('../prisma/migrations/20261127091000_held_money/migration.sql', import.meta.url),
    'utf8',
  )
  for (const _ of [1, 2]) await db.query(sql)
  const { rows } = await db.query('select id, transaction_id, started, unreturned from topup order by id')
  expect(rows).toEqual([
    { id: refused, transaction_id: '1', started: true, unreturned: true },
    { id: held, transaction_id: null, started: false, unreturned: false },
    { id: other, transaction_id: '2', started: true, unreturned: false },
  ])
  const jobs = await db.query(`select key from kit.job where task = 'topup.held' order by key`)
  expect(jobs.rows).toEqual([refused, held, other].map((key) => ({ key })))
})

test('SP-18 a purchase that was never told hears of what is held of its card, once, however often it is looked at', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const [id, shippingId] = [newId(world.now()), shipping._id]
  await untold(world.db, { id, shippingId, transactionId: '77' })
  const told = `select 1 from kit.event where stream = $1 and type = 'CardHeld'`
  const times = async () => (await world.db.query(told, [`shipping-${shippingId}`])).rowCount
  expect(await times()).toBe(0)
  for (const _ of [1, 2]) {
    await world.db.query(
      `insert into kit.job (task, key, payload, context, run_at)
       values ('topup.held', $1, json_build_object('topupId', $1::text), '{"correlationId":"c"}', now())`,
      [id],
    )
    await until('it is done', async () => {
      const left = await world.db.query(`select 1 from kit.job where task = 'topup.held' and key = $1`, [id])
      return left.rowCount === 0
    })
  }
  expect(await times()).toBe(1)
  expect((await shop.pick(who, shippingId)).credit.payment).toMatchObject({
    held: 24_000,
    held_refused: false,
  })
})
