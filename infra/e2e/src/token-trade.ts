import { until } from '@talad/shared/testing/wait'
import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { barriers } from './barriers.ts'
import { openChain } from './chain.ts'
import { goods, openShop, type Token } from './shop.ts'
import type { System } from './system.ts'
import { approveAlways, makeTrader } from './traders.ts'
import { called, dialogAt, listInTokens, sheetOf, visit } from './trading.ts'
import { type WordKey, wordsIn } from './words.ts'

const THBK = 10n ** 6n
const words = wordsIn('th')

export const buyButton = { name: 'ซื้อด้วย THBK', exact: true }

/** Somebody who trades with one of their two wallets. */
export type Trader = { page: Page; wallet: string; close: () => Promise<void> }

export type TokenTrade = ReturnType<typeof openTokenTrade>

/** Trades one token of the demonstration for THBK, in the browser and on the chain of a running system. */
export function openTokenTrade({ run }: System, browser: Browser, token: Token = goods.kept) {
  const chain = openChain(run)
  const place = run.gateway + openShop(run).pathOf(token)
  const contract = run.contracts.collections.find(({ key }) => key === token.collection)?.address ?? ''
  const faults: string[] = []
  const dialogOf = (page: Page, key: WordKey) => dialogAt(words, page, place, key)
  const choose = (dialog: Locator, { wallet }: Trader) =>
    dialog.getByLabel(words.of('wallet.with')).selectOption(wallet)
  const thbkOf = ({ wallet }: Trader) => chain.balanceOf(run.contracts.thbk, wallet)
  const owns = ({ wallet }: Trader) =>
    until('the token has a new owner', async () => (await chain.ownerOf(contract, token.id)) === wallet)
  return {
    chain,
    place,
    contract,
    faults,
    dialogOf,
    choose,
    owns,
    async enter(name: string, kind: 'browser' | 'join'): Promise<Trader> {
      const { context, address, joinWallet } = await makeTrader(browser, run, name)
      await approveAlways(run, name)
      const wallet = kind === 'join' ? joinWallet : address
      await chain.fund(wallet, 5_000n * THBK)
      const page = await context.newPage()
      page.on('pageerror', ({ message }) => faults.push(message))
      return { page, wallet, close: () => context.close() }
    },
    giveTo: ({ wallet }: Trader) => chain.handOn(contract, token.id, wallet),
    /** WB-8: the next step is told before it is taken. */
    async buyListed(seller: Trader, buyer: Trader): Promise<void> {
      await listInTokens(words, seller.page, place, '350')
      const { page } = buyer
      await visit(page, place)
      const dialog = sheetOf(page)
      await page.getByText(words.of('panel.approve')).waitFor()
      await page.getByRole('button', buyButton).first().click()
      await choose(dialog, buyer)
      await dialog.getByText('350.00 THBK').first().waitFor()
      expect(await barriers(page, {})).toEqual([])
      const before = await thbkOf(seller)
      await dialog.getByRole('button', buyButton).click()
      await dialog.getByText(words.of('fill.bought'), { exact: true }).waitFor()
      await owns(buyer)
      const earned = (await thbkOf(seller)) - before
      expect(earned).toBeGreaterThan(300n * THBK)
      expect(earned).toBeLessThan(350n * THBK) // fees went where they belong
    },
    async offer(bidder: Trader, price: string): Promise<void> {
      const offering = await dialogOf(bidder.page, 'panel.offer')
      await choose(offering, bidder)
      await offering.getByLabel(words.of('list.currency')).selectOption({ label: 'THBK' })
      await offering.getByLabel(words.of('offer.price'), { exact: true }).fill('10')
      await called(words, offering, 'offer.submit').click()
      await offering.getByText(words.like('list.priceLow')).waitFor()
      await offering.getByLabel(words.of('offer.price'), { exact: true }).fill(price)
      await offering.getByText(words.of('list.sellerGets')).waitFor()
      await called(words, offering, 'offer.submit').click()
      await offering.getByText(words.of('offer.done')).waitFor()
    },
    async acceptOffer(bidder: Trader, owner: Trader): Promise<void> {
      await this.offer(bidder, '400')
      const before = await thbkOf(owner)
      const accepting = await dialogOf(owner.page, 'offer.accept')
      await accepting.getByText(words.of('fill.youGet')).waitFor()
      expect(await barriers(owner.page, {})).toEqual([])
      await called(words, accepting, 'fill.accept').click()
      await accepting.getByText(words.of('fill.accepted')).waitFor()
      await owns(bidder)
      expect((await thbkOf(owner)) - before).toBeGreaterThan(350n * THBK)
    },
  }
}
