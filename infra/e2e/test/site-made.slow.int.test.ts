import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Visitor, visitor } from '../src/browser.ts'
import { atDesk, DRESSES, dressed, look } from '../src/desk.ts'
import { press, tabTo } from '../src/keyboard.ts'
import { adminWords as w, wordsIn } from '../src/words.ts'
import { browser, system } from './demonstration.ts'

const DOMAIN = 'walked.localhost'
const FIRST = 'งานวัดของเรา'
const SECOND = 'ลอยกระทงปีนี้'
const TAGS = /googletagmanager/

const siteUrl = () => Object.assign(new URL(system.run.gateway), { hostname: DOMAIN }).origin
const words = wordsIn('th')

/** Gives a reason for what was asked, and closes the window once it is done. */
async function decided(page: Page, button: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(w.of('decision.reason')).fill('ตรวจแล้ว')
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.getByText(w.of('decision.done')).waitFor()
  await dialog
    .getByRole('button', { name: w.of('common.close'), exact: true })
    .last()
    .click()
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: w.of('publishing.publish'), exact: true }).click()
  await decided(page, w.of('publishing.publish'))
}

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name, exact: true }).click()

async function opened(chief: Visitor): Promise<void> {
  const { page } = chief
  await page.goto(`${system.run.admin}/sites?id=new`)
  await page.getByLabel(w.of('site.slug')).fill('walked')
  for (const name of await page.getByLabel(w.of('site.name')).all()) await name.fill('วัดที่เดินดู')
  await page.getByRole('button', { name: w.of('site.addHost') }).click()
  await page.getByLabel(w.of('site.domain'), { exact: true }).fill(DOMAIN)
  await page.getByLabel(w.of('site.gtm'), { exact: true }).fill('GTM-WALKED1')
  await page.getByRole('button', { name: w.of('site.open'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(w.of('decision.reason')).fill('เปิดใหม่')
  await dialog.getByRole('button', { name: w.of('site.open'), exact: true }).click()
  await page.getByText(w.of('home.none')).waitFor()
}

async function dressedUp({ page }: Visitor): Promise<void> {
  await tab(page, w.of('look.tab'))
  await page
    .getByRole('textbox', { name: `${w.of('look.primary')} ${w.of('preview.day')}`, exact: true })
    .fill('#7a1f3d')
  await page.getByRole('button', { name: w.of('editing.save'), exact: true }).click()
  await page.getByText(w.of('editing.isSaved'), { exact: true }).first().waitFor()
  await publish(page)
}

/** By keys alone: finds a collection by a word and takes it. */
async function pickByKeys(page: Page, word: string): Promise<void> {
  await tabTo(page, page.getByRole('searchbox', { name: w.of('picker.collection') }))
  await page.keyboard.type(word)
  const found = page.getByRole('button', { name: /lanna_lanterns/ })
  await found.waitFor()
  await press(page, found)
}

/** The heading of the one section. */
async function titled(page: Page, title: string): Promise<void> {
  await page
    .getByRole('textbox', { name: w.of('section.th'), exact: true })
    .first()
    .fill(title)
  await page.getByText(w.of('editing.isSaved'), { exact: true }).waitFor()
  await publish(page)
}

/** So many keys, half of them taken back; a draft is saved once nobody types for so long. */
const KEYS = 200
const SAVED_AFTER_MS = 1_000

/** The frame follows what is typed; nothing is asked for meanwhile but to save the draft, and that in a pause alone. */
async function typedOn({ page }: Visitor): Promise<void> {
  await press(page, page.getByRole('button', { name: w.of('preview.show') }))
  const heading = (text: string) =>
    page.frameLocator('iframe').getByRole('heading', { name: text, exact: true })
  await heading(FIRST).waitFor()
  const title = page.getByRole('textbox', { name: w.of('section.th'), exact: true }).first()
  await title.focus()
  await page.keyboard.press('End')
  const asked: string[] = []
  page.on('request', (request) => {
    const isSave = request.url().includes('/site/document')
    if (isSave || request.frame() !== page.mainFrame()) asked.push(`${request.method()} ${request.url()}`)
  })
  let pauses = 2 // after each half
  for (const [key, text] of [
    ['x', FIRST + 'x'.repeat(KEYS / 2)],
    ['Backspace', FIRST],
  ] as const) {
    for (let n = 0; n < KEYS / 2; n += 1) {
      const since = performance.now()
      await page.keyboard.press(key)
      if (performance.now() - since > SAVED_AFTER_MS / 2) pauses += 1 // of a machine that is busy
    }
    await heading(text).waitFor()
  }
  await page.getByText(w.of('editing.isSaved'), { exact: true }).waitFor()
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(pauses)
}

/** By keys alone: gives a reason for what was asked, and closes the window once it is done. */
async function decidedByKeys(page: Page, button: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByLabel(w.of('decision.reason')))
  await page.keyboard.type('ตรวจแล้ว')
  await press(page, dialog.getByRole('button', { name: button, exact: true }))
  await dialog.getByText(w.of('decision.done')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** By keys alone: publishes another heading over the first one. */
async function retitledByKeys(page: Page, title: string): Promise<void> {
  await press(page, page.getByRole('button', { name: FIRST }))
  await tabTo(page, page.getByRole('textbox', { name: w.of('section.th'), exact: true }).first())
  await page.keyboard.press('Control+A')
  await page.keyboard.type(title)
  await page.getByText(w.of('editing.isSaved'), { exact: true }).waitFor()
  await press(page, page.getByRole('button', { name: w.of('publishing.publish'), exact: true }))
  await decidedByKeys(page, w.of('publishing.publish'))
}

/** By keys alone: has visitors see what was published first. */
async function rolledBackByKeys(page: Page): Promise<void> {
  await press(page, page.locator('summary', { hasText: w.of('publishing.history') }))
  await press(page, page.getByRole('button', { name: w.like('publishing.rollBack') }).last())
  await decidedByKeys(page, w.like('publishing.rollBack'))
}

async function seen({ page }: Visitor, title: string): Promise<void> {
  await page.goto(siteUrl())
  await page.getByRole('heading', { name: title }).waitFor()
}

test('AW-13 GW-5 a site is made from nothing, dressed, filled and published, and shows what was chosen for it', async () => {
  const chief = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = chief
  const guest = await visitor(browser)
  await opened(chief)
  await dressedUp(chief)

  await tab(page, w.of('sited.tab'))
  await page.getByText(w.of('sited.none')).waitFor()
  await pickByKeys(page, 'lanna')
  await decided(page, w.of('sited.show'))
  await page.getByRole('heading', { name: w.like('sited.shown') }).waitFor()
  expect(await look(chief, 'admin-site-collections')).toEqual([])

  await tab(page, w.of('home.tab'))
  await page.getByLabel(w.of('home.kind')).selectOption('preview-slider')
  await press(page, page.getByRole('button', { name: w.of('home.add') }))
  await pickByKeys(page, 'lanna')
  await titled(page, FIRST)
  expect(await look(chief, 'admin-site-sections')).toEqual([])
  await typedOn(chief)
  await seen(guest, FIRST)
  expect(await guest.page.locator('link[href^="/theme/"]').count()).toBe(1)
  await expect.poll(() => guest.page.title()).toBe('วัดที่เดินดู') // the app's, not the market's
  await guest.page.goto(`${siteUrl()}/collections`)
  await guest.page
    .getByRole('link', { name: /lanna|ล้านนา/i })
    .first()
    .waitFor()
  expect(await guest.page.locator('a[href^="/collection/"]').count()).toBe(1)

  await page.reload() // the keys begin at the top of the page
  await retitledByKeys(page, SECOND)
  await seen(guest, SECOND)
  await rolledBackByKeys(page)
  await seen(guest, FIRST)
  expect(await guest.page.getByText(SECOND).count()).toBe(0)
  await Promise.all([chief.close(), guest.close()])
})

test('WB-17 each desk of a site can be read in both languages and themes, on a phone and a desk, without a barrier', async () => {
  const chief = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = chief
  await page.goto(`${system.run.admin}/sites`)
  const site = await page.getByRole('link', { name: 'วัดที่เดินดู' }).getAttribute('href')
  const desks = { list: '/sites', new: '/sites?id=new', home: `${site}` }
  const tabs = ['look', 'pages', 'collections', 'terms'].map((name) => [name, `${site}?tab=${name}`] as const)
  for (const [name, path] of [...Object.entries(desks), ...tabs]) {
    await page.goto(system.run.admin + path)
    for (const [language, theme] of DRESSES) {
      await dressed(page, language, theme)
      for (const folded of await page.locator('details summary').all()) await folded.click()
      if (name === 'home') await page.locator('li button[aria-pressed]').first().click()
      expect(await look(chief, `admin-site-${name}-${language}-${theme}`)).toEqual([])
    }
  }
  expect(chief.faults).toEqual([])
  await chief.close()
})

test('GW-36 the tag manager is asked for after consent alone, told of pages, and gone when consent is withdrawn', async () => {
  const guest = await visitor(browser)
  const { page } = guest
  const asked: string[] = []
  await page.context().route(TAGS, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await page.goto(siteUrl())
  const question = page.getByRole('region', { name: words.of('tags.title') })
  await question.waitFor()
  await guest.shot('site-tags')
  await question.getByRole('button', { name: words.of('tags.no'), exact: true }).click()
  await page.goto(`${siteUrl()}/about/privacy`)
  const choice = (name: 'tags.allow' | 'tags.withdraw') =>
    page.getByRole('button', { name: words.of(name), exact: true })
  await choice('tags.allow').waitFor()
  expect([asked, await page.locator('iframe').count()]).toEqual([[], 0])

  await choice('tags.allow').click()
  await expect.poll(() => asked).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-WALKED1'])
  const frame = page.frames().find((one) => one.url().endsWith('/tags.html'))
  const told = () => frame?.evaluate('JSON.stringify(dataLayer)')
  await expect.poll(told).toContain('"page_path":"/about/privacy"')
  // nobody's page: what runs in it reads nothing of ours
  expect(await frame?.evaluate('try { document.cookie } catch ({ name }) { name }')).toBe('SecurityError')

  await choice('tags.withdraw').click()
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
  await page.reload()
  await choice('tags.allow').waitFor()
  expect(asked).toHaveLength(1)
  await guest.close()
})
