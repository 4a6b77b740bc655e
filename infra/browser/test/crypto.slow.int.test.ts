import { barriers } from '@talad/e2e/barriers'
import { openBrowser } from '@talad/e2e/browser'
import { startDemonstration } from '@talad/e2e/demonstration'
import type { System } from '@talad/e2e/system'
import { cryptoShippingHttp } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { until } from '@talad/shared/testing/wait'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { oneProcessEach } from '../src/people.ts'
import { goods, openShop } from '../src/shop.ts'
import { approveAlways, makeTrader, openLedger } from '../src/traders.ts'
import { buyInTokens, called, dialogAt, listInTokens, sheetOf, visit } from '../src/trading.ts'
import { type WordKey, wordsIn } from '../src/words.ts'

const THBK = 10n ** 6n
const words = wordsIn('th')

let system: System
let browser: Browser
let chain: ReturnType<typeof openLedger>
let place: string
let contract: string
const faults: string[] = []

type Person = { page: Page; wallet: string; close: () => Promise<void> }

/** Somebody who trades with one of their two wallets. */
async function enter(name: string, kind: 'browser' | 'join'): Promise<Person> {
  const { context, address, joinWallet } = await makeTrader(browser, system.run, name)
  await approveAlways(system.run, name)
  const wallet = kind === 'join' ? joinWallet : address
  await chain.fund(wallet, 5_000n * THBK)
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => faults.push(message))
  return { page, wallet, close: () => context.close() }
}

beforeAll(async () => {
  system = await startDemonstration(inject('demonstration'))
  browser = await openBrowser(oneProcessEach)
  const { run } = system
  chain = openLedger(run)
  place = run.gateway + openShop(run).pathOf(goods.kept)
  contract = run.contracts.collections.find(({ key }) => key === goods.kept.collection)?.address ?? ''
}, 400_000)
afterAll(async () => {
  chain?.close()
  await browser?.close()
  await system?.stop()
})

const dialogOf = (page: Page, key: WordKey) => dialogAt(words, page, place, key)
const choose = (dialog: Locator, { wallet }: Person) =>
  dialog.getByLabel(words.of('wallet.with')).selectOption(wallet)
const buyButton = { name: 'ซื้อด้วย THBK', exact: true }

async function cancelListing({ page }: Person) {
  await visit(page, place)
  // before it is known whose page it is, the first of that name is a filter of the activity
  await page.getByText(words.of('panel.yourListing')).waitFor()
  await called(words, page, 'order.cancelListing').first().click()
  const dialog = sheetOf(page)
  await called(words, dialog, 'end.listing').click()
  await dialog.getByText(words.of('end.done')).waitFor()
}

const owns = ({ wallet }: Person) =>
  until('the token has a new owner', async () => {
    return (await chain.ownerOf(contract, goods.kept.id)) === wallet
  })

