import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { outgoing } from '@talad/shared/bus/port'
import { enqueue } from '@talad/shared/chain/tx-queue'
import { inTx } from '@talad/shared/db'
import { grantPermissions } from '@talad/shared/testing/admins'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  shop = shoppers(world)
})
afterAll(() => world.close())

/** Somebody's purchase, paid from points. */
async function paid(about: Parameters<typeof shop.onSale>[0]) {
  const who = shop.somebody()
  world.ledger.balances.set(`join-${who}`, 125_000n)
  const { shipping } = await shop.ship(who, await shop.onSale(about))
  await shop.pay(who, shipping._id)
  await shop.reaches(who, shipping._id, 'processing')
  return { who, id: shipping._id }
}

let collections = 0
/** A contract of its own. */
const contract = () => `0x${(++collections).toString(16).padStart(40, 'f')}`
const itemOf = (contractAddress: string, tokenId: string) => ({
  asset: { contractAddress, contractType: 'erc721', tokenId },
})

/** What moderation says of a suspension. */
function suspension(
  contractAddress: string,
  revision: number,
  tokens: { tokenFrom?: string; tokenTo?: string; abstractKind?: string; abstractCollectionId?: string } = {},
) {
  const status = revision % 2 === 1 ? 'suspended' : 'unsuspended'
  const about = { suspensionId: `s-${contractAddress}`, status, blockchain: 'kub', contractAddress, revision }
  return world.send(
    outgoing('moderation.suspension.v1', contractAddress, SuspensionChangedSchema, { ...about, ...tokens }),
  )
}

test('SP-30 what is suspended while it is open: unpaid is canceled, paid is refunded, signed finishes', async () => {
  const address = contract()
  const [waiting, signed, other] = [
    await paid(itemOf(address, '5')),
    await paid(itemOf(address, '6')),
    await paid(itemOf(address, '9')),
  ]
  world.chain.signed.add(signed.id)
  const late = shop.somebody()
  const unpaid = await shop.ship(late, await shop.onSale(itemOf(address, '7')))
  await suspension(address, 1, { tokenFrom: '5', tokenTo: '7' })
  await shop.reaches(waiting.who, waiting.id, 'failed')
  expect((await shop.pick(waiting.who, waiting.id)).failed_reason).toBe('suspended')
  await until('the points are back', () => world.ledger.balances.get(`join-${waiting.who}`) === 125_000n)
  await until(
    'it is canceled',
    async () => (await shop.pick(late, unpaid.shipping._id)).canceled_reason === 'suspended',
  )
  expect((await shop.pick(signed.who, signed.id)).status).toBe('processing')
  expect((await shop.pick(other.who, other.id)).status).toBe('processing')
})

test('SP-9 SP-30 what is suspended is not bought until it is unsuspended; an older word changes nothing', async () => {
  const address = contract()
  const hash = await shop.onSale(itemOf(address, '5'))
  const code = async () => (await shop.ship(shop.somebody(), hash)).body.code
  await suspension(address, 3)
  await until('it is suspended', async () => (await code()) === 'asset_suspended')
  await suspension(address, 2)
  await suspension(address, 4, { tokenFrom: '6', tokenTo: '6' })
  await until('it is free', async () => (await code()) !== 'asset_suspended')
})

test('MO-1 SP-30 a suspended virtual collection stops purchases of what stands for it, also of what turns out to later, and of nothing else of its contract', async () => {
  const address = contract()
  const stands = (tokenId: string, abstractCollectionId: string) => {
    const about = { assetId: `a${tokenId}`, blockchain: 'kub', contractAddress: address, tokenId }
    const at = timestampFromDate(new Date())
    const abstract = { abstractKind: 'vnft', abstractCollectionId, abstractItemId: '1' }
    return world.send(
      outgoing('asset-indexer.asset.v1', `${address}:${tokenId}`, AssetChangedSchema, {
        ...about,
        ...abstract,
        at,
      }),
    )
  }
  await stands('5', 'temple')
  await stands('6', 'shop')
  await until('it is known', async () => {
    const sql = 'select 1 from item_standing where contract_address = $1'
    return (await world.db.query(sql, [address])).rows.length === 2
  })
  const [of, beside, late] = [
    await paid(itemOf(address, '5')),
    await paid(itemOf(address, '6')),
    await paid(itemOf(address, '7')),
  ]
  await suspension(address, 1, { abstractKind: 'vnft', abstractCollectionId: 'temple' })
  await shop.reaches(of.who, of.id, 'failed')
  expect((await shop.pick(of.who, of.id)).failed_reason).toBe('suspended')
  for (const { who, id } of [beside, late]) expect((await shop.pick(who, id)).status).toBe('processing')
  const code = async (token: string) =>
    (await shop.ship(shop.somebody(), await shop.onSale(itemOf(address, token)))).body.code
  expect(await code('5')).toBe('asset_suspended')
  expect(await code('6')).not.toBe('asset_suspended')
  await stands('7', 'temple')
  await shop.reaches(late.who, late.id, 'failed')
  expect((await shop.pick(beside.who, beside.id)).status).toBe('processing')
})

