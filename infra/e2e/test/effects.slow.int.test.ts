import { setTimeout as delay } from 'node:timers/promises'
import { appointStaff } from '@talad/dev/seed/admins'
import { type Person, signIn } from '@talad/dev/seed/site'
import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { setProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { type Order, orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyRelayers } from '../src/chain.ts'
import { expectWholeLedger } from '../src/ledger.ts'
import { watchMachine } from '../src/machine.ts'
import { onceHeard, shipNow } from '../src/people.ts'
import { assetOf, beShownBy, placeOf, shownAs } from '../src/pictures.ts'
import { openStall, type Stall, spendable } from '../src/stall.ts'
import { type System, startSystem } from '../src/system.ts'

/** MO-7: how soon everybody sees what a suspension does, on a machine that has nothing else to do. */
const VISIBLE_MS = 5_000
const LOOK_MS = 100

let system: System
let stall: Stall
beforeAll(async () => {
  system = await startSystem({ kind: 'embedded' })
  stall = await openStall(system.run)
  await appointStaff(system.run)
})
afterAll(async () => {
  if (stall) await expectWholeLedger(system.run)
  await system?.stop()
})

/** Pays by points what nobody can deliver. */
async function payNow({ call }: Person, order: Order, shippingId: string): Promise<void> {
  const amount = Number(order.basic.price.raw)
  await call(ledgerHttp.fastTopup, { body: { amount } })
  await onceHeard(['insufficient_balance', 'shipping_not_ready'], () =>
    call(shippingPaymentHttp.topupAndPay, { body: { shipping_id: shippingId } }),
  )
}

test('MO-7 within five seconds what is suspended is marked, in no list, not for sale, not paid for, and nobody’s picture', async () => {
  const { run, seller, buyer, rival, offer } = stall
  const admin = await signIn(run, 'demo-prapha')
  const [shown, unpaid, paid] = [await offer(30_201n), await offer(30_202n), await offer(30_203n)]
  const asset = await assetOf(seller, shown)
  await beShownBy(seller, asset._id)
  const fill = await emptyRelayers(run)
  const opened = await shipNow(rival, unpaid)
  const bought = await shipNow(buyer, paid)
  await payNow(buyer, paid, bought._id)
  const statusOf = async ({ call }: Person, shipping_id: string) =>
    (await call(shippingPaymentHttp.shippingPick, { params: { shipping_id } })).shipping.status
  await until('it is paid', async () => (await statusOf(buyer, bought._id)) === 'processing')
  const before = await spendable(buyer)

  const { bc: blockchain, ad: contract_address } = placeOf(shown)
  const listed = async (query: object) =>
    (await rival.call(listAssets, { query: { ad: contract_address, ps: 100, ...query } })).list.length
  const forSale = async () =>
    (await rival.call(orderBookHttp.listOrders, { query: { ad: contract_address, ps: 100 } })).list.length
  const all = await listed({})
  expect(all).toBeGreaterThan(3)
  expect(await forSale()).toBeGreaterThanOrEqual(3)

  const nft_range = { blockchain, contract_address }
  const body = { nft_range, note: 'all of it is a copy' }
  const slowness = watchMachine()
  await onceHeard(['permission_required'], () => admin.call(suspensionAdminHttp.suspend, { body }))
  const decided = performance.now()
  const took: Record<string, number> = {}
  const soon = async (what: string, is: () => Promise<boolean>) => {
    // looked for seldom: looking is work for the machine, too
    await until(what, async () => (await is()) || (await delay(LOOK_MS, false)))
    took[what] = Math.round(performance.now() - decided)
  }
  await Promise.all([
    soon('it is marked', async () => {
      const { suspended, tradable } = (await assetOf(seller, shown)).dynamic
      return suspended && !tradable
    }),
    soon('it is in no list', async () => (await listed({})) === 0),
    soon('nothing of it is for sale', async () => (await forSale()) === 0),
    soon('its order rests', async () => {
      const { order } = await seller.call(orderBookHttp.getOrder, { query: { ha: shown.hash } })
      return order.status === 'inactive' && order.inactive_reasons.includes('suspended')
    }),
    soon('what is not paid is canceled', async () => (await statusOf(rival, opened._id)) === 'canceled'),
    soon('what is paid is not delivered', async () => (await statusOf(buyer, bought._id)) === 'failed'),
    soon('its money is back', async () => (await spendable(buyer)) === before + 30_203),
    soon('it is nobody’s picture', async () => (await shownAs(seller)) === null),
  ])
  const bar = VISIBLE_MS * slowness()
  const late = Object.entries(took).filter(([, ms]) => ms > bar)
  expect(late, `ms of ${Math.round(bar)}: ${JSON.stringify(took)}`).toEqual([])

  // who asks for what is suspended, too, still sees it
  expect(await listed({ is: '1' })).toBe(all)
  await expect(seller.call(setProfilePicture, { body: { asset_id: asset._id } })).rejects.toMatchObject({
    code: 'asset_suspended',
  })
  await expect(shipNow(rival, shown)).rejects.toMatchObject({
    code: expect.stringMatching(/^(asset_suspended|order_not_open)$/),
  })
  await fill()
})
