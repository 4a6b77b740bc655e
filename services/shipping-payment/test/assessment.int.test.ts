import { AssessmentChangedSchema } from '@talad/proto/moderation/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startWorld } from './setup.ts'
import { shoppers } from './shoppers.ts'

test('OB-36 who buys has to have passed new_buyer in a version that counts, and is told before whether there is such an order', async () => {
  const world = await startWorld(inject('postgres'))
  onTestFinished(() => world.close())
  const shop = shoppers(world)
  const say = async (customerId: string, questionsVersion: number, revision: number) => {
    const about = { contentKey: 'new_buyer', customerId, questionsVersion, revision }
    await world.send(
      outgoing('moderation.assessment.v1', `new_buyer:${customerId}`, AssessmentChangedSchema, about),
    )
    await until('it is known', async () => {
      const { rows } = await world.db.query(
        'select 1 from assessment_replica where customer_id = $1 and revision >= $2',
        [customerId, revision],
      )
      return rows.length > 0
    })
  }
  const hash = await shop.onSale()
  const who = shop.somebody()
  const nothing = `0x${'0'.repeat(64)}`
  const codeOf = async (whose: string, wanted: string) => (await shop.ship(whose, wanted)).body.code
  expect(await codeOf(who, nothing)).toBe('order_not_found')
  await say('', 2, 1)
  const refused = 'assessment_required'
  for (const wanted of [hash, nothing]) expect(await codeOf(who, wanted)).toBe(refused)
  await say(`join-${who}`, 1, 1)
  expect(await codeOf(who, hash)).toBe(refused)
  await say(`join-${who}`, 2, 2)
  expect((await shop.ship(who, hash)).shipping.status).toBe('pending')
  expect(await codeOf(shop.somebody(), hash)).toBe(refused)
})
