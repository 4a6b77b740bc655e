import { type Asset, assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { change, hang, refuse, slow } from '../answers.ts'
import { readDown, type Scene } from '../scene.ts'
import { goods } from '../shop.ts'

const withVideo = (asset: Asset): Asset => ({
  ...asset,
  media: { type: 2, source: 'ipfs://bafy/clip.mp4', path: `/media/asset/${asset._id}` },
})

/** The page of one token, for everybody who may look at it. */
export const assetScenes: readonly Scene[] = [
  {
    name: 'asset.signed-out',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.listed))
      await page.getByRole('link', { name: words.of('panel.signInToBuy') }).waitFor()
      await page.getByRole('link', { name: words.of('order.buy'), exact: true }).waitFor()
    },
  },
  {
    name: 'asset.to-buy',
    as: 'buyer',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.listed))
      await page.getByRole('button', { name: words.of('panel.buy') }).waitFor()
    },
  },
  {
    name: 'asset.many',
    as: 'buyer',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.many))
      await page.getByRole('button', { name: words.of('panel.buy') }).waitFor()
      await readDown(page)
      await page.getByRole('heading', { name: words.of('asset.holders') }).waitFor()
    },
  },
  {
    name: 'asset.low-level',
    as: 'newcomer',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.listed))
      await page.getByText(words.of('kyc.title')).waitFor()
    },
  },
  {
    name: 'asset.wrong-wallet',
    as: 'stranger',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.listed))
      await page.getByText(words.of('account.noCustomer')).waitFor()
    },
  },
  {
    name: 'asset.own-listed',
    as: 'seller',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.onSale))
      await page.getByText(words.of('panel.yourListing')).waitFor()
    },
  },
  {
    name: 'asset.own-kept',
    as: 'seller',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.kept))
      await page.getByRole('button', { name: words.of('panel.list') }).waitFor()
    },
  },
  {
    name: 'asset.not-listed',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.sold))
      await page.getByText(words.of('asset.notListed')).waitFor()
      await readDown(page)
      await page.getByRole('table', { name: words.of('history.title') }).waitFor()
    },
  },
  {
    name: 'asset.suspended',
    as: 'buyer',
    async reach({ page, words, shop, go }) {
      await change(page, assetIndexerHttp.getAsset, (asset) => ({
        ...asset,
        dynamic: { ...asset.dynamic, suspended: true, tradable: false },
      }))
      await go(shop.pathOf(goods.listed))
      await page.getByRole('button', { name: words.of('closed.suspended') }).waitFor()
      await page
        .getByRole('button', { name: words.of('order.buy'), exact: true })
        .waitFor({ state: 'detached' })
    },
  },
  {
    name: 'asset.sound',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.ringing))
      await page.getByRole('button', { name: words.of('media.hear') }).waitFor()
    },
  },
  {
    // the shop has no video of it
    name: 'asset.video-failed',
    async reach({ page, words, shop, go }) {
      await change(page, assetIndexerHttp.getAsset, withVideo)
      await go(shop.pathOf(goods.listed))
      await page.getByRole('button', { name: words.of('media.watch') }).click()
      await page.getByText(words.of('media.failed')).waitFor()
    },
  },
  {
    name: 'asset.need-creator',
    as: 'buyer',
    async reach({ page, words, shop, go }) {
      await change(page, assetIndexerHttp.getAsset, (asset) => ({
        ...asset,
        dynamic: { ...asset.dynamic, tradable: false },
      }))
      await go(shop.pathOf(goods.listed))
      await page.getByRole('main').locator('a[href^="mailto:"]').waitFor()
      await page.getByRole('button', { name: words.of('panel.buy') }).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'asset.loading',
    async reach({ page, shop, go }) {
      await hang(page, assetIndexerHttp.getAsset)
      await go(shop.pathOf(goods.listed))
      await page.getByRole('banner').waitFor()
    },
  },
  {
    name: 'asset.slow',
    async reach({ page, words, shop, go }) {
      await slow(page, assetIndexerHttp.getAsset, 1_500)
      await go(shop.pathOf(goods.listed))
      await page.getByRole('link', { name: words.of('panel.signInToBuy') }).waitFor()
    },
  },
  {
    name: 'asset.failed',
    async reach({ page, words, shop, go }) {
      await refuse(page, assetIndexerHttp.getAsset, 500, 'internal')
      await go(shop.pathOf(goods.listed))
      await page.getByRole('button', { name: words.of('common.retry') }).waitFor()
    },
  },
  {
    name: 'asset.tried-again',
    async reach({ page, words, shop, go }) {
      const letThrough = await refuse(page, assetIndexerHttp.getAsset, 500, 'internal')
      await go(shop.pathOf(goods.listed))
      const again = page.getByRole('button', { name: words.of('common.retry') })
      await again.waitFor()
      await letThrough()
      await again.click()
      await page.getByRole('link', { name: words.of('panel.signInToBuy') }).waitFor()
    },
  },
  {
    name: 'asset.gone',
    async reach({ page, shop, go }) {
      await go(shop.pathOf({ collection: 'betta', id: 999_999 }))
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
  {
    name: 'asset.forbidden',
    async reach({ page, shop, go }) {
      await refuse(page, assetIndexerHttp.getAsset, 403, 'asset_suspended')
      await go(shop.pathOf(goods.listed))
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
]
