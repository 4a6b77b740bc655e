import { list, signWithKey } from '@talad/dev/seed/listing'
import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { live, liveMarket } from '@talad/proto/http/gateway/live'
import { logout } from '@talad/proto/http/identity/session'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appThere } from '../src/app-there.ts'
import { barriers } from '../src/barriers.ts'
import { newProfile } from '../src/browser.ts'
import { signIn, type Who } from '../src/profiles.ts'
import { goods } from '../src/shop.ts'
import { watchMessages } from '../src/toast.ts'
import { wordsIn } from '../src/words.ts'
import { browser, shop, system } from './demonstration.ts'

const words = wordsIn('th')
const assetLink = (page: Page) => page.locator('main a[href^="/assets/"]').first()
const PHONE = { width: 390, height: 844 }

async function come(who: Who) {
  const context = await newProfile(browser)
  await signIn(context, system.run, who)
  const said = await watchMessages(context)
  return { context, page: await context.newPage(), said }
}

/**
 * Opens a page whose app comes only when it is let: until then there is what the server has drawn. A server that is busy
 * draws nothing, or less: then it is asked again until `part` is there.
 */
async function openDrawn(page: Page, path: string, part: Locator): Promise<() => void> {
  let letIn = () => {}
  const held = new Promise<void>((resolve) => {
    letIn = resolve
  })
  await page.route(/\/assets\/app-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  for (;;) {
    await page.goto(system.run.gateway + path, { waitUntil: 'commit' })
    const drawn = page.locator('#root > [data-drawn]').filter({ has: part })
    const isDrawn = await drawn.waitFor({ state: 'attached', timeout: 5_000 }).then(
      () => true,
      () => false,
    )
    if (isDrawn) return letIn
  }
}

test('WB-3 an address brings no words of its own into our messages', async () => {
  const { context, page, said } = await come('visitor')
  await page.goto(`${system.run.gateway}/?errorCode=auth_error&errorMessage=Call+02-000-0000`)
  await said(/^หมดเวลาใช้งาน/)
  await page.waitForURL(({ search }) => search === '')
  expect(await page.getByText('02-000-0000').count()).toBe(0)
  await context.close()
})

test('WB-2 each link of the first pages answers 200 when it is opened, reloaded or shared', async () => {
  const { context, page } = await come('collector')
  const { gateway } = system.run
  const foundOn = new Map<string, string>()
  const own = ['', '/wallet', '/security', '/ways', '/privacy'].map((page) => `/account${page}`)
  const open = [
    '/',
    '/explore',
    '/collections',
    '/collection/siam_betta',
    '/about/help',
    '/fees',
    '/favourites',
  ]
  for (const path of [...open, ...own, shop.pathOf(goods.listed)]) {
    await page.goto(gateway + path)
    await appThere(page)
    await page.locator('footer a').first().waitFor()
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href'))`,
    )
    for (const link of links) foundOn.set(link, path)
  }
  expect(foundOn.size).toBeGreaterThan(10)
  const missing: string[] = []
  for (const [link, path] of foundOn) {
    const answer = await context.request.get(gateway + link)
    if (answer.status() !== 200) missing.push(`${link} of ${path}: ${answer.status()}`)
  }
  expect(missing).toEqual([])
  await context.close()
})

test('WB-4 who comes back after the session ended is told once, and the place is kept', async () => {
  const { context, page, said } = await come('collector')
  const ended = await context.request.post(system.run.gateway + logout.path, { data: {} })
  expect(ended.ok()).toBe(true)
  await page.goto(system.run.gateway + shop.pathOf(goods.listed), { waitUntil: 'commit' })
  await said(/^หมดเวลาใช้งาน/)
  await page.waitForURL(({ pathname, search }) => pathname === '/' && search === '')
  await page
    .getByRole('link', { name: words.of('nav.signIn'), exact: true })
    .first()
    .waitFor()
  expect(await page.evaluate(`sessionStorage.getItem('talad.return')`)).toContain('/assets/')
  await context.close()
})

