import { holdings } from '@talad/demo/plan'
import { control } from '@talad/dev/seed/site'
import { until } from '@talad/shared/testing/wait'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appThere } from '../src/app-there.ts'
import { openBrowser } from '../src/browser.ts'
import { type Canary, watchCanary } from '../src/canary.ts'
import { loaded as screenLoaded, signInAtDesk } from '../src/desk.ts'
import { startHostileMarket } from '../src/hostile-market.ts'
import { writeProject } from '../src/hostile-projects.ts'
import { writePayloads } from '../src/hostile-words.ts'
import { payloads } from '../src/payloads.ts'
import { signIn, signInToJoin } from '../src/profiles.ts'
import { openShop, type Shop } from '../src/shop.ts'
import type { System } from '../src/system.ts'
import { wordsIn } from '../src/words.ts'

const words = wordsIn('th')
let market: Awaited<ReturnType<typeof startHostileMarket>>
let system: System
let browser: Browser
let shop: Shop
beforeAll(async () => {
  market = await startHostileMarket()
  system = market.system
  browser = await openBrowser()
  shop = openShop(system.run)
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await market?.close()
})

async function profile(
  who: 'visitor' | 'seller' | 'buyer',
): Promise<{ context: BrowserContext; canary: Canary }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(60_000)
  const canary = await watchCanary(context)
  await signIn(context, system.run, who)
  return { context, canary }
}

async function see(page: Page, canary: Canary, path: string): Promise<void> {
  await page.goto(system.run.gateway + path)
  await canary.look(page) // as the server has drawn it
  await appThere(page)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await canary.look(page)
}

/** Each token once. */
const tokens = [...new Map(holdings.map((one) => [`${one.collection} ${one.tokenId}`, one])).values()]

test('B39 no payload in the names, traits, descriptions, links and pictures of tokens runs', async () => {
  const { context, canary } = await profile('visitor')
  const page = await context.newPage()
  await see(page, canary, '/')
  for (const { slug } of system.run.contracts.collections) {
    await see(page, canary, `/collection/${slug}`)
    await page.getByRole('button', { name: words.of('filter.title') }).click()
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    await canary.look(page)
    await see(page, canary, `/collection/${slug}?tab=activity`)
  }
  for (const { address } of system.run.accounts) await see(page, canary, `/${address}`)
  for (const { collection, tokenId } of tokens)
    await see(page, canary, shop.pathOf({ collection, id: tokenId }))
  expect([...canary.executed]).toEqual([])
  expect(canary.stopped).toEqual([])
  expect(canary.drawn.size).toBeGreaterThanOrEqual(300)
  await context.close()
})

test('B39 no payload runs in the windows of buying and listing, nor on the account', async () => {
  const [seller, buyer] = [await profile('seller'), await profile('buyer')]
  const selling = await seller.context.newPage()
  await see(selling, seller.canary, shop.pathOf({ collection: 'lantern', id: 19 }))
  await selling.getByRole('button', { name: words.of('panel.list') }).click()
  await selling.getByRole('dialog').getByRole('textbox').first().waitFor()
  await seller.canary.look(selling)
  await see(selling, seller.canary, '/account?tab=sales')

  const buying = await buyer.context.newPage()
  await see(buying, buyer.canary, shop.pathOf({ collection: 'betta', id: 1 }))
  await buying.getByRole('button', { name: words.of('panel.buy') }).click()
  await buying.getByRole('button', { name: words.of('buy.reserve') }).waitFor()
  await buyer.canary.look(buying)
  await buying.getByRole('button', { name: words.of('buy.reserve') }).click()
  await buying.getByRole('button', { name: words.like('pay.card') }).waitFor()
  await buyer.canary.look(buying)
  await see(buying, buyer.canary, '/account')
  const { _id } = await shop.delivered('buyer')
  await see(buying, buyer.canary, `/payment/return?shipping_id=${_id}`)
  for (const { canary } of [seller, buyer]) {
    expect([...canary.executed]).toEqual([])
    expect(canary.stopped).toEqual([])
    expect(canary.drawn.size).toBeGreaterThan(0)
  }
  await seller.context.close()
  await buyer.context.close()
})

