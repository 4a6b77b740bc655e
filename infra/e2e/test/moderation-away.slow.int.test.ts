import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@talad/dev/config'
import { type Host, launch, type Running } from '@talad/dev/launch'
import type { Screen } from '@talad/dev/screen'
import { appointStaff } from '@talad/dev/seed/admins'
import { type Person, signIn } from '@talad/dev/seed/site'
import { problem } from '@talad/proto/http/common'
import type { Endpoint } from '@talad/proto/http/contract'
import { assessmentHttp } from '@talad/proto/http/moderation/assessment'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { type Order, orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { loadService } from '@talad/services/services'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectWholeLedger } from '../src/ledger.ts'
import { chooseOnCardPage, onceHeard, payByCard, shipNow, untilShipping } from '../src/people.ts'
import { assetOf, placeOf } from '../src/pictures.ts'
import { openStall, type Stall } from '../src/stall.ts'

const START_MS = 100_000

let folder: string
let running: Running
let stall: Stall
/** Ends moderation alone. @returns starts it again where it was */
let stopModeration: () => Promise<() => Promise<void>>

/** All services in this process, of which one can be taken away. */
function hostWithModerationApart(): Host {
  return {
    extras: async () => ({}),
    async start(name, env) {
      const program = await loadService(name)
      let service = await program.startIn(env)
      if (name === 'moderation')
        stopModeration = async () => {
          await service.close()
          return async () => {
            service = await program.startIn(env)
          }
        }
      return { pid: () => process.pid, close: () => service.close() }
    },
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talad-away-'))
  const settings = readSettings([], {
    TALAD_DATA: folder,
    TALAD_DEMO: 'holdings',
    TALAD_WEB: '0',
    TALAD_LOG: 'silent',
    TALAD_PORT: '0',
    TALAD_SANDBOX_PORT: '0',
    TALAD_RPC_PORT: '0',
    DATABASE_URL: inject('postgres'),
  })
  if ('usage' in settings) throw new Error('the launcher was asked for its usage')
  const data = Promise.withResolvers<void>()
  const screen: Screen = {
    done: (what) => what === 'demonstration data' && data.resolve(),
    warn: (text) => text.startsWith('the demonstration data') && data.reject(new Error(text)),
    note: () => undefined,
    progress: () => undefined,
    ready: () => undefined,
  }
  running = await launch(settings, hostWithModerationApart(), screen, AbortSignal.timeout(START_MS))
  await data.promise
  stall = await openStall(running.run)
  await appointStaff(running.run)
}, START_MS)
afterAll(async () => {
  if (stall) await expectWholeLedger(running.run)
  await running?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A call as it is answered; the calls of people wait while the site asks for patience. */
async function statusOf({ token }: Person, { method, path }: Endpoint, body?: object): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(running.run.gateway + path, {
    method,
    headers,
    signal: AbortSignal.timeout(10_000),
    ...(body && { body: JSON.stringify(body) }),
  })
  return `${answer.status} ${problem.parse(await answer.json()).code}`
}

test('MO-7 MO-17 while moderation is away the shop goes on by what it knows, reports and quizzes are a 503, and after its return all goes on', async () => {
  const { run, seller, buyer, rival, offer } = stall
  const admin = await signIn(run, 'demo-prapha')
  const { call } = admin
  const isOpen = async (order: Order) => {
    const { list } = await rival.call(orderBookHttp.listOrders, { query: placeOf(order) })
    return list.some(({ hash }) => hash === order.hash)
  }
  const suspend = (order: Order) => {
    const { bc: blockchain, ad: contract_address, ti: token } = placeOf(order)
    const nft_range = { blockchain, contract_address, token_from: token, token_to: token }
    const body = { nft_range, note: 'a copy' }
    return onceHeard(['permission_required'], () => call(suspensionAdminHttp.suspend, { body }))
  }
  const report = async (asset_id: string) =>
    rival.call(flaggingHttp.requestFlagging, { body: { asset_id, flag_classification: 'spam' } })

  const [banned, before] = [await offer(30_401n), await offer(30_402n)]
  const { _id: item } = await assetOf(rival, before)
  await suspend(banned)
  await until('it can’t be bought', async () => !(await isOpen(banned)))
  const reported = await onceHeard(['asset_not_found'], () => report(item))
  expect(reported.flagging.resolution).toBe('flagged')

  const start = await stopModeration()
  const spam = { asset_id: item, flag_classification: 'spam' }
  expect(await statusOf(rival, flaggingHttp.requestFlagging, spam)).toBe('503 unavailable')
  const quiz = assessmentHttp.assessmentSession
  const session = { ...quiz, path: `${quiz.path}?content_key=new_buyer` }
  for (const endpoint of [session, assessmentHttp.assessmentStatus])
    expect(await statusOf(rival, endpoint)).toBe('503 unavailable')
  expect(await statusOf(admin, flaggingAdminHttp.listFlagCases)).toBe('503 unavailable')

  // put, listed, bought, paid and delivered; what was suspended stays so
  const meanwhile = await offer(30_403n)
  await until('it is for sale', () => isOpen(meanwhile))
  expect(await isOpen(banned)).toBe(false)
  expect(await isOpen(before)).toBe(true)
  for (const order of [before, meanwhile]) {
    const shipping = await shipNow(buyer, order)
    const { page } = await payByCard(run, buyer, shipping)
    await chooseOnCardPage(page, 'success')
    await untilShipping(buyer, shipping._id, ({ status }) => status === 'completed', 'completed')
  }
  const { address: recipient_address } = buyer
  const ship = { order_hash: banned.hash, amount: '1', recipient_address, defer_payment: true }
  expect(await statusOf(buyer, shippingPaymentHttp.ship, ship)).toMatch(/^4\d\d (asset_suspended|order_)/)

  await start()
  // what was reported is there, what was sold meanwhile is known, and decisions have their effect
  const { _id: id } = await assetOf(rival, meanwhile)
  expect((await report(id)).flagging.asset_id).toBe(id)
  const cases = (await call(flaggingAdminHttp.listFlagCases, {})).list
  expect(cases.map(({ _id }) => _id).toSorted()).toEqual([item, id].toSorted())
  const after = await offer(30_404n)
  await until('it is for sale', () => isOpen(after))
  await suspend(after)
  await until('it can’t be bought', async () => !(await isOpen(after)))
  expect((await seller.call(assessmentHttp.assessmentStatus, {})).todo).toEqual([])
})