test('a press before the app is there is not lost: a button is pressed when it is, a link leads on at once', async () => {
  const { context, page } = await come('visitor')
  // the one of a phone
  const search = page.getByRole('button', { name: words.of('search.label') }).last()
  const letIn = await openDrawn(page, '/', search)
  await search.click()
  letIn()
  await appThere(page)
  await page.getByRole('combobox').waitFor()

  const other = await context.newPage()
  await openDrawn(other, '/', assetLink(other))
  await assetLink(other).click()
  // its app is held as well, and with it the end of its loading
  await other.waitForURL(/\/assets\//, { waitUntil: 'commit' })

  const third = await context.newPage()
  const signIn = third.getByRole('link', { name: words.of('panel.signInToBuy') }).first()
  const letThird = await openDrawn(third, shop.pathOf(goods.listed), signIn)
  await signIn.click()
  letThird()
  await third.waitForURL(/\/sign-in$/)
  expect(await third.evaluate(`sessionStorage.getItem('talad.return')`)).toContain('/assets/')
  await context.close()
})

test('WB-16 what has the focus before the app is there has it afterwards', async () => {
  const { context, page } = await come('visitor')
  const link = assetLink(page)
  const letIn = await openDrawn(page, '/', link)
  await link.focus()
  letIn()
  await appThere(page)
  await link.and(page.locator(':focus')).waitFor()
  await context.close()
})

test('of a long list only what is near the screen is drawn; keys and the search of the page reach all of it', async () => {
  const { context, page } = await come('visitor')
  await page.goto(`${system.run.gateway}/explore`)
  await appThere(page)
  const cards = page.locator('.card-grid > *')
  await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(20)
  const last = cards.nth((await cards.count()) - 1) // more come below it as soon as it is in sight
  const isDrawn = () =>
    last.evaluate((card) => card.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isDrawn()).toBe(false)
  const foot = async () => {
    const { y = 0, height = 0 } = (await last.boundingBox()) ?? {}
    return y + height + (await page.evaluate<number>('scrollY'))
  }
  const before = await foot()
  expect(await last.getByRole('link').first().textContent()).not.toBe('') // a screen reader finds it
  await last.getByRole('link').first().focus() // as the Tab key does
  await expect.poll(isDrawn).toBe(true)
  await expect.poll(() => last.getByRole('link').first().isVisible()).toBe(true)
  // what was reserved for it is about what it takes
  expect(Math.abs((await foot()) - before)).toBeLessThan(before / 4)
  await context.close()
})

test('M§9 more of a long list comes 1,000 px before its end, so often that the foot of the page is reached', async () => {
  const { context, page } = await come('visitor')
  await page.goto(`${system.run.gateway}/explore`)
  await appThere(page)
  const cards = page.locator('.card-grid > *')
  await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(20)
  const first = await cards.count()
  // who hasn't scrolled is brought nothing more
  const more = page.getByRole('button', { name: words.of('common.more') })
  await more.waitFor({ state: 'attached' })
  expect(await cards.count()).toBe(first)
  const height = page.viewportSize()?.height ?? 0
  const near = async () => {
    const top = (await more.boundingBox())?.y ?? 0
    await page.mouse.wheel(0, Math.max(1, top - height - 900))
    return cards.count()
  }
  await expect.poll(near).toBeGreaterThan(first)
  const counted = await fetch(`${system.run.gateway}/api/public/v1/assets?ps=1&count=1`)
  const total = listAssets.response.parse(await counted.json()).total ?? 0
  const toEnd = async () => {
    await page.keyboard.press('End')
    return cards.count()
  }
  await expect.poll(toEnd).toBe(Math.min(total, 4 * first)) // three more pages, then the button
  await context.close()
})

test('M§9 of a row of cards two are in sight on a phone, three on a tablet, five, six and seven on wider screens, where a button slides it', async () => {
  const { context, page } = await come('visitor')
  await page.goto(system.run.gateway)
  const slide = page.locator('.slide > ul > li').first()
  const share = async () => {
    const [card, row] = await slide.evaluate((card) => [
      card.getBoundingClientRect().width,
      card.parentElement?.clientWidth ?? 0,
    ])
    return (row + 10) / (card + 10)
  }
  await slide.waitFor()
  await expect.poll(async () => Math.round((await share()) * 100)).toBe(200)
  await page.setViewportSize({ width: 820, height: 1_100 })
  await expect.poll(async () => Math.round((await share()) * 100)).toBe(300)
  for (const [width, cards] of [
    [1_024, 5],
    [1_280, 6],
    [1_536, 7],
  ] as const) {
    await page.setViewportSize({ width, height: 1_000 })
    await expect.poll(async () => Math.round((await share()) * 100)).toBe(cards * 100)
  }
  const start = await slide.evaluate((card) => card.getBoundingClientRect().left)
  const left = () => slide.evaluate((card, from) => from - card.getBoundingClientRect().left, start)
  const [on, back] = [words.of('slide.on'), words.of('slide.back')].map((name) =>
    page.getByRole('button', { name }),
  )
  expect(await back?.count()).toBe(0)
  await on?.first().click()
  await expect.poll(left).toBeGreaterThan(500)
  await back?.first().click()
  await expect.poll(async () => Math.round(await left())).toBe(0)
  expect(await barriers(page, {})).toEqual([])
  await context.close()
})

test('WB-5 of a row of tabs that is wider than a phone the chosen one is in sight', async () => {
  const { context, page } = await come('buyer')
  await page.goto(`${system.run.gateway}/account?tab=money`)
  const chosen = page.getByRole('tab', { selected: true }).first()
  await chosen.waitFor()
  const isInSight = async () => {
    const box = await chosen.boundingBox()
    return box !== null && box.x >= 0 && box.x + box.width <= PHONE.width
  }
  await expect.poll(isInSight).toBe(true)
  await page.getByRole('tab').nth(6).click()
  await expect.poll(isInSight).toBe(true)
  await page.goto(`${system.run.gateway}/account?tab=reports`)
  await chosen.waitFor()
  await expect.poll(isInSight).toBe(true)
  expect(await page.evaluate('scrollY')).toBe(0)
  await context.close()
})

test('WB-16 Back closes a sheet and leaves the page where it was', async () => {
  const { context, page } = await come('buyer')
  await page.goto(system.run.gateway)
  await appThere(page)
  await page.goto(system.run.gateway + shop.pathOf(goods.listed))
  const address = page.url()
  await page.getByRole('button', { name: words.of('panel.buy') }).click()
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  await expect.poll(() => page.evaluate('Boolean(history.state.sheet)')).toBe(true)
  await page.goBack()
  await sheet.waitFor({ state: 'detached' })
  expect(page.url()).toBe(address)
  // closed otherwise, it leaves no entry behind
  await page.getByRole('button', { name: words.of('panel.buy') }).click()
  await expect.poll(() => page.evaluate('Boolean(history.state.sheet)')).toBe(true)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('Boolean(history.state.sheet)')).toBe(false)
  await page.goBack()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await context.close()
})

