import { assessmentHttp } from '@talad/proto/http/moderation/assessment'
import { until } from '@talad/shared/testing/wait'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../src/browser.ts'
import { approveOnPhone } from '../src/browser-job.ts'
import { atDesk, DRESSES, dressed, look } from '../src/desk.ts'
import { goods } from '../src/shop.ts'
import { adminWords, wordsIn } from '../src/words.ts'
import { browser, crowd, shop, system } from './demonstration.ts'

const words = wordsIn('th')
const RIGHT = 'ไม่ให้ใครเลย'
const WRONG = 'เจ้าหน้าที่'
let author: Visitor
beforeAll(async () => {
  author = await atDesk(browser, system.run, 'demo-thana')
}, 60_000)
afterAll(() => author?.close())

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const w = adminWords

/** Publishes what is saved. @param again those who have passed are asked again, which is typed */
async function publish(page: Page, again: boolean): Promise<void> {
  await button(page, w.of('assessment.publish')).click()
  const dialog = page.getByRole('dialog')
  if (again) {
    await dialog.getByRole('checkbox').check()
    await dialog.getByLabel(w.like('decision.word')).fill(w.of('word.publish'))
  }
  await dialog.getByLabel(w.of('decision.reason')).fill('ตรวจแล้ว')
  await button(dialog, w.of('assessment.publish')).click()
  await dialog.getByText(w.of('decision.done')).waitFor()
  await button(dialog, w.of('common.close')).last().click()
}

async function save(page: Page): Promise<void> {
  await button(page, w.of('assessment.save')).click()
  await page.getByText(w.of('assessment.saved')).last().waitFor()
}

const todo = async () => (await (await shop.person('seller')).call(assessmentHttp.assessmentStatus, {})).todo

test('AW-12 the right answer has to be marked, the draft is seen as people will see it, and published', async () => {
  const { page } = author
  await page.goto(`${system.run.admin}/assessments`)
  await page.getByText(w.of('assessment.notAsked')).nth(2).waitFor()
  expect(await look(author, 'assessments')).toEqual([])
  await page.goto(`${system.run.admin}/assessments/new_seller`)
  await page.getByLabel(w.of('assessment.pageTitle')).fill('ใครดูแลกุญแจของคุณ')
  await page.getByLabel(w.of('assessment.pageBody')).fill('เราไม่มีวันขอกุญแจลับจากคุณ')
  await page.getByLabel(w.of('assessment.question'), { exact: true }).fill('ควรให้กุญแจลับกับใคร')
  for (const [at, text] of [RIGHT, WRONG, 'ผู้ขาย'].entries())
    await page.getByRole('textbox', { name: `ตัวเลือกที่ ${at + 1}`, exact: true }).fill(text)
  await button(page, w.of('assessment.save')).click()
  await page.getByText(w.of('assessment.unmarked')).waitFor()
  expect(await look(author, 'assessment-unmarked')).toEqual([])
  await page.getByRole('radio', { name: 'ตัวเลือกที่ 1 ถูก' }).check()
  await save(page)

  await page.getByRole('tab', { name: w.of('assessment.preview') }).click()
  const seen = page.getByRole('region', { name: w.of('assessment.preview') })
  await seen.getByText('ใครดูแลกุญแจของคุณ').waitFor()
  await button(seen, w.of('assessment.next')).click()
  await seen.getByText(WRONG).click()
  expect(await look(author, 'assessment-preview')).toEqual([])
  await button(seen, w.of('assessment.next')).click()
  await seen.getByText(w.like('assessment.wouldFail')).waitFor()
  await page.getByRole('tab', { name: w.of('assessment.changes') }).click()
  await page.getByText(w.of('assessment.firstVersion')).waitFor()
  expect(await todo()).toEqual([])
  await publish(page, false)
  expect(await todo()).toEqual(['new_seller'])
  expect(author.faults).toEqual([])
})

/** Reads what is to be read, and answers. */
async function answer(dialog: Locator, choice: string): Promise<void> {
  await dialog.getByText(choice, { exact: true }).click()
  await button(dialog, words.of('quiz.submit')).click()
}

