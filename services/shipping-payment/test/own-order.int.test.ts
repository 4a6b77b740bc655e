import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
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

const SELLER_WALLET = `0x${'a'.repeat(40)}`

/** Identity says that the seller's wallet is somebody's now; the later move has the higher number. */
const takesOver = (who: string, number: number, revision = number) =>
  world.send(
    outgoing('identity.account.v1', `account-${who}`, AccountChangedSchema, {
      accountId: `account-${who}`,
      customerId: `join-${who}`,
      wallets: [{ address: SELLER_WALLET, provider: 'web3', provedOn: '', number: BigInt(number) }],
      revision,
    }),
  )

test('OB-43 as the seller’s wallet becomes the buyer’s an unpaid purchase is canceled and a paid one delivered', async () => {
  const [quick, slow] = [shop.somebody(), shop.somebody()]
  world.ledger.balances.set(`join-${quick}`, 125_000n)
  const paidOrder = await shop.onSale()
  const { shipping: paid } = await shop.ship(quick, paidOrder)
  await shop.pay(quick, paid._id)
  await shop.reaches(quick, paid._id, 'processing')
  const { shipping: unpaid } = await shop.ship(slow, await shop.onSale())

  await takesOver(slow, 1)
  await takesOver(slow, 1) // said twice
  await until(
    'the unpaid one is canceled',
    async () => (await shop.pick(slow, unpaid._id)).canceled_reason === 'own_order',
  )
  expect((await shop.ship(slow, await shop.onSale())).body.code).toBe('own_order')

  await takesOver(quick, 2)
  await takesOver(slow, 1, 2) // late: the wallet has gone on since
  await until('it is the other’s', async () => {
    const { body } = await shop.ship(quick, await shop.onSale())
    return body.code === 'own_order'
  })
  expect((await shop.pick(quick, paid._id)).status).toBe('processing')
  await shop.fulfilled(paid._id, paidOrder)
  await shop.reaches(quick, paid._id, 'completed')
  await until('who has the wallet no more buys again', async () => {
    const { status } = await shop.ship(slow, await shop.onSale())
    return status === 201
  })
})
