import { randomFrom } from '@talad/demo/random'
import { serviceNames } from '@talad/services/manifests'
import { expect, test } from 'vitest'
import { drawNetworkFaults, drawProcessFaults, nameOf } from '../src/chaos/faults.ts'
import { createPace } from '../src/chaos/pace.ts'
import { drawPlans } from '../src/chaos/purchases.ts'

test('each service is killed as often as any other, and every server is taken away', () => {
  const faults = drawProcessFaults(200, randomFrom('a seed'))
  const kills = serviceNames.map(
    (name) => faults.filter((fault) => fault.what === 'kill' && fault.service === name).length,
  )
  expect(new Set(kills).size).toBe(1)
  expect(kills.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(60)
  expect(faults.filter(({ what }) => what === 'freeze')).toHaveLength(4)
  const restarts = faults.flatMap((fault) =>
    fault.what === 'restart' ? [`${fault.server} ${fault.way}`] : [],
  )
  expect(new Set(restarts)).toEqual(new Set(['kafka KILL', 'postgres QUIT', 'postgres KILL', 'redis KILL']))
})

test('the network does everything to every dependency before anything comes again', () => {
  const faults = drawNetworkFaults(25, randomFrom('a seed')).map(nameOf)
  expect(new Set(faults).size).toBe(25)
})

test('also a small run has every kind of purchase that ends within it', () => {
  const intents = drawPlans(20, randomFrom('a seed')).map(({ intent }) => intent)
  expect(new Set(intents)).toEqual(new Set(['card', 'points', 'both', 'declined', 'cancel']))
})

test('purchases wait for faults and faults for purchases, and neither waits for ever', async () => {
  const pace = createPace(10, 5)
  const order: string[] = []
  const purchases = async () => {
    for (let index = 0; index < 10; index++) {
      await pace.purchaseMayBegin(index / 10)
      pace.purchaseBegan()
      order.push('purchase')
    }
  }
  const faults = async () => {
    for (let index = 0; index < 5; index++) {
      await pace.faultMayCome(index / 5)
      pace.faultCame()
      order.push('fault')
    }
  }
  await Promise.all([purchases(), faults()])
  expect(order.lastIndexOf('fault')).toBeGreaterThan(order.indexOf('purchase') + 5)
  expect(order.indexOf('fault')).toBeLessThan(order.lastIndexOf('purchase') - 5)
})
