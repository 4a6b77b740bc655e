import { personOf } from '@talad/demo/people'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, visitor } from '../src/browser.ts'
import {
  buyButton,
  cardButton,
  choice,
  isYours,
  payOnCardPage,
  reserveButton,
  signInWithJoin,
} from '../src/browser-job.ts'
import { startDemonstration } from '../src/demonstration.ts'
import { goods, openShop } from '../src/shop.ts'
import type { System } from '../src/system.ts'
import { wordsIn } from '../src/words.ts'

const words = wordsIn('th')
/** As where the merchant's contract knows only the provider's form (SP-35). */
const byForm = {
  'shipping-payment': { PAYMENT_PAGE: 'dev', PAYMENT_PUBLIC_KEY: 'public-key-of-the-stand-in' },
}

let system: System
let browser: Browser
beforeAll(async () => {
  system = await startDemonstration(inject('demonstration'), { TALAD_SERVICES: JSON.stringify(byForm) })
  browser = await openBrowser()
}, 400_000)
afterAll(async () => {
  await browser?.close()
  await system?.stop()
})

test('SP-31 SP-34 SP-35 a buyer is led through the payment page of the shop, turns back, comes again, pays, and has what was bought', async () => {
  const buyer = await visitor(browser)
  const { page, shot, faults } = buyer
  await page.goto(system.run.gateway)
  await signInWithJoin(buyer, personOf('buyer').joinId)
  await page.goto(system.run.gateway + openShop(system.run).pathOf(goods.listed))
  await buyButton(page).click()
  await reserveButton(page).click()
  await cardButton(page).click()
  await page.waitForURL(/\/payment\/dev\.html\?/)
  await shot('payment-page')

  await page.getByRole('link', { name: 'กลับไปที่ร้าน' }).click()
  await page.getByText(words.of('unpaid.notYet')).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: words.of('unpaid.go') })
    .click()
  await page.waitForURL(/\/payment\/dev\.html\?/)
  await page.getByRole('button', { name: 'ชำระเงิน' }).click()
  await choice(page, 'success').waitFor()
  await payOnCardPage(page)
  await isYours(page).waitFor()
  expect(faults).toEqual([])
  await buyer.close()
})
