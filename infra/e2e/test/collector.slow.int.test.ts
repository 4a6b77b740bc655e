import { createClient } from '@talad/proto/http/client'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visitor } from '../src/browser.ts'
import { approveOnPhone, listInBrowser, signInWithJoin } from '../src/browser-job.ts'
import { browser, system } from './demonstration.ts'

const card = (page: Page) => page.locator('main a[href^="/assets/"]')
const contentOf = (html: string, name: string) =>
  new RegExp(`property="${name}" content="([^"]*)"`).exec(html)?.[1]

test('WB-1 a link to an asset shows its picture and price to those who run no scripts', async () => {
  const { run } = system
  const contract = run.contracts.collections.find(({ key }) => key === 'betta')?.address ?? ''
  const page = await fetch(`${run.gateway}/assets/${run.blockchain}/${contract}/1`)
  const html = await page.text()
  expect(contentOf(html, 'og:title')).toMatch(/[\u0e00-\u0e7f]/)
  const picture = await fetch(contentOf(html, 'og:image') ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(20_000)
})

test('what is liked before signing in is liked by the account afterwards, and is found again', async () => {
  const somebody = await visitor(browser)
  const { page, faults } = somebody
  await page.goto(system.run.gateway)
  await card(page).first().waitFor()
  await page.getByRole('button', { name: /^ถูกใจ/ }).first().click()
  await page
    .getByRole('button', { name: /^เลิกถูกใจ/ })
    .first()
    .waitFor()
  await page.goto(`${system.run.gateway}/favourites`)
  await card(page).first().waitFor()
  const liked = await card(page).first().getAttribute('href')
  await somebody.shot('20-favourites-of-a-visitor')
  await signInWithJoin(somebody, 'demo-mali')
  await expect.poll(() => page.evaluate("localStorage.getItem('talad.favourites')")).toBeNull()
  // the page is there before it is known whose it is
  await page.route('**/token/half-refresh', async (route) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await route.continue()
  })
  await page.goto(`${system.run.gateway}/favourites`)
  await card(page).first().waitFor()
  expect(await card(page).first().getAttribute('href')).toBe(liked)
  await page.unroute('**/token/half-refresh')
  await card(page).first().click()
  await page.getByRole('heading', { name: 'ประวัติราคา' }).waitFor()
  await somebody.shot('21-asset-with-history')
  await page.goto(system.run.gateway)
  await page.getByRole('heading', { name: 'ดูล่าสุด' }).waitFor()
  expect(faults).toEqual([])
  await somebody.close()
})

test('OB-13 a seller changes a price with one signature, and the old listing is gone', async () => {
  const { run } = system
  const seller = await visitor(browser)
  const { page } = seller
  const contract = run.contracts.collections.find(({ key }) => key === 'lantern')?.address ?? ''
  await page.goto(run.gateway)
  await signInWithJoin(seller, 'demo-somchai')
  await listInBrowser(run, seller, { contract, tokenId: '19', priceText: '1234.57', netText: '1,141.99' })
  await page.getByRole('button', { name: 'เปลี่ยนราคา' }).click()
  const dialog = page.getByRole('dialog')
  const price = dialog.getByLabel('ราคาขาย', { exact: true })
  expect(await price.inputValue()).toBe('1234.57')
  await price.fill('999')
  await dialog.getByText('924.08').first().waitFor()
  await seller.shot('22-new-price')
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: 'เปลี่ยนราคา', exact: true }).click()
  await dialog.getByRole('link', { name: 'เปิดแอป Join' }).click()
  await approveOnPhone(await opened, seller.shot)
  await dialog.getByText('เปลี่ยนราคาแล้ว', { exact: true }).waitFor()
  const call = createClient({ baseUrl: run.gateway })
  const query = { ad: contract, ti: '19', st: 'of,ca' }
  await expect
    .poll(async () =>
      (await call(orderBookHttp.listOrders, { query })).list
        .map(({ status, basic }) => `${basic.price.value} ${status}`)
        .sort(),
    )
    .toEqual(['1234.57 cancelled', '999 offchain'])
  expect(seller.faults).toEqual([])
  await seller.close()
})

test('without a network there is a page of our own, and nothing else was kept', async () => {
  const { page, close } = await visitor(browser)
  await page.goto(system.run.gateway)
  await page.evaluate(`new Promise((done) => {
    if (navigator.serviceWorker.controller) done()
    else navigator.serviceWorker.addEventListener('controllerchange', () => done())
  })`)
  await page.context().setOffline(true)
  await page.goto(`${system.run.gateway}/account`)
  await page.getByRole('heading', { name: 'ตอนนี้ไม่มีอินเทอร์เน็ต' }).waitFor()
  const kept = await page.evaluate(`(async () => {
    const found = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname)
    return found.sort()
  })()`)
  expect(kept).toEqual(['/favicon.svg', '/offline.css', '/offline.html', '/offline.js'])
  await page.context().setOffline(false)
  // by itself, without a press
  await page.getByRole('heading', { name: 'ตอนนี้ไม่มีอินเทอร์เน็ต' }).waitFor({ state: 'detached' })
  await page.waitForURL(`${system.run.gateway}/account`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await close()
})
