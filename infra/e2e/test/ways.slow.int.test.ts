import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { newProfile, watch } from '../src/browser.ts'
import { signInToJoin } from '../src/profiles.ts'
import { makeCustomer } from '../src/traders.ts'
import { called } from '../src/trading.ts'
import { wordsIn } from '../src/words.ts'
import { browser, system } from './demonstration.ts'

// Ways in, with what the providers of the sandbox answer: their pages, codes and tokens.
const words = wordsIn('th')
const CLUB = 'สมาชิกคลับ (ทดลอง)'

let site: string
const open: BrowserContext[] = []
const faults: string[] = []
beforeAll(() => {
  site = system.run.gateway
})
afterEach(async () => {
  for (const context of open.splice(0)) await context.close()
  // the providers' pages are theirs; a refusal is what a test asked for, and a change of person cuts off what is read
  expect(
    faults.splice(0).filter((fault) => fault.includes(site) && !/ 4\d\d |CancelledError/.test(fault)),
  ).toEqual([])
})

async function kept(context: BrowserContext): Promise<BrowserContext> {
  open.push(context)
  await watch(context, faults)
  return context
}
const device = async () => (await kept(await newProfile(browser))).newPage()

/** A customer of Join in a browser of theirs; LINE knows them by the same id. */
async function customer(name: string): Promise<{ id: string; page: Page }> {
  const { context } = await makeCustomer(browser, system.run, name)
  return { id: `trader-${name}`, page: await (await kept(context)).newPage() }
}

/** On the page of LINE or of Join: they are this person, and say yes. */
async function approve(page: Page, id: string): Promise<void> {
  await page.locator(`input[value="${id}"]`).check({ force: true })
  await page.locator('button[value=approve]').click()
}
async function joinTheClub(page: Page, member: string): Promise<void> {
  await page.locator('input[name=login]').fill(member)
  await page.locator('input[name=password]').fill('of no matter')
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
}

const account = (page: Page): Locator => page.getByRole('link', { name: words.of('nav.account') }).first()

async function signInByLine(page: Page, id: string): Promise<void> {
  await page.goto(`${site}/sign-in`)
  await page.getByRole('button', { name: words.of('signIn.line'), exact: true }).click()
  await approve(page, id)
  await account(page).waitFor()
}

async function waysOf(page: Page): Promise<Locator> {
  await page.goto(`${site}/account/ways`)
  const list = page.getByRole('list', { name: words.of('ways.title') })
  await list.waitFor()
  return list
}
const row = (list: Locator, name: string) => list.getByRole('listitem').filter({ hasText: name })
const add = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('ID-22 ID-25 ID-29 who signs in by the button of LINE adds a membership by its own, comes in by either, and takes LINE off', async () => {
  const { id } = await customer('duangjai')
  const page = await device()
  await signInByLine(page, id)
  await waysOf(page)
  await add(page, CLUB)
  await joinTheClub(page, 'duangjai')
  await page.getByText(words.of('ways.added')).waitFor()
  const list = page.getByRole('list', { name: words.of('ways.title') })
  await row(list, CLUB).waitFor()

  const other = await device()
  await other.goto(`${site}/sign-in`)
  await add(other, words.of('signIn.membership').replace('{{name}}', CLUB))
  await joinTheClub(other, 'duangjai')
  await account(other).waitFor()
  await row(await waysOf(other), 'LINE').waitFor()

  const line = row(await waysOf(page), 'LINE')
  await line.getByRole('button').click()
  await called(words, page.getByRole('dialog'), 'ways.unlink').click()
  await page.getByText(words.of('ways.unlinked')).waitFor()
  await line.waitFor({ state: 'detached' })
})

test('ID-34 two accounts of one person become one, asked from the account that stays', async () => {
  const { id, page } = await customer('kaew')
  await signInByLine(await device(), id)
  await waysOf(page)
  await add(page, 'LINE')
  await approve(page, id)
  await called(words, page.getByRole('dialog'), 'merge.confirm').click()
  await page.getByText(words.of('merge.done')).waitFor()
  const list = await waysOf(page)
  for (const name of ['Join', 'LINE']) await row(list, name).waitFor()
})

test('ID-34 ID-35 … and from the one that goes: its browser goes on as the other', async () => {
  const { id } = await customer('fon')
  const page = await device()
  await signInByLine(page, id)
  await waysOf(page)
  await add(page, 'Join')
  await approve(page, id)
  await called(words, page.getByRole('dialog'), 'merge.confirm').click()
  await page.getByText(words.of('merge.done')).waitFor()
  const list = await waysOf(page)
  for (const name of ['Join', 'LINE']) await row(list, name).waitFor()
})

test('ID-29 a link that was begun in a tab links nothing once somebody else has signed in beside it', async () => {
  const [one, other] = [await customer('nok'), await customer('mok')]
  const { page } = one
  await waysOf(page)
  await add(page, 'LINE')
  await page.locator(`input[value="${one.id}"]`).waitFor()
  const beside = await page.context().newPage()
  await beside.goto(`${site}/account`)
  await called(words, beside, 'account.signOut').click()
  const signIn = { name: words.of('nav.signIn'), exact: true }
  await beside.getByRole('link', signIn).first().waitFor()
  await signInToJoin(page.context(), system.run, other.id)
  await approve(page, one.id)
  await page.getByRole('heading', { name: words.of('signIn.failed') }).waitFor()
  const elsewhere = await device()
  await signInByLine(elsewhere, one.id)
  for (const [at, name] of [
    [page, 'Join'],
    [elsewhere, 'LINE'],
  ] as const) {
    const list = await waysOf(at)
    await row(list, name).waitFor()
    expect(await list.getByRole('listitem').count()).toBe(1)
  }
})

test('ID-8 who is signed in at the main site goes on at another one, once they have agreed', async () => {
  const { page } = await customer('wan')
  const away = site.replace('127.0.0.1', 'localhost')
  await page.goto(`${away}/sign-in`)
  await page.getByRole('button', { name: words.like('handOver.from') }).click()
  await page.getByRole('heading', { name: words.like('handOver.title') }).waitFor()
  expect(new URL(page.url()).origin).toBe(site)
  await called(words, page, 'handOver.agree').click()
  await page.waitForURL((url) => url.origin === away && !url.searchParams.has('sessionId'))
  await account(page).waitFor()
})
