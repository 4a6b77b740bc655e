import { AssessmentChangedSchema } from '@talad/proto/moderation/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

const answered = z.looseObject({
  code: z.string().optional(),
  details: z.looseObject({ content_key: z.string().optional() }).optional(),
})

/** Says what moderation would, and waits until it is heard of. */
async function say(
  world: World,
  contentKey: string,
  customerId: string,
  [questionsVersion, revision]: [number, number],
): Promise<void> {
  const about = { contentKey, customerId, questionsVersion, revision }
  await world.send(
    outgoing('moderation.assessment.v1', `${contentKey}:${customerId}`, AssessmentChangedSchema, about),
  )
  await until('it is known', async () => {
    const { rows } = await world.db.query(
      'select 1 from assessment_replica where content_key = $1 and customer_id = $2 and revision >= $3',
      [contentKey, customerId, revision],
    )
    return rows.length > 0
  })
}

test('SP-9 who accepts an offer in crypto has to have passed new_seller, and who buys new_buyer', async () => {
  const world = await startWorld(inject('postgres'))
  onTestFinished(() => world.close())
  const shop = shoppers(world)
  const begin = async (who: string, order_hash: string) => {
    const body = { order_hash, amount: 1, recipient_address: `0x${'b'.repeat(40)}` }
    const response = await world.ask(who, '/user/v1/shipping/ship-crypto', body)
    const { code, details } = answered.parse(await response.json())
    return { status: response.status, code, key: details?.content_key }
  }
  const bought = await shop.onSale({ shipper: false })
  const accepted = await shop.onSale({ shipper: false, type: 'offer' })
  const who = shop.somebody()
  const refused = (key: string) => ({ status: 403, code: 'assessment_required', key })
  await say(world, 'new_seller', '', [1, 1])
  await say(world, 'new_buyer', '', [1, 1])
  expect(await begin(who, accepted)).toEqual(refused('new_seller'))
  expect(await begin(who, bought)).toEqual(refused('new_buyer'))
  await say(world, 'new_seller', `join-${who}`, [1, 1])
  expect(await begin(who, accepted)).toMatchObject({ status: 201 })
  expect(await begin(who, bought)).toEqual(refused('new_buyer'))
  await say(world, 'new_buyer', `join-${who}`, [1, 1])
  expect(await begin(who, bought)).toMatchObject({ status: 201 })
})

test('OB-36 who buys has to have passed new_buyer in a version that counts, and is told before whether there is such an order', async () => {
  const world = await startWorld(inject('postgres'))
  onTestFinished(() => world.close())
  const shop = shoppers(world)
  const hash = await shop.onSale()
  const who = shop.somebody()
  const nothing = `0x${'0'.repeat(64)}`
  const codeOf = async (whose: string, wanted: string) => (await shop.ship(whose, wanted)).body.code
  expect(await codeOf(who, nothing)).toBe('order_not_found')
  await say(world, 'new_buyer', '', [2, 1])
  const refused = 'assessment_required'
  for (const wanted of [hash, nothing]) expect(await codeOf(who, wanted)).toBe(refused)
  await say(world, 'new_buyer', `join-${who}`, [1, 1])
  expect(await codeOf(who, hash)).toBe(refused)
  await say(world, 'new_buyer', `join-${who}`, [2, 2])
  expect((await shop.ship(who, hash)).shipping.status).toBe('pending')
  expect(await codeOf(shop.somebody(), hash)).toBe(refused)
})
