import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { live, liveMarket } from '@talad/proto/http/gateway/live'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { change } from '../src/answers.ts'
import { newProfile } from '../src/browser.ts'
import { cardButton, choice, isYours } from '../src/browser-job.ts'
import { signIn, type Who } from '../src/profiles.ts'
import { untilAlive } from '../src/scene.ts'
import { goods } from '../src/shop.ts'
import { wordsIn } from '../src/words.ts'
import { browser, shop, system } from './demonstration.ts'

const words = wordsIn('th')

async function somebody(
  who: Who,
  path: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await newProfile(browser)
  await signIn(context, system.run, who)
  const page = await context.newPage()
  await prepare(page)
  await page.goto(system.run.gateway + path)
  await untilAlive(page)
  // gone when the page starts again
  await page.evaluate('window.stillHere = true')
  return { context, page }
}

const isSamePage = async (page: Page) => (await page.evaluate('window.stillHere')) === true
const text = (page: Page, key: Parameters<typeof words.of>[0]) => page.getByText(words.of(key))

test('an open page says that there is no network, keeps what it shows, and goes on when it is back', async () => {
  const { context, page } = await somebody('visitor', '/')
  const link = page.locator(`main a[href="${shop.collectionPath('betta')}"]`).first()
  await link.waitFor()
  await context.setOffline(true)
  await text(page, 'offline.text').waitFor()
  await link.click()
  await page.getByRole('heading', { name: words.of('part.offline') }).waitFor()
  expect(await isSamePage(page)).toBe(true)

  await context.setOffline(false)
  await text(page, 'offline.text').waitFor({ state: 'detached' })
  await page
    .getByRole('main')
    .getByRole('button', { name: words.of('common.retry') })
    .click()
  await page.locator('main a[href^="/assets/"]').first().waitFor()
  expect(await isSamePage(page)).toBe(true)
  await context.close()
})

test('a network that is dead without the browser knowing is found out by a call that fails', async () => {
  const { context, page } = await somebody('seller', shop.pathOf(goods.kept))
  await page.getByRole('button', { name: words.of('panel.list') }).click()
  const dialog = page.getByRole('dialog')
  const price = dialog.getByLabel(words.of('list.price'), { exact: true })
  await price.fill('999')
  await dialog.getByText('924.08').first().waitFor()
  await page.route(/^/, (route) => route.abort('addressunreachable'))
  expect(await page.evaluate('navigator.onLine')).toBe(true)
  await price.fill('1234.57')
  await dialog.getByText(words.of('offline.window')).waitFor()

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await dialog.getByText(words.of('offline.window')).waitFor({ state: 'detached' })
  await dialog.getByText('1,141.99').first().waitFor()
  expect(await price.inputValue()).toBe('1234.57')
  expect(await isSamePage(page)).toBe(true)
  await context.close()
})

test('WB-10 a visitor and somebody who is signed in see that a listing has ended, long before they would ask again', async () => {
  const [, , , contract = '', token = ''] = shop.pathOf(goods.onSale).split('/')
  const seller = await shop.person('seller')
  const { list } = await seller.call(orderBookHttp.listOrders, { query: { ad: contract, ti: token } })
  const asset = `asset:${contract}:${token}`
  const connected: Promise<unknown>[] = []
  const watching = (path: string) => async (page: Page) => {
    const isLive = (url: string) => url.includes(`${path}?`) && url.includes(asset)
    connected.push(page.waitForResponse((answer) => isLive(answer.url())))
  }
  const visitor = await somebody('visitor', shop.pathOf(goods.onSale), watching(liveMarket.path))
  const buyer = await somebody('buyer', shop.pathOf(goods.onSale), watching(live.path))
  const open = [
    { ...visitor, offer: text(visitor.page, 'panel.signInToBuy').first() },
    { ...buyer, offer: text(buyer.page, 'panel.buy').first() },
  ]
  for (const { offer } of open) await offer.waitFor()
  await Promise.all(connected)

  for (const { _id } of list) await seller.call(orderBookHttp.cancelOrder, { body: { order_id: _id } })
  for (const { page, context, offer } of open) {
    await offer.waitFor({ state: 'detached', timeout: 15_000 })
    expect(await isSamePage(page)).toBe(true)
    await context.close()
  }
})

test('SP-33 a payment without an answer says that nothing is lost, and goes on with the next press', async () => {
  const { _id } = await shop.reserve('buyer', goods.wanted)
  const { context, page } = await somebody('buyer', `/payment/return?shipping_id=${_id}`)
  const pay = cardButton(page)
  await pay.waitFor()
  await context.setOffline(true)
  await text(page, 'offline.payment').waitFor()
  await pay.click()
  await text(page, 'offline.pay').waitFor()
  expect(await isSamePage(page)).toBe(true)
  await context.setOffline(false)
  await text(page, 'offline.payment').waitFor({ state: 'detached' })
  await pay.click()
  await choice(page, 'success').click()
  await isYours(page).waitFor()
  await context.close()
})

test('WB-10 the first page of a market that has just opened fills by itself', async () => {
  const nothing = <T extends object>(body: T) => ({ ...body, list: [], nextCursor: null })
  const { context, page } = await somebody('visitor', '/', async (empty) => {
    await empty.clock.install()
    await change(empty, assetIndexerHttp.listAssets, nothing)
    await change(empty, assetIndexerHttp.listCollections, nothing)
    await change(empty, assetIndexerHttp.listEvents, nothing)
  })
  await text(page, 'home.nothingYet').first().waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.clock.fastForward(15_000)
  const main = page.getByRole('main')
  await main.getByRole('link').locator('img').first().waitFor()
  await main
    .getByRole('listitem')
    .filter({ hasText: words.of('event.sale') })
    .first()
    .waitFor()
  await main
    .locator(`a[href="${shop.collectionPath('betta')}"]`)
    .first()
    .waitFor()
  expect(await isSamePage(page)).toBe(true)
  await context.close()
})

test('a site that was built anew offers its new version, and nothing is reloaded unasked', async () => {
  const { context, page } = await somebody('visitor', '/')
  const link = page.locator(`main a[href="${shop.collectionPath('lantern')}"]`).first()
  await link.waitFor()
  await page.route(/\/assets\/[^/]+\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      if (route.request().resourceType() === 'document') return route.fallback()
      const body = '<script type="module" crossorigin src="/assets/of-another-build.js"></script>'
      return route.fulfill({ contentType: 'text/html', body })
    },
  )
  await link.click()
  await page.getByRole('heading', { name: words.of('part.missing') }).waitFor()
  await text(page, 'version.text').waitFor()
  expect(await isSamePage(page)).toBe(true)

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page
    .getByRole('status')
    .getByRole('button', { name: words.of('version.reload') })
    .click()
  await page.locator('main a[href^="/assets/"]').first().waitFor()
  expect(await isSamePage(page)).toBe(false)
  await context.close()
})
