import { rejections } from '@talad/proto/http/identity/rejections'
import { until } from '@talad/shared/testing/wait'
import { shortAddress } from '@talad/ui/format/address'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriers } from '../src/barriers.ts'
import { goods } from '../src/shop.ts'
import { buyButton, openTokenTrade, type TokenTrade } from '../src/token-trade.ts'
import { makeCustomer, makeTrader, type Trader } from '../src/traders.ts'
import { buyInTokens, called, listInTokens, visit } from '../src/trading.ts'
import { wordsIn } from '../src/words.ts'
import { browser, system } from './demonstration.ts'

const THBK = 10n ** 6n
const words = wordsIn('th')

let trade: TokenTrade
let seller: Trader & { page: Page }
const open: Trader[] = []

async function enter(made: Promise<Trader>): Promise<Trader & { page: Page }> {
  const trader = await made
  open.push(trader)
  return { ...trader, page: await trader.context.newPage() }
}

beforeAll(async () => {
  trade = openTokenTrade(system, browser)
  seller = await enter(makeCustomer(browser, system.run, 'pranee'))
  await trade.chain.fund(seller.address, 100n * THBK)
  await trade.chain.give(trade.contract, goods.kept.id, seller.address)
}, 400_000)
afterAll(async () => {
  for (const { context } of open) await context.close()
  trade?.chain.close()
})

async function walletsOf({ page }: { page: Page }): Promise<Locator> {
  await visit(page, `${system.run.gateway}/account?tab=wallets`)
  const list = page.getByRole('list', { name: words.of('wallets.title') })
  await list.waitFor()
  return list
}

async function askToLink({ page }: { page: Page }): Promise<Locator> {
  await called(words, page, 'wallets.link').click()
  const dialog = page.getByRole('dialog', { name: words.of('wallets.linkTitle') })
  await dialog.getByRole('button', { name: 'Test wallet' }).click()
  return dialog
}

test('ID-29 a wallet of the browser is linked to the account, with one signature', async () => {
  const list = await walletsOf(seller)
  expect(await list.getByRole('listitem').count()).toBe(1) // that of Join, which stays
  expect(await list.getByRole('button').count()).toBe(0)
  const dialog = await askToLink(seller)
  await dialog.waitFor({ state: 'detached' })
  await list.getByRole('link', { name: shortAddress(seller.address) }).waitFor()
  expect(await barriers(seller.page, {})).toEqual([])
})

test('WB-7 what the linked wallet lists for tokens is bought; history and bell tell its seller', async () => {
  await listInTokens(words, seller.page, trade.place, '350')
  const buyer = await enter(makeTrader(browser, system.run, 'wichai'))
  await trade.chain.fund(buyer.address, 5_000n * THBK)
  const dialog = await buyInTokens(words, buyer.page, trade.place, buyer.address)
  await dialog.getByRole('button', buyButton).click()
  await dialog.getByText(words.of('fill.bought'), { exact: true }).waitFor()
  await until('the token has a new owner', async () => {
    return (await trade.chain.ownerOf(trade.contract, goods.kept.id)) === buyer.address
  })
  for (const [{ page }, tab, amount] of [
    [buyer, 'purchases', '350.00 THBK'],
    [seller, 'sales', '323.75 THBK'], // less the fees of 7.5%
  ] as const) {
    await visit(page, `${system.run.gateway}/account?tab=${tab}`)
    await page.getByText(words.of('chain.title')).first().waitFor()
    await page.getByText(amount).waitFor()
    await page.getByText(words.of('chain.done'), { exact: true }).waitFor()
  }
  await seller.page.getByRole('button', { name: words.like('notice.unread') }).click()
  await seller.page.getByRole('dialog').getByText(words.like('notice.soldCryptoFor')).first().waitFor()
})

test('ID-31 ID-32 an unlinked wallet leaves the account, and waits before another one may link it', async () => {
  const list = await walletsOf(seller)
  await list.getByRole('button', { name: words.like('wallets.unlinkOf') }).click()
  await called(words, seller.page.getByRole('dialog'), 'wallets.unlinkNow').click()
  await seller.page.getByText(words.of('wallets.unlinked')).waitFor()
  await list.getByRole('link', { name: shortAddress(seller.address) }).waitFor({ state: 'detached' })

  const other = await enter(makeCustomer(browser, system.run, 'thongchai', 'pranee'))
  await walletsOf(other)
  const dialog = await askToLink(other)
  const refused = dialog.getByRole('alert')
  await refused.waitFor()
  // shown in phrases, with joiners between its letters
  const letters = (text: string) => text.replace(/[\u200b\u2060\s]/g, '')
  expect(letters((await refused.textContent()) ?? '')).toContain(
    letters(rejections.WALLET_UNLINKED_LATELY.th),
  )
})
