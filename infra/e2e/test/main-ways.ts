import { signIn } from '@talad/dev/seed/site'
import { getAsset } from '@talad/proto/http/asset-indexer/assets'
import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { until } from '@talad/shared/testing/wait'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, visitor } from '../src/browser.ts'
import {
  buyButton,
  buyInBrowser,
  goToCard,
  isYours,
  listInBrowser,
  payOnCardPage,
  seeCredit,
  signInWithJoin,
} from '../src/browser-job.ts'
import { emptyRelayers, openChain } from '../src/chain.ts'
import { atDesk, decide, look, openCase, openOf } from '../src/desk.ts'
import { type Crowd, gatherCrowd } from '../src/profiles.ts'
import { goods, openShop, type Shop } from '../src/shop.ts'
import { spendable } from '../src/stall.ts'
import type { System } from '../src/system.ts'
import { openTokenTrade } from '../src/token-trade.ts'
import { adminWords, wordsIn } from '../src/words.ts'

const words = wordsIn('th')
/** Loads a page again until it shows something: a page that came before hears of it by and by. */
const untilShown = (page: Page, what: Locator, why: string) =>
  until(why, async () => {
    await page.reload()
    return what.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
  })

async function payByCard(page: Page): Promise<void> {
  await goToCard(page)
  await payOnCardPage(page)
}