test('AW-7 a preview counts what would be canceled, what refunded and what finished', async () => {
  const address = contract()
  const token = async (n: number) => {
    const who = shop.somebody()
    return (await shop.ship(who, await shop.onSale(itemOf(address, `${n}`)))).shipping._id
  }
  const [, unsigned, signed] = [await token(1), await token(2), await token(10), await token(11)]
  // as the relayer leaves them
  for (const [id, status] of [
    [unsigned, 'pending'],
    [signed, 'mined'],
  ] as const) {
    await world.db.query(`update shipping set status = 'processing' where id = $1`, [id])
    await inTx(world.db, (tx) =>
      enqueue(tx, { id: `delivery:${id}`, queue: 'none', to: address, data: '0x', deadline: world.now() }),
    )
    await world.db.query('update kit.chain_tx set status = $2 where id = $1', [`delivery:${id}`, status])
  }
  await grantPermissions(world.db, 'join-admin', ['suspension.read'])
  const path = `/moderation/suspension/preview/purchases?blockchain=kub&contract_address=${address}`
  const asked = async (ends: string) => (await world.admin(path + ends)).body
  expect(await asked('')).toEqual({ canceled: 2, refunded: 1, finishing: 1 })
  expect(await asked('&token_from=2&token_to=10')).toEqual({ canceled: 0, refunded: 1, finishing: 1 })
  expect((await world.admin(path, undefined, 'nobody')).status).toBe(403)
  const { rows } = await world.db.query<{ at: Date }>('select max(at) as at from suspension_replica')
  const known = '/moderation/suspension/known/purchases'
  expect((await world.admin(known)).body).toEqual({ newest: rows[0]?.at?.toISOString() ?? null })
  expect((await world.admin(known, undefined, 'nobody')).status).toBe(403)
})

test('SP-30 no purchase slips in beside a suspension, however many begin while it is heard of', async () => {
  const address = contract()
  const hashes = await Promise.all(Array.from({ length: 12 }, (_, n) => shop.onSale(itemOf(address, `${n}`))))
  const begun = hashes.map((hash) => shop.ship(shop.somebody(), hash))
  await suspension(address, 1)
  const codes = (await Promise.all(begun)).map(({ status, body }) => body.code ?? status)
  expect(codes.filter((code) => code !== 201 && code !== 'asset_suspended')).toEqual([])
  await until('all that began has ended', async () => {
    const sql = `select 1 from suspension_replica where suspension_id = $1`
    if ((await world.db.query(sql, [`s-${address}`])).rows.length === 0) return false
    const open = await world.db.query(
      `select 1 from shipping where order_hash = any($1) and status in ('pending', 'processing')`,
      [hashes],
    )
    return open.rows.length === 0
  })
})

test('SP-30 a payment that arrives after the suspension is given back and never delivered', async () => {
  const address = contract()
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale(itemOf(address, '5')))
  const id = shipping._id
  await shop.pay(who, id)
  const orderNo = await shop.orderNoOf(id)
  await suspension(address, 1)
  await until('it is canceled', async () => (await shop.pick(who, id)).status === 'canceled')
  await world.settle(orderNo, 'success')
  await until('the points are there', () => world.ledger.balances.get(`join-${who}`) === 125_000n)
  expect(world.deliveries.some((one) => one.shippingId === id)).toBe(false)
  // SP-19: told to the buyer
  await until('it is told', async () => (await shop.pick(who, id)).late_credit === 125_000)
})
