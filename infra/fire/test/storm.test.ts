import { randomFrom } from '@talad/demo/random'
import { serviceNames } from '@talad/services/manifests'
import { expect, test } from 'vitest'
import { drawPlans } from '../src/storm/shoppers.ts'
import { createPace, drawBlows } from '../src/storm/weather.ts'

test('each service is killed as often as any other, and every server is taken away', () => {
  const blows = drawBlows(200, randomFrom('a seed'))
  const kills = serviceNames.map(
    (name) => blows.filter((blow) => blow.what === 'kill' && blow.service === name).length,
  )
  expect(new Set(kills).size).toBe(1)
  expect(kills.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(60)
  expect(blows.filter(({ what }) => what === 'freeze')).toHaveLength(4)
  const parts = blows.flatMap((blow) => (blow.what === 'restart' ? [`${blow.part} ${blow.way}`] : []))
  expect(new Set(parts)).toEqual(new Set(['kafka KILL', 'postgres QUIT', 'postgres KILL', 'redis KILL']))
})

test('also a small storm has every kind of purchase that ends within it', () => {
  const intents = drawPlans(20, randomFrom('a seed')).map(({ intent }) => intent)
  expect(new Set(intents)).toEqual(new Set(['card', 'points', 'both', 'declined', 'cancel']))
})

test('purchases wait for blows and blows for purchases, and neither waits for ever', async () => {
  const pace = createPace(10, 5)
  const order: string[] = []
  const purchases = async () => {
    for (let index = 0; index < 10; index++) {
      await pace.purchaseMayBegin(index / 10)
      pace.purchaseBegan()
      order.push('purchase')
    }
  }
  const blows = async () => {
    for (let index = 0; index < 5; index++) {
      await pace.blowMayCome(index / 5)
      pace.blowCame()
      order.push('blow')
    }
  }
  await Promise.all([purchases(), blows()])
  expect(order.lastIndexOf('blow')).toBeGreaterThan(order.indexOf('purchase') + 5)
  expect(order.indexOf('blow')).toBeLessThan(order.lastIndexOf('purchase') - 5)
})