/** What people do most and what costs most where it fails, in the browser, on one kind of system. */
export function mainWays(kind: string, start: () => Promise<System>, isSkipped = false): void {
  describe.skipIf(isSkipped)(`the main ways on ${kind}`, () => {
    let system: System
    let browser: Browser
    let crowd: Crowd
    let shop: Shop
    beforeAll(async () => {
      system = await start()
      browser = await openBrowser()
      crowd = gatherCrowd(browser, system.run)
      shop = openShop(system.run)
    }, 600_000)
    afterAll(async () => {
      await crowd?.close()
      await browser?.close()
      await system?.stop()
    })

    test('WB-7 two people do the main job on their phones in Thai, from sign-in to the credited seller', async () => {
      const { run } = system
      const contract = run.contracts.collections.find(({ key }) => key === 'lantern')?.address ?? ''
      const goods = { contract, tokenId: '19', priceText: '1234.57', netText: '1,141.99' }
      const [seller, buyer] = [await visitor(browser), await visitor(browser)]
      await seller.page.goto(run.gateway)
      await seller.page.getByRole('heading', { level: 1 }).waitFor()
      await seller.shot('0-home')
      await signInWithJoin(seller, 'demo-somchai')
      await listInBrowser(run, seller, goods)

      await buyer.page.goto(run.gateway)
      await signInWithJoin(buyer, 'demo-mali')
      await buyInBrowser(run, buyer, goods)
      const chain = openChain(run)
      const mali = run.accounts.find(({ key }) => key === 'buyer')
      expect(await chain.ownerOf(contract, '19')).toBe(mali?.address)
      chain.close()

      await seeCredit(seller, '+฿1,141.99')
      expect([...seller.faults, ...buyer.faults]).toEqual([])
    })

    test('AW-3 AW-5 AW-15 a clerk approves a bank account and a withdrawal, and the seller is paid', async () => {
      const { run } = system
      const seller = await signIn(run, 'demo-somchai')
      const clerk = await atDesk(browser, run, 'demo-wira')
      await clerk.shot('admin-0-home')

      const number = '5556667778'
      await seller.call(bankWithdrawalHttp.requestBankAccount, {
        body: {
          bank_account_data: {
            account_number: number,
            account_name: 'สมชาย ใจดี',
            bank_swift_code: 'KASITHBK',
            tel_number: '0810000002',
            email: 'somchai@example.com',
          },
        },
      })
      await openOf(clerk, 'คำขอบัญชีธนาคาร', 'join-demo-somchai')
      await clerk.page.getByText(number).waitFor()
      await decide(clerk, 'อนุมัติบัญชี', 'อนุมัติ')
      const account = await until('the bank account is there', async () => {
        const { list } = await seller.call(bankWithdrawalHttp.bankAccounts, {})
        return list.find(({ account_number }) => account_number === number)
      })

      const body = { bank_account_id: account._id, value: 15_000 }
      await seller.call(bankWithdrawalHttp.requestWithdrawal, { body })
      await openOf(clerk, 'คำขอถอนเงิน', 'join-demo-somchai')
      await clerk.page.getByText('ยอดจ่ายได้ที่ผู้ให้บริการ').last().waitFor()
      await decide(clerk, 'อนุมัติและจ่ายเงิน', 'จ่ายเงิน')
      await until('the withdrawal is paid', async () => {
        const { list } = await seller.call(bankWithdrawalHttp.withdrawals, {})
        return list.find(({ status }) => status === 'success')
      })
      expect(clerk.faults).toEqual([])
      await clerk.close()
    })

    test('MO-7 MO-12 what somebody reports is suspended: overlay, no order, the paid buyer gets the money back; lifted, it is bought', async () => {
      const { run } = system
      const place = run.gateway + shop.pathOf(goods.listed)
      const fill = await emptyRelayers(run)
      const buyer = await (await crowd.profileOf('buyer')).newPage()
      const mali = await shop.person('buyer')
      const before = await spendable(mali)
      await buyer.goto(place)
      const [, , bc = '', ad = '', ti = ''] = shop.pathOf(goods.listed).split('/')
      const { name } = (await mali.call(getAsset, { query: { bc, ad, ti } })).metadata
      await payByCard(buyer)
      const paid = await until('it is paid', async () => {
        const { list } = await mali.call(shippingPaymentHttp.shippingHistory, { query: { ac: 'buy' } })
        return list.find(({ status }) => status === 'processing')
      })

      const reporter = await (await crowd.profileOf('collector')).newPage()
      await reporter.goto(place)
      await reporter.getByRole('button', { name: words.of('report.action') }).click()
      const dialog = reporter.getByRole('dialog')
      await dialog.getByText(words.of('report.spam'), { exact: true }).click()
      await dialog.getByRole('button', { name: words.of('report.submit') }).click()
      await reporter.getByText(words.of('report.done')).waitFor()

      const moderator = await atDesk(browser, run, 'demo-thana')
      const { page } = moderator
      await openCase(page, run, name)
      await page.getByText(adminWords.like('flag.purchases')).filter({ hasText: 'คืนเงิน 1' }).waitFor()
      expect(await look(moderator, 'flag-case')).toEqual([])
      await page.keyboard.press('s')
      await page.getByRole('button', { name: new RegExp(`^${adminWords.of('flag.reason2')}`) }).waitFor()
      await page.keyboard.press('2')
      await page.getByText(adminWords.like('flag.decided')).waitFor()

      await buyer.getByText(words.like('purchase.failedText')).waitFor()
      await until('the money is back', async () => (await spendable(mali)) === before + paid.credit.value)
      await untilShown(
        reporter,
        reporter.getByText(words.of('asset.suspendedDetail')),
        'it lies under an overlay',
      )
      expect(await buyButton(reporter).count()).toBe(0)

      await page.keyboard.press('u')
      await page.getByText(adminWords.of('flag.undone'), { exact: true }).first().waitFor()
      await fill()
      await untilShown(reporter, buyButton(reporter), 'it can be bought again')
      await payByCard(reporter)
      await isYours(reporter).waitFor()
      expect(moderator.faults).toEqual([])
      await moderator.close()
      await buyer.close()
      await reporter.close()
    })

    test('WB-7 WB-8 WB-11 what is listed in tokens is bought, and an offer for it is accepted', async () => {
      const trade = openTokenTrade(system, browser)
      const [seller, buyer] = [
        await trade.enter('somsri', 'browser'),
        await trade.enter('boonmee', 'browser'),
      ]
      await trade.giveTo(seller)
      await trade.buyListed(seller, buyer)
      await trade.acceptOffer(seller, buyer)
      expect(trade.faults).toEqual([])
      trade.chain.close()
      await seller.close()
      await buyer.close()
    })
  })
}
