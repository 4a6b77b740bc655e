import { ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import type { Posting } from '../src/transfer/commands.ts'
import { asPay, asTopup, type World } from './setup.ts'

export const seller = 'join-seller'

const side = (account: string, unit: Posting['unit'], type: Posting['type'], value: bigint): Posting => ({
  account,
  unit,
  type,
  value,
})

/** A purchase of 10 000 points: 300 fee, 500 royalty to an artist, 200 to a payee who is not known, 9 000 for the seller. */
export async function sell(world: World, id: string, at: Date): Promise<void> {
  const buyer = 'join-buyer'
  const shares = [
    { customerId: seller, type: 'net', value: 9_000n },
    { customerId: 'join-artist', type: 'royalty', value: 500n },
    { customerId: '', type: 'royalty', value: 200n },
    { customerId: '', type: 'service', value: 300n },
  ]
  await world.postAt(at, asTopup(buyer, `t-${id}`, 10_000n), asPay(buyer, id, 10_000n, false))
  await world.postAt(at, {
    type: 'Post',
    flow: 'settlement',
    id,
    customerId: buyer,
    reference: '',
    capture: undefined,
    postings: [
      side('platform:escrow', 'pt_thb', 'out', 10_000n),
      side('platform:conversion', 'pt_thb', 'in', 10_000n),
      side('platform:conversion', 'ft_thb', 'out', 10_000n),
      side(seller, 'ft_thb', 'in', 9_000n),
      side('join-artist', 'ft_thb', 'in', 500n),
      side('platform:holding', 'ft_thb', 'in', 200n),
      side('platform:service_fee', 'ft_thb', 'in', 300n),
    ],
  })
  const about = { shippingId: id, orderHash: `0x${'a'.repeat(64)}`, orderId: `order-${id}`, amount: '1' }
  const people = { buyerCustomerId: buyer, sellerCustomerId: seller }
  const asset = {
    blockchain: 'jfin',
    contractAddress: `0x${'1'.repeat(40)}`,
    tokenId: '77',
    contractType: 'erc721',
  }
  const payment = { topupId: `t-${id}`, providerRefId: `ref-${id}`, txHash: `0x${'b'.repeat(64)}` }
  await world.send(
    outgoing('shipping-payment.shipping.v1', id, ShippingChangedSchema, {
      ...about,
      ...people,
      ...payment,
      asset,
      shares,
      status: 'completed',
      gross: 10_000n,
      revision: 9,
    }),
  )
  await until('the purchase is known', async () => {
    const { rows } = await world.db.query('select 1 from shipping_replica where id = $1', [id])
    return rows.length === 1
  })
}
