import { type Order, orderBookHttp } from '@talad/proto/http/order-book/orders'
import { type CryptoShipping, cryptoShippingHttp } from '@talad/proto/http/shipping-payment/crypto-shipping'
import type { Locator } from 'playwright-core'
import { answer, change } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'
import { goods } from '../shop.ts'
import { openListing } from './listing.ts'

const SYMBOL = 'THBK'

/** An order of the demonstration, as if it were in a token. */
function inToken({ run }: Stage, order: Order, about: Partial<Order> = {}): Order {
  const { basic, shipping } = order
  const token = { address: run.contracts.thbk, symbol: SYMBOL, decimals: 6 }
  const price = { ...basic.price, token, raw: '350000000', value: '350', text: '350' }
  return { ...order, basic: { ...basic, price }, crypto: shipping, shipping: null, ...about }
}

/** What is on sale is on sale for tokens. */
const sellInToken = (stage: Stage) =>
  change(stage.page, orderBookHttp.listOrders, (answer) => ({
    ...answer,
    list: answer.list.map((order) => inToken(stage, order)),
  }))

async function openOffer({ page, words, shop, go }: Stage): Promise<Locator> {
  await go(shop.pathOf(goods.listed))
  await page.getByRole('button', { name: words.of('panel.offer') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words.of('list.currency')).selectOption({ label: SYMBOL })
  await dialog.getByText(words.like('approval.have')).waitFor()
  return dialog
}

/** Trades of the person on the chain, in each of their states. */
function tradedOnChain({ page, run, shop }: Stage): Promise<void> {
  const { address, type } = run.contracts.collections.find(({ key }) => key === goods.listed.collection) ?? {
    address: '',
    type: 'erc721' as const,
  }
  const [, , blockchain = ''] = shop.pathOf(goods.listed).split('/')
  const asset = { contract: { blockchain, address, type }, token: { id: String(goods.listed.id) } }
  const at = '2026-11-23T10:00:00.000Z'
  const trade = (status: CryptoShipping['status'], n: number): CryptoShipping => ({
    _id: String(n).padStart(24, '0'),
    role: 'buyer',
    status,
    asset,
    is_crypto: true,
    amount: String(n),
    order: { _id: 'c'.repeat(24), hash: `0x${'cd'.repeat(32)}`, type: 'list' },
    buyer_customer_id: 'join-buyer',
    seller_customer_id: null,
    expires_at: at,
    recipient_address: `0x${'ab'.repeat(20)}`,
    price: { token: { address: run.contracts.thbk, symbol: SYMBOL, decimals: 6 }, raw: '350000000' },
    tx_hash: `0x${'ef'.repeat(32)}`,
    created: at,
    updated: at,
    canceled_reason: null,
    failed_reason: status === 'failed' ? 'not_proven' : null,
  })
  const list = [trade('processing', 1), trade('completed', 2), trade('failed', 3)]
  return answer(page, cryptoShippingHttp.cryptoHistory, { list, nextCursor: null })
}

/** What is traded on the chain: listings in a token, offers, and what stands before the wallet is asked. */
export const tradeScenes: readonly Scene[] = [
  {
    name: 'trade.history',
    as: 'buyer',
    async reach(stage) {
      const { page, words, go } = stage
      await tradedOnChain(stage)
      await go('/account?tab=purchases')
      await page.getByText(words.of('chain.failed'), { exact: true }).waitFor()
    },
  },
  {
    name: 'trade.offer',
    as: 'buyer',
    async reach(stage) {
      const { words } = stage
      const dialog = await openOffer(stage)
      await dialog.getByLabel(words.of('offer.price'), { exact: true }).fill('350')
      await dialog.getByText(words.of('list.sellerGets')).waitFor()
    },
  },
  {
    name: 'trade.offer-too-low',
    as: 'buyer',
    async reach(stage) {
      const { words } = stage
      const dialog = await openOffer(stage)
      await dialog.getByLabel(words.of('offer.price'), { exact: true }).fill('1')
      await dialog.getByRole('button', { name: words.of('offer.submit'), exact: true }).click()
      await dialog.getByText(words.like('list.priceLow')).waitFor()
    },
  },
  {
    name: 'trade.too-poor',
    as: 'buyer',
    async reach(stage) {
      const { words } = stage
      const dialog = await openOffer(stage)
      await dialog.getByLabel(words.of('offer.price'), { exact: true }).fill('900000')
      await dialog.getByText(words.like('approval.short')).waitFor()
      await dialog.getByText(words.of('list.sellerGets')).waitFor()
    },
  },
  {
    name: 'trade.chain-away',
    as: 'buyer',
    async reach(stage) {
      const { page, words, run } = stage
      const dialog = await openOffer(stage)
      await dialog.getByLabel(words.of('offer.price'), { exact: true }).fill('350')
      await dialog.getByText(words.of('list.sellerGets')).waitFor()
      await page.route(`${run.rpc}/**`, (route) => route.abort())
      await dialog.getByRole('button', { name: words.of('offer.submit'), exact: true }).click()
      await dialog.getByRole('button', { name: words.of('trade.retry') }).waitFor()
    },
  },
  {
    name: 'trade.list',
    as: 'seller',
    async reach(stage) {
      const { words } = stage
      const dialog = await openListing(stage, goods.kept)
      await dialog.getByLabel(words.of('list.currency')).selectOption({ label: SYMBOL })
      await dialog.getByLabel(words.of('list.price'), { exact: true }).fill('350')
      await dialog.getByText(words.of('list.youGet')).waitFor()
    },
  },
  {
    name: 'trade.asset',
    as: 'buyer',
    async reach(stage) {
      const { page, words, shop, go } = stage
      await sellInToken(stage)
      await go(shop.pathOf(goods.listed))
      await page
        .getByRole('button', { name: words.like('panel.buyWith') })
        .first()
        .waitFor()
    },
  },
  {
    name: 'trade.buy',
    as: 'buyer',
    async reach(stage) {
      const { page, words, shop, go } = stage
      await sellInToken(stage)
      await go(shop.pathOf(goods.listed))
      await page
        .getByRole('button', { name: words.like('panel.buyWith') })
        .first()
        .click()
      await page.getByRole('dialog').getByText(words.of('fill.youPay')).waitFor()
    },
  },
  {
    name: 'trade.cancel',
    as: 'seller',
    async reach(stage) {
      const { page, words, shop, go } = stage
      await sellInToken(stage)
      await go(shop.pathOf(goods.onSale))
      await page
        .getByRole('button', { name: words.of('order.cancelListing') })
        .first()
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words.of('end.listing') })
        .waitFor()
    },
  },
]