test('B39 no payload runs in the name of a person', async () => {
  const names = { nameTH: payloads[0], nameEN: payloads[1] }
  const user = {
    id: 'hostile',
    phone: '+66810000099',
    email: 'hostile@example.com',
    level: 'SILVER',
    ...names,
    privateKey: `0x${'7a'.repeat(32)}`,
  }
  await control(system.run, 'POST', 'join/users', { users: [user] })
  const { context, canary } = await profile('visitor')
  await signInToJoin(context, system.run, user.id)
  const page = await context.newPage()
  await see(page, canary, '/account')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await canary.look(page)
  expect([...canary.executed]).toEqual([])
  expect(canary.stopped).toEqual([])
  expect([...canary.drawn]).toContain(0)
  await context.close()
})

test('B39 no payload in an address of the site runs', async () => {
  const { context, canary } = await profile('visitor')
  const page = await context.newPage()
  const chosen = payloads.slice(0, 12).map(encodeURIComponent)
  const slug = system.run.contracts.collections[0]?.slug
  const addresses = (one: string) => [
    `/?errorCode=${one}&errorMessage=${one}`,
    `/?errorCode=auth_error&errorMessage=${one}#${one}`,
    `/collection/${slug}?tr[0][key]=${one}&tr[0][value]=${one}&sort=${one}`,
    `/collection/${one}`,
    `/assets/kub/${one}/${one}`,
    `/payment/return?shipping_id=${one}`,
    `/auth/join?sessionId=${one}`,
    `/account?tab=${one}`,
    `/${one}`,
  ]
  for (const path of chosen.flatMap(addresses)) {
    await page.goto(system.run.gateway + path)
    await page.getByRole('banner').waitFor()
  }
  expect([...canary.executed]).toEqual([])
  expect(canary.stopped).toEqual([])
  await context.close()
})

test('B39 no payload runs where people look through the market, search it, and look each other up', async () => {
  const { context, canary } = await profile('visitor')
  const page = await context.newPage()
  await page.setViewportSize({ width: 1_440, height: 900 }) // the filters stand beside what they filter
  await see(page, canary, '/explore')
  await page.getByRole('checkbox').first().waitFor()
  await canary.look(page)
  await see(page, canary, `/explore?q=${encodeURIComponent(payloads[0]?.slice(0, 40) ?? '')}`)
  for (const path of ['/collections', '/fees', '/favourites']) await see(page, canary, path)
  const { address } = system.run.accounts[0] ?? { address: '' }
  for (const tab of ['listed', 'offered', 'activity'])
    await see(page, canary, `/people/${address}?tab=${tab}`)
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill(payloads[0]?.slice(0, 40) ?? '')
  await page.getByRole('option').first().waitFor()
  await canary.look(page)
  expect([...canary.executed]).toEqual([])
  expect(canary.stopped).toEqual([])
  expect(canary.drawn.size).toBeGreaterThan(20)
  await context.close()
})

test('B39 no payload runs in the windows of trades on the chain', async () => {
  const [seller, buyer] = [await profile('seller'), await profile('buyer')]
  const windows = [
    [seller, 'lantern', 19, 'panel.list', 'list.price', 'list.youGet'],
    [buyer, 'betta', 3, 'panel.offer', 'offer.price', 'list.sellerGets'],
  ] as const
  for (const [{ context, canary }, collection, id, open, price, share] of windows) {
    const page = await context.newPage()
    await see(page, canary, shop.pathOf({ collection, id }))
    await page
      .getByRole('button', { name: words.of(open), exact: true })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.of('list.currency')).selectOption({ label: 'THBK' })
    await dialog.getByLabel(words.of(price), { exact: true }).fill('350')
    await dialog.getByText(words.of(share)).waitFor()
    await canary.look(page)
    expect([...canary.executed]).toEqual([])
    expect(canary.stopped).toEqual([])
    expect(canary.drawn.size).toBeGreaterThan(0)
    await context.close()
  }
})

