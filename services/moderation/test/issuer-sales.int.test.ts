import { create } from '@bufbuild/protobuf'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { inTx } from '@talad/shared/db'
import { untilHeard } from '@talad/shared/testing/heard'
import { expect, test } from 'vitest'
import { saveSales } from '../src/issuer/sales.ts'
import { contract, other, range, startIssuers } from './issuer-harness.ts'

test('MO-32 an issuer of whom something was sold is kept and not active any more when it is removed', async () => {
  const { add, post, db } = await startIssuers()
  const idOf = async (slug: string, ranges: object[]) =>
    (await add(slug, { nft_ranges: ranges })).body.issuer_id
  const sold = await idOf('sold', [range(contract, '1', '9')])
  const unsold = await idOf('unsold', [range(contract, '10', '20')])
  const stands = await idOf('stands', [{ ...range(other), abstract: { kind: 'vnft', collection_id: 'c1' } }])
  await db.query(
    `update asset_replica set abstract_kind = 'vnft', abstract_collection_id = 'c1', abstract_item_id = 'i1'
     where contract_address = $1`,
    [other],
  )
  const sale = (contractAddress: string, tokenId: string) =>
    create(OrderChangedSchema, { blockchain: 'kub', asset: { contractAddress, tokenId } })
  for (let turn = 0; turn < 2; turn += 1)
    await inTx(db, (tx) => saveSales(tx, [sale(contract, '9'), sale(other, '7')], new Date()))
  const removed = async (issuer_id: string) => (await post('/issuer/remove', { issuer_id, version: 1 })).body
  expect(await removed(sold)).toMatchObject({ issuer: { is_active: false } })
  expect(await removed(stands)).toMatchObject({ issuer: { is_active: false } })
  expect(await removed(unsold)).toEqual({ issuer: null })
})

test('MO-32 a sale that is published reaches who issued it, an order that is only put nobody', async () => {
  const { add, db, bus, send } = await startIssuers()
  for (const [slug, token] of [
    ['filled', '1'],
    ['completed', '2'],
    ['put', '3'],
  ] as const) {
    await add(slug, { nft_ranges: [range(contract, token)] })
    const asset = { contractAddress: contract.toUpperCase().replace('0X', '0x'), tokenId: token }
    const order = { hash: `0x${token.repeat(64)}`, blockchain: 'kub', change: slug, asset }
    await send(outgoing('order-book.order.v1', order.hash, OrderChangedSchema, order))
  }
  await untilHeard(bus, 'moderation.sale')
  const { rows } = await db.query('select slug from issuer_sale join issuer using (issuer_id) order by slug')
  expect(rows).toEqual([{ slug: 'completed' }, { slug: 'filled' }])
})
