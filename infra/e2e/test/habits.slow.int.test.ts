import { customerProfile } from '@talad/proto/http/identity/profile'
import { fullRefresh } from '@talad/proto/http/identity/session'
import { signatureLoad } from '@talad/proto/http/identity/signing'
import { assessmentHttp } from '@talad/proto/http/moderation/assessment'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { id as hashOf } from 'ethers'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { answer, refuse } from '../src/answers.ts'
import { appThere } from '../src/app-there.ts'
import { newProfile } from '../src/browser.ts'
import { approveOnPhone } from '../src/browser-job.ts'
import { type Asked, giveWallet } from '../src/injected-wallet.ts'
import type { Who } from '../src/profiles.ts'
import { goods } from '../src/shop.ts'
import { wordsIn } from '../src/words.ts'
import { browser, crowd, shop, system } from './demonstration.ts'

const words = wordsIn('th')
const ID = 'a'.repeat(24)
const enter = async (who: Who): Promise<Page> => (await crowd.profileOf(who)).newPage()
const goTo = (page: Page, path: string) => page.goto(system.run.gateway + path)
const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true })

/** How often a page has asked for something. */
function counts(page: Page, { path, method }: { path: string; method: string }): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) asked += 1
  })
  return () => asked
}

test('WB-5 words, filters and tabs stand in the address, and Back leaves the page instead of undoing them', async () => {
  const page = await enter('visitor')
  await goTo(page, '/')
  await goTo(page, '/explore')
  await appThere(page)
  const field = page.locator('main').getByRole('searchbox')
  await field.pressSequentially('โคม')
  await field.press('Enter')
  await page.waitForURL(({ search }) => new URLSearchParams(search).get('q') === 'โคม')
  await page.getByLabel(words.of('sort.title')).selectOption('newest')
  await page.waitForURL(({ search }) => search.includes('sort=newest'))
  const entries = await page.evaluate('history.length')
  const address = page.url()
  await page.reload()
  expect(page.url()).toBe(address)
  expect(await field.inputValue()).toBe('โคม')
  expect(await page.evaluate('history.length')).toBe(entries)
  await page.goBack()
  await page.waitForURL(({ pathname }) => pathname === '/')

  await goTo(page, shop.collectionPath('betta'))
  await appThere(page)
  await page.getByRole('tab', { name: words.of('asset.activity') }).click()
  await page.waitForURL(({ search }) => search.includes('tab=activity'))
  await page.goBack()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await page.close()
})

test('Back closes the menu of sharing, and leaves the page only then', async () => {
  const page = await enter('visitor')
  await goTo(page, '/')
  await goTo(page, shop.pathOf(goods.listed))
  await appThere(page)
  const { pathname } = new URL(page.url())
  const menu = page.getByRole('menu', { name: words.of('share.title') })
  await button(page, words.of('share.title')).click()
  await menu.waitFor()
  await page.waitForFunction('history.state?.sheet !== undefined')
  await page.goBack()
  await menu.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(pathname)
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
  await page.close()
})

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

/** A browser with a wallet that isn't anybody's here yet; `inApp`: the one that is built into a wallet's app. */
async function walletBrowser(
  key: string,
  inApp: boolean,
): Promise<{ context: BrowserContext; asked: Asked }> {
  const context = await newProfile(browser, inApp ? { userAgent: PHONE } : {})
  const asked = await giveWallet(context, system.run, hashOf(key))
  await context.addInitScript({ content: 'window.ethereum = {}' })
  return { context, asked }
}
const signatures = (asked: Asked) => asked.filter(({ method }) => method === 'personal_sign').length

test('WB-13 a link signs in within the browser of a wallet app, once, and leads nowhere but to us', async () => {
  const { context, asked } = await walletBrowser('auto-sign', true)
  const page = await context.newPage()
  await goTo(page, '/?sign=1&redirectUrl=https%3A%2F%2Fevil.example%2F')
  await appThere(page)
  await page.waitForTimeout(4_000) // longer than a wallet has to announce itself
  expect(signatures(asked)).toBe(0)

  await goTo(page, '/?sign=1&redirectUrl=%2Fexplore')
  await page.waitForURL(({ pathname, search }) => pathname === '/explore' && search === '')
  expect(signatures(asked)).toBe(1)
  await goTo(page, '/?sign=1&redirectUrl=%2Fcollections') // who is signed in is led on, and asked for nothing
  await page.waitForURL(({ pathname }) => pathname === '/collections')
  expect(signatures(asked)).toBe(1)

  // ID-9
  const renewed = page.waitForResponse((response) => new URL(response.url()).pathname === fullRefresh.path)
  await goTo(page, '/?refreshSession=1')
  expect((await renewed).status()).toBe(200)
  await page.waitForURL(({ search }) => search === '')
  await context.close()

  const desk = await walletBrowser('auto-sign', false)
  const other = await desk.context.newPage()
  await goTo(other, '/?sign=1&redirectUrl=%2Fexplore')
  await appThere(other)
  await other.waitForTimeout(4_000)
  expect([new URL(other.url()).pathname, signatures(desk.asked)]).toEqual(['/', 0])
  await desk.context.close()
})