test('MO-25 OB-36 a seller answers wrongly, then rightly, and the listing that was refused goes on', async () => {
  const page = await (await crowd.profileOf('seller')).newPage()
  await page.goto(system.run.gateway + shop.pathOf(goods.kept))
  await button(page, words.of('panel.list')).click()
  const listing = page.getByRole('dialog', { name: words.like('list.title') })
  await page.getByLabel(words.of('list.price'), { exact: true }).fill('350')
  await page.getByText(words.of('list.youGet')).waitFor()
  await button(page, words.of('list.submit')).click()
  const quiz = page.getByRole('dialog', { name: words.of('quiz.newSeller') })
  await button(quiz, words.of('quiz.start')).click()
  await answer(quiz, WRONG)
  await quiz.getByText(words.like('quiz.wrong')).waitFor()
  await answer(quiz, RIGHT)
  await quiz.getByText(words.of('quiz.passed')).waitFor()
  const phone = page.context().waitForEvent('page')
  await button(quiz, words.of('quiz.goOn')).click()
  await page.getByRole('link', { name: words.of('list.openJoin') }).click()
  await approveOnPhone(await phone, async () => undefined)
  await page.getByText(words.of('list.done'), { exact: true }).waitFor()
  expect(await listing.count()).toBeLessThanOrEqual(1)
  expect(await todo()).toEqual([])
  await page.close()
})

test('MO-26 MO-27 MO-30 AW-12 the answers are replayed; published with require_repass all are asked again, but for who is let pass by hand', async () => {
  const { page } = author
  await page.goto(`${system.run.admin}/submissions`)
  await page.locator('tbody').getByText(w.of('assessment.notPassed')).waitFor()
  await page.locator('tbody tr').last().getByRole('button').first().click()
  await page.getByText(w.of('assessment.replay')).waitFor()
  await page.getByText(`${WRONG} · ${w.of('assessment.chosen')}`).waitFor()
  expect(await look(author, 'submission')).toEqual([])

  await page.goto(`${system.run.admin}/assessments/new_seller`)
  await page.getByLabel(w.of('assessment.pageTitle')).fill('กุญแจของคุณ')
  await save(page)
  await page.getByRole('tab', { name: w.of('assessment.changes') }).click()
  await page.getByText('กุญแจของคุณ').first().waitFor()
  expect(await look(author, 'assessment-changes')).toEqual([])
  await publish(page, true)
  expect(await todo()).toEqual(['new_seller'])

  await page
    .getByRole('link', { name: w.of('passes.title'), exact: true })
    .first()
    .click()
  await page.getByText(w.of('assessment.repassNeeded')).waitFor()
  await button(page, w.of('assessment.pass')).click()
  await page.getByPlaceholder('join-…').fill('join-demo-somchai')
  await button(page, w.of('assessment.pass')).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(w.of('decision.reason')).fill('ผ่านการอบรมแล้ว')
  await button(dialog, w.of('assessment.pass')).click()
  await dialog.getByText(w.of('decision.done')).waitFor()
  await button(dialog, w.of('common.close')).last().click()
  await until('the pass counts', async () => (await todo()).length === 0)
  await page.getByText(w.of('assessment.byHand')).waitFor()
  expect(await look(author, 'passes')).toEqual([])

  await page.goto(`${system.run.admin}/submissions`)
  await page.locator('tbody tr').last().getByRole('button').first().click()
  await page.waitForURL(({ searchParams }) => searchParams.has('id'))
  const submission = new URL(page.url())
  for (const path of [
    '/assessments',
    '/assessments/new_seller',
    submission.pathname + submission.search,
    '/passes',
  ]) {
    await page.goto(system.run.admin + path)
    for (const [language, theme] of DRESSES) {
      await dressed(page, language, theme)
      const desk = path.split('?')[0]?.replaceAll('/', '-')
      expect(await look(author, `desk${desk}-${language}-${theme}`)).toEqual([])
    }
  }
  expect(author.faults).toEqual([])
})
