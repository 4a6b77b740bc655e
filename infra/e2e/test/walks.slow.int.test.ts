import { personOf } from '@talad/demo/people'
import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { visitor } from '../src/browser.ts'
import { buyInBrowser, listInBrowser, seeCredit, signInWithJoin } from '../src/browser-job.ts'
import { atDesk, decide, look, openOf } from '../src/desk.ts'
import { payTooLate } from '../src/late-payment.ts'
import { adminWords, wordsIn } from '../src/words.ts'
import { browser, crowd, shop, system } from './demonstration.ts'

const words = wordsIn('th')
const ACCOUNT = '5556667778'
/** What Somchai gets of 1,234.57 baht, and of that at the bank: 15 baht are the fee. */
const EARNED = { text: '1,141.99', net: 112_699, netText: '฿1,126.99' }
const SUPPORT_MS = 30_000

const payouts = z.object({
  transfers: z.array(z.object({ reference: z.string(), amount: z.union([z.string(), z.number()]) })),
})

test('a seller walks on a phone from a listing to baht at the bank, and every amount is what was said before', async () => {
  const { run } = system
  const contract = run.contracts.collections.find(({ key }) => key === 'lantern')?.address ?? ''
  const goods = { contract, tokenId: '19', priceText: '1234.57', netText: EARNED.text }
  const [seller, buyer] = [await visitor(browser), await visitor(browser)]
  const { page } = seller
  const press = (name: Parameters<typeof words.of>[0]) =>
    page
      .getByRole('button', { name: words.of(name), exact: true })
      .first()
      .click()
  const fill = (name: Parameters<typeof words.of>[0], value: string) =>
    page.getByLabel(words.of(name)).fill(value)
  await page.goto(run.gateway)
  await signInWithJoin(seller, personOf('seller').joinId)
  await listInBrowser(run, seller, goods)
  await buyer.page.goto(run.gateway)
  await signInWithJoin(buyer, personOf('buyer').joinId)
  await buyInBrowser(run, buyer, goods)
  await seeCredit(seller, `+฿${EARNED.text}`)

  await page.goto(`${run.gateway}/account?tab=money&view=banks`)
  await press('bank.add')
  await page.getByPlaceholder(words.of('bank.search')).fill('kasi')
  await page.getByText('ธนาคารกสิกรไทย').click()
  await fill('bank.number', ACCOUNT)
  await fill('bank.name', personOf('seller').name.th)
  await fill('bank.tel', personOf('seller').phone)
  await fill('bank.email', personOf('seller').email)
  await press('bank.register')
  await page.getByText(words.of('bank.sent')).waitFor()
  const clerk = await atDesk(browser, run, 'demo-wira')
  const customer = `join-${personOf('seller').joinId}`
  await openOf(clerk, adminWords.of('bankRequests.title'), customer)
  await decide(clerk, adminWords.of('bank.approve'), 'อนุมัติ')
  const somchai = await shop.person('seller')
  await until('the provider has looked into the account', async () => {
    const { list } = await somchai.call(bankWithdrawalHttp.bankAccounts, {})
    return list.length > 0
  })

  await page.goto(`${run.gateway}/account?tab=money&unit=earned`)
  await page.getByRole('cell').first().waitFor()
  await press('money.withdraw')
  await fill('withdraw.amount', EARNED.text)
  await page.getByText(words.of('withdraw.net').replace('{{net}}', EARNED.netText)).waitFor()
  await press('withdraw.summary')
  await page.getByText('555-6-66777-8').first().waitFor()
  await press('withdraw.confirm')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await openOf(clerk, adminWords.of('withdrawals.title'), customer)
  await decide(clerk, adminWords.of('withdrawal.approve'), 'จ่ายเงิน')

  const { _id } = await until('the bank has paid', async () => {
    const { list } = await somchai.call(bankWithdrawalHttp.withdrawals, {})
    return list.find(({ status }) => status === 'success')
  })
  await page.goto(`${run.gateway}/account?tab=money&view=withdrawals`)
  await page.getByText(words.of('withdraw.success')).first().waitFor()
  await page.getByRole('button', { name: words.like('notice.unread') }).click()
  const paid = words.of('notice.withdrawalPaid').replace('{{amount}}', EARNED.netText)
  await page.getByText(paid).first().waitFor()
  const answer = await fetch(`${run.sandbox}/control/payout`)
  const { transfers } = payouts.parse(await answer.json())
  const ours = transfers.filter(({ reference }) => reference === _id)
  expect(ours.map(({ amount }) => Number(amount))).toEqual([EARNED.net])
  expect([...seller.faults, ...buyer.faults, ...clerk.faults]).toEqual([])
  await Promise.all([seller, buyer, clerk].map((one) => one.close()))
})

test('AW-1 support hears "I paid by card yesterday and got nothing", and finds by the phone number within 30 s what became of it', async () => {
  const { run } = system
  const page = await (await crowd.profileOf('buyer')).newPage()
  const { orderNo } = await payTooLate(run, shop, page, { collection: 'lantern', id: 8 })
  const support = await atDesk(browser, run, 'demo-kamon')
  const desk = support.page
  const begun = performance.now()
  await desk
    .getByRole('link', { name: adminWords.of('customer.title'), exact: true })
    .first()
    .click()
  const phone = personOf('buyer').phone.replace(/^(\d{3})(\d{3})/, '$1-$2-')
  await desk.getByLabel(adminWords.of('customer.find')).fill(phone)
  await desk.keyboard.press('Enter')
  await desk.getByRole('link', { name: `join-${personOf('buyer').joinId}` }).click()
  await desk.getByText(orderNo).waitFor()
  await desk.getByText(adminWords.of('customer.points')).waitFor()
  expect(performance.now() - begun).toBeLessThan(SUPPORT_MS)
  expect(await look(support, 'customer')).toEqual([])
  await desk.getByRole('link', { name: orderNo }).click()
  await desk.getByText(adminWords.of('event.topup_completed')).first().waitFor()
  expect(support.faults).toEqual([])
  await support.close()
  await page.close()
})