test('WB-16 a window that would close by itself stays while somebody looks at it', async () => {
  const page = await enter('artist')
  await goTo(page, '/account?tab=money&view=banks')
  await button(page, words.of('bank.add')).click()
  await page.getByText(/กสิกร/).click()
  for (const [name, value] of [
    ['bank.number', '123-4-56789-0'],
    ['bank.name', 'ดารา ศิลป์ดี'],
    ['bank.tel', '081 000 0003'],
    ['bank.email', 'dara@example.com'],
  ] as const)
    await page.getByLabel(words.of(name)).fill(value)
  await button(page, words.of('bank.register')).click()
  const sent = page.getByText(words.of('bank.sent'))
  await sent.waitFor()
  await sent.hover()
  const close = page.getByRole('dialog').getByText(words.of('own.close'), { exact: true })
  await close.waitFor() // without seconds that count
  await page.waitForTimeout(6_000) // it would have closed
  await close.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.close()
})

test('WB-18 the window of a report closes after its message', async () => {
  const page = await enter('buyer')
  const now = new Date().toISOString()
  await answer(page, flaggingHttp.requestFlagging, {
    flagging: {
      _id: ID,
      asset_id: ID,
      blockchain: 'kub',
      contract_address: `0x${'5e'.repeat(20)}`,
      token_id: '1',
      asset_name: 'Betta #1',
      resolution: 'flagged',
      flag_user_notes: '',
      flag_classification: 'spam',
      created: now,
      updated: now,
    },
  })
  await goTo(page, shop.pathOf(goods.listed))
  await button(page, words.of('report.action')).click()
  const dialog = page.getByRole('dialog', { name: words.like('report.title') })
  await dialog.getByText(words.of('report.spam'), { exact: true }).click()
  await button(dialog, words.of('report.submit')).click()
  await page.getByText(words.of('report.done')).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.close()
})

const question = (n: number) => ({
  variation_index: 0,
  question: `คำถาม ${n}`,
  choices: ['ก', 'ข'],
})

test('WB-19 an assessment is not sent with a gap, and a session that has ended begins again with the first question', async () => {
  const page = await enter('buyer')
  await refuse(page, shippingPaymentHttp.ship, 403, 'assessment_required', {
    details: { content_key: 'new_buyer' },
  })
  await answer(page, assessmentHttp.assessmentSession, {
    content_id: ID,
    content_key: 'new_buyer',
    questions_version: 1,
    language: 'th',
    education: [],
    questions: [question(1), question(2)],
  })
  await refuse(page, assessmentHttp.submitAssessment, 404, 'session_not_loaded')
  const read = counts(page, assessmentHttp.assessmentSession)
  const sent = counts(page, assessmentHttp.submitAssessment)
  await goTo(page, shop.pathOf(goods.listed))
  await button(page, words.of('panel.buy')).click()
  await button(page, words.of('buy.reserve')).click()
  const quiz = page.getByRole('dialog', { name: words.of('quiz.newBuyer') })
  await quiz.getByText('คำถาม 1').waitFor()
  expect(await button(quiz, words.of('quiz.next')).isDisabled()).toBe(true)
  await quiz.getByRole('radio').first().check()
  await button(quiz, words.of('quiz.next')).click()
  await quiz.getByText('คำถาม 2').waitFor()
  expect(await button(quiz, words.of('quiz.submit')).isDisabled()).toBe(true)
  expect([read(), sent()]).toEqual([1, 0])
  await quiz.getByRole('radio').last().check()
  await button(quiz, words.of('quiz.submit')).click()

  await quiz.getByRole('alert').waitFor()
  await quiz.getByText('คำถาม 1').waitFor()
  expect([read(), sent()]).toEqual([2, 1])
  expect(await quiz.getByRole('radio', { checked: true }).count()).toBe(0)
  await page.close()
})

