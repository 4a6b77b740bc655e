import { approveOnPhone } from '@talad/e2e/browser-job'
import { assessmentHttp } from '@talad/proto/http/assessment'
import { flaggingHttp } from '@talad/proto/http/flagging'
import { orderBookHttp } from '@talad/proto/http/order-book'
import { customerProfile } from '@talad/proto/http/profile'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment'
import { signatureLoad } from '@talad/proto/http/signing'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { answer, refuse } from '../src/answers.ts'
import { appThere } from '../src/app-there.ts'
import type { Who } from '../src/people.ts'
import { goods } from '../src/shop.ts'
import { wordsIn } from '../src/words.ts'
import { crowd, shop, system } from './demonstration.ts'

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

test('WB-18 the window of a report closes after its message', async () => {
  const page = await enter('buyer')
  const now = new Date().toISOString()
  await answer(page, flaggingHttp.requestFlagging, {
    flagging: {
      ...{ _id: ID, asset_id: ID, blockchain: 'kub', contract_address: `0x${'5e'.repeat(20)}` },
      ...{ token_id: '1', asset_name: 'Betta #1', resolution: 'flagged', flag_user_notes: '' },
      ...{ flag_classification: 'spam', created: now, updated: now },
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
  ...{ variation_index: 0, question: `คำถาม ${n}` },
  choices: ['ก', 'ข'],
})

test('WB-19 an assessment is not sent with a gap, and a session that has ended begins again with the first question', async () => {
  const page = await enter('buyer')
  await refuse(page, shippingPaymentHttp.ship, 403, 'assessment_required', {
    details: { content_key: 'new_buyer' },
  })
  await answer(page, assessmentHttp.assessmentSession, {
    ...{ content_id: ID, content_key: 'new_buyer', questions_version: 1, language: 'th' },
    ...{ education: [], questions: [question(1), question(2)] },
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
