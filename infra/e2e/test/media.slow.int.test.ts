import { until } from '@talad/shared/testing/wait'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goods, type Token } from '../src/shop.ts'
import { readDown } from '../src/steps.ts'
import { wordsIn } from '../src/words.ts'
import { crowd, shop, system } from './demonstration.ts'

const words = wordsIn('th')

async function open(token: Token): Promise<Page> {
  const page = await (await crowd.profileOf('visitor')).newPage()
  await page.goto(system.run.gateway + shop.pathOf(token))
  return page
}

test('AI-21 a sound is fetched and played once somebody presses, over the picture; what can’t be played leaves the picture, with a word', async () => {
  const page = await open(goods.ringing)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/media/asset/')) asked.push(request.headers().range ?? '')
  })
  const button = page.getByRole('button', { name: words.of('media.hear') })
  await button.waitFor()
  expect(await page.locator('audio, video').count()).toBe(0)
  expect(asked).toEqual([])
  await button.click()
  await page.locator('audio').waitFor()
  const told = (what: string) => page.evaluate(`((audio) => ${what})(document.querySelector('audio'))`)
  expect(await told('[audio.controls, audio.autoplay, audio.preload]')).toEqual([true, false, 'none'])
  await until('it plays', async () => (await told('audio.currentTime > 0')) === true)
  expect(asked.length).toBeGreaterThan(0)
  await page.close()

  const other = await (await crowd.profileOf('visitor')).newPage()
  await other.route(/\/media\/asset\//, (route) => route.fulfill({ status: 503 }))
  await other.goto(system.run.gateway + shop.pathOf(goods.ringing))
  await other.getByRole('button', { name: words.of('media.hear') }).click()
  await other.getByText(words.of('media.failed')).waitFor()
  expect(await other.locator('audio').count()).toBe(0)
  expect(await other.locator('main img').first().isVisible()).toBe(true)
  await other.close()
})

test('AI-9 the page of an item says who issues it', async () => {
  const page = await open(goods.many)
  await readDown({ page })
  await page.getByText('คณะกรรมการงานวัด').waitFor()
  await page.close()
})