test('WB-20 whose level is too low is told level, needed level and the way up, after one look at the profile', async () => {
  const page = await enter('newcomer')
  const looked = counts(page, customerProfile)
  await goTo(page, shop.pathOf(goods.listed))
  const title = page.getByText(words.of('kyc.title')).first()
  await title.waitFor()
  const note = title.locator('xpath=following-sibling::p').first()
  await note.waitFor()
  expect(looked()).toBe(1)
  const text = ((await note.textContent()) ?? '').replace(/[\u200b\u2060]/g, '')
  expect(text).toContain(words.of('kyc.bronze'))
  expect(text).toContain(words.of('kyc.silver'))
  const way = page.getByRole('link', { name: words.of('kyc.upgrade') }).first()
  expect(await way.getAttribute('href')).toBe(system.run.sandbox)
  await page.reload()
  await note.waitFor()
  expect(looked()).toBe(1) // at most once a minute (ID-18)
  await page.close()
})

test('WB-21 a signature of Join can be given up after 10 s; what is approved later is ignored', async () => {
  const page = await enter('seller')
  const put = counts(page, orderBookHttp.putOrder)
  const asked = counts(page, signatureLoad)
  await goTo(page, shop.pathOf(goods.kept))
  await button(page, words.of('panel.list')).click()
  await page.getByLabel(words.of('list.price'), { exact: true }).fill('350')
  await page.getByText(words.of('list.youGet')).waitFor()
  await button(page, words.of('list.submit')).click()
  const link = page.getByRole('link', { name: words.of('list.openJoin') })
  await link.waitFor()
  const began = performance.now()
  const cancel = button(page, words.of('list.cancelSigning'))
  expect(await cancel.count()).toBe(0)
  const phone = page.context().waitForEvent('page')
  await link.click()
  await cancel.waitFor()
  expect(performance.now() - began).toBeGreaterThan(8_000)
  await cancel.click()
  await page.getByText(words.of('list.signingCancelled')).waitFor()
  await page.getByLabel(words.of('list.price'), { exact: true }).waitFor() // what was typed is still there

  await approveOnPhone(await phone, async () => undefined)
  const known = asked()
  await page.waitForTimeout(5_000) // longer than between two looks
  expect([put(), asked()]).toEqual([0, known])
  await page.close()
})

test('WB-21 what was asked of the phone is finished by the next page, when the one that asked was closed', async () => {
  const asking = await enter('seller')
  await goTo(asking, shop.pathOf(goods.kept))
  await button(asking, words.of('panel.list')).click()
  await asking.getByLabel(words.of('list.price'), { exact: true }).fill('351')
  await asking.getByText(words.of('list.youGet')).waitFor()
  await button(asking, words.of('list.submit')).click()
  const phone = asking.context().waitForEvent('page')
  await asking.getByRole('link', { name: words.of('list.openJoin') }).click()
  await (await phone).waitForLoadState()
  await asking.close()

  const page = await enter('seller')
  const put = counts(page, orderBookHttp.putOrder)
  await goTo(page, '/')
  await page.getByText(words.of('unfinished.text')).waitFor()
  await approveOnPhone(await phone, async () => undefined)
  await page.getByText(words.of('unfinished.text')).waitFor({ state: 'detached' })
  await goTo(page, shop.pathOf(goods.kept))
  await page.getByText('฿351').first().waitFor()
  expect([put(), await page.getByText(words.of('unfinished.text')).count()]).toEqual([1, 0])
  await page.close()
})

test('WB-23 the page that one comes back to asks the provider each 5 s for two minutes, then says that it will be finished', async () => {
  const shipping = await shop.reserve('collector', goods.wanted)
  const card = await shop.toCard('collector', shipping)
  const page = await enter('collector')
  const asked = counts(page, shippingPaymentHttp.checkShippingPay)
  await page.clock.install()
  await goTo(page, `/payment/return?shipping_id=${shipping._id}`)
  await page.getByText(words.of('unpaid.notYet')).waitFor()
  const first = asked()
  const answered = () =>
    page.waitForResponse((response) => response.url().endsWith(shippingPaymentHttp.checkShippingPay.path))
  for (let n = 1; n <= 10; n++) {
    const next = answered()
    await page.clock.fastForward(5_000)
    await next
    expect(asked()).toBe(first + n)
  }
  await page.clock.fastForward(75_000)
  await page.getByText(words.of('purchase.later')).waitFor()
  await page.waitForTimeout(1_000)
  const last = asked()
  for (let n = 0; n < 3; n++) await page.clock.fastForward(5_000)
  await page.waitForTimeout(1_000)
  expect(asked()).toBe(last)
  await page.close()
  await shop.leaveCard('collector', shipping, card)
})