/** How much later than somebody who is signed in a visitor may see the same. */
const LATER_MS = 3_000

test('WB-10 a visitor sees a new price as soon as somebody who is signed in', async () => {
  const path = shop.pathOf(goods.kept)
  const [, , , contract = '', tokenId = ''] = path.split('/')
  const watchers = await Promise.all(
    (['visitor', 'buyer'] as const).map(async (who) => {
      const { context, page } = await come(who)
      const livePath = who === 'visitor' ? liveMarket.path : live.path
      const connected = page.waitForResponse(
        (answer) => answer.url().includes(`${livePath}?`) && answer.url().includes(contract),
      )
      await page.goto(system.run.gateway + path)
      await page.getByText(words.of('asset.notListed')).first().waitFor()
      await connected
      return { who, context, page }
    }),
  )
  const seller = await shop.person('seller')
  const seen = watchers.map(async ({ who, page }) => {
    await page.getByText('777.00').first().waitFor()
    return [who, performance.now()] as const
  })
  const wish = { contract, type: 'erc721', tokenId, amount: 1n, priceSatang: 77_700n } as const
  await list(system.run, seller, wish, signWithKey(system.run, seller))
  const at = Object.fromEntries(await Promise.all(seen))
  expect((at.visitor ?? 0) - (at.buyer ?? 0)).toBeLessThan(LATER_MS)
  for (const { context } of watchers) await context.close()
})