describe.each(['browser', 'join'] as const)('one of a kind with the wallet of: %s', (kind) => {
  let seller: Person
  let buyer: Person
  beforeAll(async () => {
    seller = await enter(`somsri-${kind}`, kind)
    buyer = await enter(`boonmee-${kind}`, kind)
    await chain.handOn(contract, goods.kept.id, seller.wallet)
  }, 200_000)
  afterAll(async () => {
    await seller?.close()
    await buyer?.close()
  })

  test('WB-7 WB-11 a listing in crypto is bought with another wallet of that kind: approval, transaction, a new owner', async () => {
    await listInTokens(words, seller.page, place, '350')
    const { page } = buyer
    await visit(page, place)
    const dialog = sheetOf(page)
    await page.getByText(words.of('panel.approve')).waitFor() // WB-8: the next step is told before it is taken
    await page.getByRole('button', buyButton).first().click()
    await choose(dialog, buyer)
    await dialog.getByText('350.00 THBK').first().waitFor()
    expect(await barriers(page, {})).toEqual([])
    const before = await chain.balanceOf(system.run.contracts.thbk, seller.wallet)
    await dialog.getByRole('button', buyButton).click()
    await dialog.getByText(words.of('fill.bought'), { exact: true }).waitFor()
    await owns(buyer)
    const earned = (await chain.balanceOf(system.run.contracts.thbk, seller.wallet)) - before
    expect(earned).toBeGreaterThan(300n * THBK)
    expect(earned).toBeLessThan(350n * THBK) // fees went where they belong
  })

  test('WB-7 an offer is accepted by the owner: tokens and item change hands', async () => {
    const offering = await dialogOf(seller.page, 'panel.offer')
    await choose(offering, seller)
    await offering.getByLabel(words.of('list.currency')).selectOption({ label: 'THBK' })
    await offering.getByLabel(words.of('offer.price'), { exact: true }).fill('10')
    await called(words, offering, 'offer.submit').click()
    await offering.getByText(words.like('list.priceLow')).waitFor()
    await offering.getByLabel(words.of('offer.price'), { exact: true }).fill('400')
    await offering.getByText(words.of('list.sellerGets')).waitFor()
    await called(words, offering, 'offer.submit').click()
    await offering.getByText(words.of('offer.done')).waitFor()

    const before = await chain.balanceOf(system.run.contracts.thbk, buyer.wallet)
    const accepting = await dialogOf(buyer.page, 'offer.accept')
    await accepting.getByText(words.of('fill.youGet')).waitFor()
    expect(await barriers(buyer.page, {})).toEqual([])
    await called(words, accepting, 'fill.accept').click()
    await accepting.getByText(words.of('fill.accepted')).waitFor()
    await owns(seller)
    const earned = (await chain.balanceOf(system.run.contracts.thbk, buyer.wallet)) - before
    expect(earned).toBeGreaterThan(350n * THBK)
  })

  test('WB-7 whoever loads the page anew while the chain takes its time finds the purchase going on there, and then what came of it', async () => {
    await chain.handOn(contract, goods.kept.id, seller.wallet)
    await listInTokens(words, seller.page, place, '360')
    const { page } = buyer
    const dialog = await buyInTokens(words, page, place, buyer.wallet)
    await dialog.getByText('360.00 THBK').first().waitFor()
    await chain.pause()
    const kept = page.waitForRequest((request) =>
      request.url().endsWith(cryptoShippingHttp.processingCrypto.path),
    )
    await dialog.getByRole('button', buyButton).click()
    const request = await kept
    expect((await request.response())?.ok()).toBe(true)
    const putBack = await chain.hold(z.object({ tx_hash: z.string() }).parse(request.postDataJSON()).tx_hash)
    await chain.goOn()
    await page.reload()
    await page.getByText(words.of('resume.processing')).waitFor()
    expect(await barriers(page, {})).toEqual([])
    expect(await chain.ownerOf(contract, goods.kept.id)).toBe(seller.wallet)
    await putBack()
    await owns(buyer)
    await page.getByText(words.of('resume.processing')).waitFor({ state: 'detached' })
    await called(words, page, 'panel.list').first().waitFor() // it is theirs, and can be sold on
  })

  test('WB-8 who has taken an approval back is told that the listing rests, approves again, and it can be bought', async () => {
    await chain.handOn(contract, goods.kept.id, seller.wallet)
    await listInTokens(words, seller.page, place, '450')
    await chain.takeBack(contract, seller.wallet)
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
      const buy = buyer.page.getByRole('button', buyButton).first()
      return (await buy.waitFor({ timeout: 10_000 }).catch(() => 'not yet')) === undefined || undefined
    })
    await cancelListing(seller)
  })

  test('OB-13 an order in crypto is cancelled on the chain, and gone', async () => {
    await listInTokens(words, seller.page, place, '500')
    await cancelListing(seller)
    await visit(buyer.page, place)
    await buyer.page.getByText(words.of('asset.notListed')).first().waitFor()
    expect(faults).toEqual([])
  })
})
