import { control } from '@talad/dev/seed/site'
import { contractRequest, signatureLoad } from '@talad/proto/http/identity/signing'
import { cryptoShippingHttp } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { barriers } from '../src/barriers.ts'
import { goods } from '../src/shop.ts'
import { buyButton, openTokenTrade, type TokenTrade, type Trader } from '../src/token-trade.ts'
import { approveAlways } from '../src/traders.ts'
import { buyInTokens, called, listInTokens, sheetOf, visit } from '../src/trading.ts'
import { wordsIn } from '../src/words.ts'
import { browser, system } from './demonstration.ts'

const words = wordsIn('th')
/** How often a page asks for what the phone says, in development (ID-20). */
const BETWEEN_LOOKS_MS = 1_500

let trade: TokenTrade
let chain: TokenTrade['chain']
let place: string
let contract: string

beforeAll(() => {
  trade = openTokenTrade(system, browser)
  chain = trade.chain
  place = trade.place
  contract = trade.contract
})
afterAll(() => chain?.close())

async function cancelListing({ page }: Trader) {
  await visit(page, place)
  // before it is known whose page it is, the first of that name is a filter of the activity
  await page.getByText(words.of('panel.yourListing')).waitFor()
  await called(words, page, 'order.cancelListing').first().click()
  const dialog = sheetOf(page)
  await called(words, dialog, 'end.listing').click()
  await dialog.getByText(words.of('end.done')).waitFor()
}

describe.each(['browser', 'join'] as const)('one of a kind with the wallet of: %s', (kind) => {
  let seller: Trader
  let buyer: Trader
  beforeAll(async () => {
    seller = await trade.enter(`somsri-${kind}`, kind)
    buyer = await trade.enter(`boonmee-${kind}`, kind)
    await trade.giveTo(seller)
  }, 200_000)
  afterAll(async () => {
    await seller?.close()
    await buyer?.close()
  })

  test('WB-7 WB-11 a listing in crypto is bought with another wallet of that kind: approval, transaction, a new owner', async () => {
    await trade.buyListed(seller, buyer)
  })

  test('WB-7 an offer is accepted by the owner: tokens and item change hands', async () => {
    await trade.acceptOffer(seller, buyer)
  })

  test('WB-7 whoever loads the page anew while the chain takes its time finds the purchase going on there, and then what came of it', async () => {
    await trade.giveTo(seller)
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
    await trade.owns(buyer)
    await page.getByText(words.of('resume.processing')).waitFor({ state: 'detached' })
    await called(words, page, 'panel.list').first().waitFor() // it is theirs, and can be sold on
  })

  test('WB-8 who has taken an approval back is told that the listing rests, approves again, and it can be bought', async () => {
    await trade.giveTo(seller)
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
    expect(trade.faults).toEqual([])
  })
})

test('SP-28 ID-20 an offer accepted by a phone that answers after five minutes, when no page asks any more, is in both people’s lists', async () => {
  const owner = await trade.enter('kasem', 'join')
  const bidder = await trade.enter('malee', 'join')
  await trade.giveTo(owner)
  await trade.offer(bidder, '410')
  const { page } = owner
  await page.clock.install()
  // what is approved before is approved at once; the transaction waits for its person
  await page.route(`**${contractRequest.path}`, async (route) => {
    await approveAlways(system.run, 'kasem', false)
    await route.continue()
  })
  const pathOf = (answer: { url(): string }) => new URL(answer.url()).pathname
  const asked = page.waitForResponse((answer) => pathOf(answer) === contractRequest.path)
  const accepting = await trade.dialogOf(page, 'offer.accept')
  await called(words, accepting, 'fill.accept').click()
  const { requestId } = contractRequest.response.parse(await (await asked).json())
  const givenUp = accepting.getByText(words.of('trade.expired'))
  let stoodMs = 0 // by the page's clock, which also goes on by itself
  while (!(await givenUp.isVisible())) {
    const looked = page.waitForResponse((answer) => pathOf(answer) === signatureLoad.path)
    await page.clock.fastForward(BETWEEN_LOOKS_MS)
    stoodMs += BETWEEN_LOOKS_MS
    await Promise.race([looked, givenUp.waitFor()])
  }
  expect(stoodMs).toBeGreaterThan(5 * 60_000)
  expect(await chain.ownerOf(contract, goods.kept.id)).toBe(owner.wallet)

  await control(system.run, 'POST', `join/requests/${requestId}`, { decision: 'approve' })
  await trade.owns(bidder)
  for (const [trader, tab, amount] of [
    [owner, 'sales', '379.25 THBK'], // less the fees of 7.5%
    [bidder, 'purchases', '410.00 THBK'],
  ] as const) {
    const look = trader === owner ? await owner.page.context().newPage() : trader.page
    await until(`the trade is among the ${tab}`, async () => {
      await visit(look, `${system.run.gateway}/account?tab=${tab}`)
      const row = look.getByRole('listitem').filter({ hasText: amount })
      const done = row.getByText(words.of('chain.done'), { exact: true })
      return (await done.waitFor({ timeout: 10_000 }).catch(() => 'not yet')) === undefined || undefined
    })
    await trader.close()
  }
}, 300_000)
