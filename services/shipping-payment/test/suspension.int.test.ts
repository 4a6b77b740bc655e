import { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { outgoing } from '@talad/shared/bus/port'
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
  tokens: { tokenFrom?: string; tokenTo?: string } = {},
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
