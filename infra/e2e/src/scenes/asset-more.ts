import { type Asset, assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { change } from '../answers.ts'
import { readDown, type Scene } from '../scene.ts'
import { goods } from '../shop.ts'

const issued = (asset: Asset): Asset => ({
  ...asset,
  dynamic: {
    ...asset.dynamic,
    issuer: { issuer_id: '0'.repeat(24), slug: 'baan-taworn', names: { th: 'บ้านถาวร', en: 'Baan Taworn' } },
  },
})

/** What opens on the page of a token when somebody wants to know more. */
export const assetMoreScenes: readonly Scene[] = [
  {
    name: 'asset.zoomed',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.listed))
      await page.getByRole('button', { name: words.of('picture.zoomIn') }).click()
      await page.getByRole('dialog').locator('img').first().waitFor()
    },
  },
  {
    name: 'asset.event',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.sold))
      await readDown(page)
      await page.getByRole('heading', { name: words.of('asset.activity') }).scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: words.of('event.sale'), exact: true }).click()
      await page
        .getByRole('button', { name: words.of('event.details') })
        .first()
        .click()
      await page.getByRole('dialog').getByText(words.of('event.from'), { exact: true }).waitFor()
    },
  },
  {
    name: 'asset.share',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.listed))
      await page.getByRole('button', { name: words.of('share.title') }).click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'asset.on-chain',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.listed))
      await page.getByText(words.of('asset.details')).click()
      await page.getByText(words.of('asset.tokenId')).waitFor()
    },
  },
  {
    name: 'asset.hint',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.listed))
      await page.getByText(words.of('asset.details')).click()
      await page.locator('details').getByRole('button').first().click()
      await page.getByText(words.of('asset.contractHint')).last().waitFor()
    },
  },
  {
    name: 'asset.issuer',
    async reach({ page, words, shop, go }) {
      await change(page, assetIndexerHttp.getAsset, issued)
      await go(shop.pathOf(goods.listed))
      await readDown(page)
      const line = page.locator('p', { hasText: words.of('asset.issuer') })
      await line.getByRole('button').click()
      await page.getByRole('dialog', { name: words.of('common.explain') }).waitFor()
    },
  },
]
