import type { Run } from '@talad/dev/run-file'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import type { Page } from 'playwright-core'
import { choice, goToCard } from './browser-job.ts'
import type { Shop, Token } from './shop.ts'
import { wordsIn } from './words.ts'

const words = wordsIn('th')

/**
 * Mali gives a purchase up while its card is still being paid: the money is points (SP-19).
 * @param page of hers
 * @returns the purchase, and the order number of its payment
 */
export async function payTooLate(
  run: Run,
  shop: Shop,
  page: Page,
  token: Token,
): Promise<{ shippingId: string; orderNo: string }> {
  await page.goto(run.gateway + shop.pathOf(token))
  await goToCard(page)
  const orderNo = (await page.locator('dd .code').first().textContent())?.trim() ?? ''
  const buyer = await shop.person('buyer')
  const { list } = await buyer.call(shippingPaymentHttp.shippingHistory, { query: { ac: 'buy', lm: '1' } })
  const shippingId = list[0]?._id ?? ''
  await buyer.call(shippingPaymentHttp.cancelPayment, { body: { shipping_id: shippingId } })
  await choice(page, 'success').click()
  await page.getByText(words.like('purchase.lateCredited')).waitFor()
  return { shippingId, orderNo }
}