test('B39 no payload runs at the desks of the market and of moderators, in what people report, nor in what is asked before somebody buys', async () => {
  const desks = await writePayloads(system.run)
  const context = await browser.newContext({
    viewport: { width: 1_440, height: 900 },
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(60_000)
  const canary = await watchCanary(context)
  const desk = await context.newPage()
  await signInAtDesk(system.run, { page: desk }, 'demo-prapha')
  for (const path of ['collections', 'orders', 'indexer', 'flags', 'suspensions']) {
    await desk.goto(`${system.run.admin}/${path}`)
    await desk.getByRole('main').getByRole('heading').first().waitFor()
    const first = desk.locator('tbody tr').first().getByRole('button').first()
    if (
      await first.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    ) {
      await canary.look(desk)
      await first.click()
      await desk.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()
    }
    await canary.look(desk)
  }
  for (const path of desks) {
    await desk.goto(system.run.admin + path)
    await screenLoaded(desk)
    await canary.look(desk)
  }
  expect([...canary.executed]).toEqual([])
  expect(canary.stopped).toEqual([])
  // of the reports, and of the names of what was reported
  expect(canary.drawn.size).toBeGreaterThanOrEqual(100)
  await context.close()

  const buyer = await profile('buyer')
  const page = await buyer.context.newPage()
  await see(page, buyer.canary, '/account?tab=reports')
  await page
    .getByText(/__pwned/)
    .first()
    .waitFor()
  await buyer.canary.look(page)
  await see(page, buyer.canary, shop.pathOf({ collection: 'betta', id: 3 }))
  await page.getByRole('button', { name: words.of('panel.buy') }).click()
  await page.getByRole('button', { name: words.of('buy.reserve') }).click()
  await page.getByRole('button', { name: words.of('quiz.start') }).click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
  await buyer.canary.look(page)
  expect([...buyer.canary.executed]).toEqual([])
  expect(buyer.canary.stopped).toEqual([])
  expect([...buyer.canary.drawn]).toEqual(expect.arrayContaining([1, 2, 3]))
  await buyer.context.close()
})

test('B39 no payload runs in what a project says of itself, its things and its campaigns, in the shop and at its desk', async () => {
  const { pages, desks } = await writeProject(system.run)
  const { context, canary } = await profile('visitor')
  const page = await context.newPage()
  for (const path of pages) await see(page, canary, path)
  expect(canary.drawn.size).toBeGreaterThanOrEqual(30)
  const admin = await browser.newContext({
    viewport: { width: 1_440, height: 900 },
    reducedMotion: 'reduce',
  })
  admin.setDefaultTimeout(60_000)
  const watched = await watchCanary(admin)
  const desk = await admin.newPage()
  await signInAtDesk(system.run, { page: desk }, 'demo-prapha')
  for (const path of desks) {
    await desk.goto(system.run.admin + path)
    await screenLoaded(desk)
    await watched.look(desk)
  }
  for (const { executed, stopped } of [canary, watched]) {
    expect([...executed]).toEqual([])
    expect(stopped).toEqual([])
  }
  expect(watched.drawn.size).toBeGreaterThan(5)
  await admin.close()
  await context.close()
})

/** Runs in the page, as a fault: text of others is put into it as markup. */
const asMarkup = `new MutationObserver(() => {
  for (const element of document.querySelectorAll('h1, h2, p, dt, dd, span')) {
    if (element.childElementCount > 0 || element.dataset.put || !element.textContent.includes('__pwned')) continue
    element.dataset.put = 'yes'
    element.innerHTML = element.textContent
  }
}).observe(document, { subtree: true, childList: true, characterData: true })`

/** The ninth token has payloads that run by themselves, such as a picture that can't be loaded. */
const loaded = { collection: 'betta', id: 9 } as const

async function putAsMarkup(context: BrowserContext): Promise<Page> {
  await context.addInitScript({ content: asMarkup })
  const page = await context.newPage()
  await page.goto(system.run.gateway + shop.pathOf(loaded))
  await page.getByRole('main').getByRole('heading').first().waitFor()
  return page
}

test('B39 with a planted fault that puts text as markup, the policy stops the payloads, and it is told', async () => {
  const { context, canary } = await profile('visitor')
  await putAsMarkup(context)
  await until('the policy has stopped something', () => canary.stopped.length > 0)
  expect([...canary.executed].filter((what) => what.startsWith('payload'))).toEqual([])
  await context.close()
})

test('B39 with the same fault and without the policy, payloads run, and it is seen', async () => {
  const { context, canary } = await profile('visitor')
  await context.route(/\/assets\/kub\//, async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': _policy, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await putAsMarkup(context)
  await until('a payload has run', () => [...canary.executed].some((what) => what.startsWith('payload')))
  await context.unrouteAll({ behavior: 'ignoreErrors' }) // what payloads still ask for ends with the page
  await context.close()
})
