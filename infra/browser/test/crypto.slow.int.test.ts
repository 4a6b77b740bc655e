import { barriers } from '@talad/e2e/barriers'
import { openBrowser } from '@talad/e2e/browser'
import { startDemonstration } from '@talad/e2e/demonstration'
import type { System } from '@talad/e2e/system'
import { until } from '@talad/shared/testing/wait'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { oneProcessEach } from '../src/people.ts'
import { goods, openShop } from '../src/shop.ts'
import { makeTrader, openLedger, type Trader } from '../src/traders.ts'
import { called, dialogAt, listInTokens, sheetOf, visit } from '../src/trading.ts'
import { type WordKey, wordsIn } from '../src/words.ts'

const THBK = 10n ** 6n
const words = wordsIn('th')

let system: System
let browser: Browser
let chain: ReturnType<typeof openLedger>
let place: string
let contract: string
let seller: Trader & { page: Page }
let buyer: Trader & { page: Page }
const faults: string[] = []

async function trader(name: string): Promise<Trader & { page: Page }> {
  const made = await makeTrader(browser, system.run, name)
  await chain.fund(made.address, 5_000n * THBK)
  const page = await made.context.newPage()
  page.on('pageerror', ({ message }) => faults.push(message))
  return { ...made, page }
}

beforeAll(async () => {
  system = await startDemonstration(inject('demonstration'))
  browser = await openBrowser(oneProcessEach)
  const { run } = system
  chain = openLedger(run)
  place = run.gateway + openShop(run).pathOf(goods.kept)
  contract = run.contracts.collections.find(({ key }) => key === goods.kept.collection)?.address ?? ''
  seller = await trader('somsri')
  buyer = await trader('boonmee')
  await chain.give(contract, goods.kept.id, seller.address)
}, 400_000)
afterAll(async () => {
  await seller?.context.close()
  await buyer?.context.close()
  chain?.close()
  await browser?.close()
  await system?.stop()
})

const dialogOf = (page: Page, key: WordKey) => dialogAt(words, page, place, key)
/** Uses the wallet of the browser, where the person has one with Join too. */
const withBrowserWallet = (dialog: Locator, { address }: Trader) =>
  dialog.getByLabel(words.of('wallet.with')).selectOption(address)

async function cancelListing() {
  const { page } = seller
  await visit(page, place)
  // before it is known whose page it is, the first of that name is a filter of the activity
  await page.getByText(words.of('panel.yourListing')).waitFor()
  await called(words, page, 'order.cancelListing').first().click()
  const dialog = sheetOf(page)
  await called(words, dialog, 'end.listing').click()
  await dialog.getByText(words.of('end.done')).waitFor()
}

const owns = (who: Trader) =>
  until('the token has a new owner', async () => {
    return (await chain.ownerOf(contract, goods.kept.id)) === who.address
  })

test('WB-7 WB-11 a listing in crypto is bought with another browser wallet: approval, transaction, a new owner', async () => {
  await listInTokens(words, seller.page, place, '350')
  const { page } = buyer
  await visit(page, place)
  const dialog = sheetOf(page)
  await page.getByText(words.of('panel.approve')).waitFor() // WB-8: the next step is told before it is taken
  await page.getByRole('button', { name: 'ซื้อด้วย THBK', exact: true }).first().click()
  await withBrowserWallet(dialog, buyer)
  await dialog.getByText('350.00 THBK').first().waitFor()
  expect(await barriers(page, {})).toEqual([])
  const before = await chain.balanceOf(system.run.contracts.thbk, seller.address)
  await dialog.getByRole('button', { name: 'ซื้อด้วย THBK', exact: true }).click()
  await dialog.getByText(words.of('fill.bought'), { exact: true }).waitFor()
  await owns(buyer)
  const earned = (await chain.balanceOf(system.run.contracts.thbk, seller.address)) - before
  expect(earned).toBeGreaterThan(300n * THBK)
  expect(earned).toBeLessThan(350n * THBK) // fees went where they belong
})

test('WB-7 an offer is accepted by the owner: tokens and item change hands', async () => {
  const offering = await dialogOf(seller.page, 'panel.offer')
  await withBrowserWallet(offering, seller)
  await offering.getByLabel(words.of('list.currency')).selectOption({ label: 'THBK' })
  await offering.getByLabel(words.of('offer.price'), { exact: true }).fill('10')
  await called(words, offering, 'offer.submit').click()
  await offering.getByText(words.like('list.priceLow')).waitFor()
  await offering.getByLabel(words.of('offer.price'), { exact: true }).fill('400')
  await offering.getByText(words.of('list.sellerGets')).waitFor()
  await called(words, offering, 'offer.submit').click()
  await offering.getByText(words.of('offer.done')).waitFor()

  const before = await chain.balanceOf(system.run.contracts.thbk, buyer.address)
  const accepting = await dialogOf(buyer.page, 'offer.accept')
  await accepting.getByText(words.of('fill.youGet')).waitFor()
  expect(await barriers(buyer.page, {})).toEqual([])
  await called(words, accepting, 'fill.accept').click()
  await accepting.getByText(words.of('fill.accepted')).waitFor()
  await owns(seller)
  const earned = (await chain.balanceOf(system.run.contracts.thbk, buyer.address)) - before
  expect(earned).toBeGreaterThan(350n * THBK)
})

test('WB-8 who has taken an approval back is told that the listing rests, approves again, and it can be bought', async () => {
  await listInTokens(words, seller.page, place, '450')
  await chain.takeBack(contract, 'somsri')
  const { page } = seller
  const rests = page.getByText(words.of('hidden.approval'))
  await until('the listing rests', async () => {
    await visit(page, place)
    return (await rests.waitFor({ timeout: 15_000 }).catch(() => 'not yet')) === undefined || undefined
  })
  expect(await barriers(page, {})).toEqual([])
  await called(words, page, 'again.approve').click()
  const dialog = sheetOf(page)
  await called(words, dialog, 'again.approve').click()
  await dialog.getByText(words.of('again.done')).waitFor()
  await until('it can be bought', async () => {
    await visit(buyer.page, place)
    const buy = buyer.page.getByRole('button', { name: 'ซื้อด้วย THBK', exact: true }).first()
    return (await buy.waitFor({ timeout: 10_000 }).catch(() => 'not yet')) === undefined || undefined
  })
  await cancelListing()
})

test('OB-13 an order in crypto is cancelled on the chain, and gone', async () => {
  await listInTokens(words, seller.page, place, '500')
  await cancelListing()
  await visit(buyer.page, place)
  await buyer.page.getByText(words.of('asset.notListed')).first().waitFor()
  expect(faults).toEqual([])
})
