import { expect, test } from 'vitest'
import { atDesk, decide } from '../src/desk.ts'
import { payTooLate } from '../src/late-payment.ts'
import { adminWords, wordsIn } from '../src/words.ts'
import { browser, crowd, shop, system } from './demonstration.ts'

const words = wordsIn('th')
/** The provider is asked again a minute after it was asked for the money (SP-20). */
const REFUNDED_WITHIN_MS = 150_000

test('SP-19 SP-26 a card payment that came too late is refunded at the desk, and its payer sees it in the purchase, the statement and the bell', async () => {
  const { run } = system
  const page = await (await crowd.profileOf('buyer')).newPage()
  const { shippingId, orderNo } = await payTooLate(run, shop, page, { collection: 'lantern', id: 8 })

  const clerk = await atDesk(browser, run, 'demo-kamon')
  const title = adminWords.of('topups.title')
  await clerk.page.getByRole('link', { name: title, exact: true }).first().click()
  await clerk.page.getByRole('heading', { level: 1, name: title }).waitFor()
  await clerk.page.locator('tbody tr', { hasText: orderNo }).getByRole('button').first().click()
  await decide(
    clerk,
    adminWords.of('refund.start'),
    adminWords.of('word.refund'),
    adminWords.like('refund.outcomeAsked'),
  )
  await clerk.page
    .locator('tbody tr', { hasText: orderNo })
    .getByText(adminWords.of('status.refunding'))
    .waitFor()

  await page.goto(`${run.gateway}/payment/return?shipping_id=${shippingId}`)
  await page.getByText(words.like('purchase.refunding')).waitFor()
  await page
    .getByRole('main')
    .getByText(words.like('purchase.refunded'))
    .waitFor({ timeout: REFUNDED_WITHIN_MS })
  await page.getByRole('button', { name: words.like('notice.unread') }).click()
  await page.getByText(words.like('notice.cardRefunded')).first().waitFor()
  await page.goto(`${run.gateway}/account?tab=money`)
  await page.getByRole('cell').getByText(words.of('credit.refundOut')).first().waitFor()
  await clerk.page.reload()
  await clerk.page
    .locator('tbody tr', { hasText: orderNo })
    .getByText(adminWords.of('status.refunded'))
    .waitFor()
  expect(clerk.faults).toEqual([])
  await clerk.close()
  await page.close()
})
