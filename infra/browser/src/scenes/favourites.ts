import { listFavourites } from '@talad/proto/http/favourites'
import { hang, refuse } from '../answers.ts'
import type { Scene } from '../scene.ts'

/** What somebody likes. */
export const favouriteScenes: readonly Scene[] = [
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
