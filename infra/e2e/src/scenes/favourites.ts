import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { listFavourites, putFavourite, removeFavourite } from '@talad/proto/http/identity/favourites'
import { hang, refuse } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'

const SOME = 5

/** Some items and collections that the buyer likes for as long as the scene lasts. */
async function likeSome({ shop, after }: Stage): Promise<void> {
  const buyer = await shop.person('buyer')
  const assets = await buyer.call(assetIndexerHttp.listAssets, { query: {} })
  const collections = await buyer.call(assetIndexerHttp.listCollections, { query: {} })
  const some = [
    ...assets.list.slice(0, SOME).map(({ _id: id }) => ({ kind: 'asset', id }) as const),
    ...collections.list.slice(0, SOME).map(({ _id: id }) => ({ kind: 'collection', id }) as const),
  ]
  for (const params of some) await buyer.call(putFavourite, { params })
  after(async () => {
    for (const params of some) await buyer.call(removeFavourite, { params })
  })
}

/** What somebody likes. */
export const favouriteScenes: readonly Scene[] = [
  {
    name: 'favourites.items',
    as: 'buyer',
    async reach(stage) {
      await likeSome(stage)
      await stage.go('/favourites')
      await stage.page
        .getByRole('button', { name: stage.words.like('favourite.remove') })
        .first()
        .waitFor()
    },
  },
  {
    name: 'favourites.collections',
    as: 'buyer',
    async reach(stage) {
      await likeSome(stage)
      await stage.go('/favourites?tab=collections')
      await stage.page.getByRole('main').getByRole('heading', { level: 3 }).first().waitFor()
    },
  },
  {
    name: 'favourites.empty',
    async reach({ page, words, go }) {
      await go('/favourites')
      await page.getByText(words.of('favourite.noAssets')).waitFor()
    },
  },
  {
    name: 'favourites.loading',
    as: 'buyer',
    async reach({ page, go }) {
      await hang(page, listFavourites)
      await go('/favourites')
      await page.getByRole('banner').waitFor()
    },
  },
  {
    name: 'favourites.failed',
    as: 'buyer',
    async reach({ page, words, go }) {
      await refuse(page, listFavourites, 500, 'internal')
      await go('/favourites')
      await page.getByRole('button', { name: words.of('common.retry') }).waitFor()
    },
  },
]
