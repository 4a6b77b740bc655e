import { openBrowser } from '@talad/e2e/browser'
import { startDemonstration } from '@talad/e2e/demonstration'
import type { System } from '@talad/e2e/system'
import { listAssets } from '@talad/proto/http/asset-indexer'
import { flaggingHttp } from '@talad/proto/http/flagging'
import { until } from '@talad/shared/testing/wait'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { atDesk, look, openCase, openQueue, rowOf } from '../src/moderators.ts'
import { openShop, type Shop } from '../src/shop.ts'
import { adminWords } from '../src/words.ts'

let system: System
let browser: Browser
let shop: Shop
beforeAll(async () => {
  system = await startDemonstration(inject('demonstration'))
  browser = await openBrowser()
  shop = openShop(system.run)
}, 400_000)
afterAll(async () => {
  await browser?.close()
  await system?.stop()
})

/** Cases by reports of one person, who may make 20 a day (MO-17). @returns the names of what was reported */
async function report(who: 'buyer' | 'seller', from: number, count: number): Promise<string[]> {
  const person = await shop.person(who)
  const { list } = await person.call(listAssets, { query: { ps: 100 } })
  const chosen = list.slice(from, from + count)
  for (const { _id } of chosen) {
    const body = { asset_id: _id, flag_classification: 'spam' as const }
    await until('it is reported', () =>
      person.call(flaggingHttp.requestFlagging, { body }).catch(() => undefined),
    )
  }
  return chosen.map(({ metadata }) => metadata.name)
}

test('AW-4 AW-5 of two moderators at one case one decides, and the other sees who looks at it, who was faster, and nothing is overwritten', async () => {
  const { run } = system
  const [name = ''] = await report('seller', 40, 1)
  const [first, second] = [
    await atDesk(browser, run, 'demo-thana'),
    await atDesk(browser, run, 'demo-prapha'),
  ]
  await openCase(first.page, run, name)
  await first.page.keyboard.press('c')
  await rowOf(first.page, name).getByText(adminWords.of('claim.mine')).waitFor()
  await openQueue(second.page, run)
  await rowOf(second.page, name).getByText(adminWords.of('claim.others')).waitFor()
  await openCase(second.page, run, name)

  await first.page.keyboard.press('i')
  await first.page.keyboard.press('Enter')
  await first.page.getByText(adminWords.like('flag.decided')).waitFor()
  await second.page.keyboard.press('s')
  await second.page.keyboard.press('1')
  const alert = second.page.getByRole('alert')
  await alert.getByText('join-demo-thana').waitFor()
  expect(await look(second, 'flag-conflict')).toEqual([])
  await second.page.getByRole('heading', { level: 2, name }).waitFor()
  await second.page.getByRole('button', { name: adminWords.of('flag.undo'), exact: true }).waitFor()
  const asset = (await (await shop.person('seller')).call(listAssets, { query: { ps: 100 } })).list[40]
  expect(asset?.dynamic.suspended).toBe(false)
  for (const { faults, close } of [first, second]) {
    // the browser itself notes the answer 409
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
    await close()
  }
})
