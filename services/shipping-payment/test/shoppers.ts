import { randomBytes } from 'node:crypto'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { OrderFulfilledSchema } from '@talad/proto/asset-indexer/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { orderMessage } from './orders.ts'
import type { World } from './setup.ts'

let people = 0

/** What people do in the tests: put on sale, buy, pay, look. */
export function shoppers(world: World) {
  const recipient = `0x${'b'.repeat(40)}`
  const somebody = () => `p${++people}`

  async function onSale(about: Parameters<typeof orderMessage>[1] = {}): Promise<string> {
    const hash = `0x${randomBytes(32).toString('hex')}`
    await world.send(orderMessage(hash, about))
    await until('the order is known', async () => {
      const found = await world.db.query('select 1 from order_replica where hash = $1', [hash])
      return found.rows.length > 0
    })
    return hash
  }

  /** What the order book says of an order later. */
  async function says(hash: string, about: NonNullable<Parameters<typeof orderMessage>[1]>): Promise<void> {
    await world.send(orderMessage(hash, about))
    await until('it is heard', async () => {
      const sql = 'select 1 from order_replica where hash = $1 and revision = $2'
      return (await world.db.query(sql, [hash, about.revision])).rows.length > 0
    })
  }

  const ship = (who: string, hash: string, about: Record<string, unknown> = {}, headers = {}) =>
    world.call(
      who,
      '/user/v1/shipping/ship',
      { order_hash: hash, amount: 1, recipient_address: recipient, defer_payment: true, ...about },
      headers,
    )
  const pay = (who: string, shipping_id: string) =>
    world.call(who, '/user/v1/payment/topup_and_pay', { shipping_id })
  const check = (who: string, shipping_id: string) =>
    world.call(who, '/user/v1/payment/check_shipping_pay', { shipping_id })
  const cancel = (who: string, shipping_id: string) =>
    world.call(who, '/user/v1/payment/cancel', { shipping_id })
  const pick = async (who: string, id: string) => (await world.call(who, `/user/v1/shipping/${id}`)).shipping
  const reaches = (who: string, id: string, status: string) =>
    until(`the shipping is ${status}`, async () => (await pick(who, id)).status === status)

  async function orderNoOf(shippingId: string): Promise<string> {
    const found = await world.db.query<{ order_no: string }>(
      'select order_no from topup where shipping_id = $1 order by opened_at desc',
      [shippingId],
    )
    return found.rows[0]?.order_no ?? ''
  }

  async function fulfilled(shippingId: string, hash: string): Promise<void> {
    await world.send(
      outgoing('asset-indexer.chain.v1', hash, OrderFulfilledSchema, {
        position: {
          txHash: world.hashOf(shippingId),
          confirmed: true,
          blockTime: timestampFromDate(new Date()),
        },
        orderHash: hash,
      }),
    )
  }

  return { recipient, somebody, onSale, says, ship, pay, check, cancel, pick, reaches, orderNoOf, fulfilled }
}
