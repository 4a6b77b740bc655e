import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { change, hang, refuse } from '../answers.ts'
import { readDown, type Scene, untilAlive } from '../scene.ts'

/** The first screen, and what stands on every screen. */
export const homeScenes: readonly Scene[] = [
  {
    name: 'home.signed-out',
    async reach({ page, words, go }) {
      await go('/')
      await page.getByRole('heading', { name: words.of('home.justListed') }).waitFor()
      await readDown(page)
      await page.getByRole('heading', { name: words.of('home.justSold') }).waitFor()
    },
  },
  {
    name: 'home.signed-in',
    as: 'buyer',
    async reach({ page, words, go }) {
      await go('/')
      await page.getByRole('link', { name: words.of('nav.account') }).waitFor()
      await readDown(page)
      await page.getByRole('heading', { name: words.of('home.justSold') }).waitFor()
    },
  },
  {
    name: 'home.loading',
    async reach({ page, go }) {
      await hang(page, assetIndexerHttp.listAssets)
      await hang(page, assetIndexerHttp.listCollections)
      await hang(page, assetIndexerHttp.listEvents)
      await go('/')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  {
    name: 'home.empty',
    async reach({ page, words, go }) {
      await change(page, assetIndexerHttp.listAssets, (body) => ({ ...body, list: [], nextCursor: null }))
      await change(page, assetIndexerHttp.listEvents, (body) => ({ ...body, list: [], nextCursor: null }))
      await change(page, assetIndexerHttp.listCollections, (body) => ({
        ...body,
        list: [],
        nextCursor: null,
      }))
      await go('/')
      await page.getByText(words.of('home.nothingYet')).first().waitFor()
    },
  },
  {
    name: 'home.failed',
    async reach({ page, words, go }) {
      await refuse(page, assetIndexerHttp.listAssets, 500, 'internal')
      await refuse(page, assetIndexerHttp.listCollections, 500, 'internal')
      await refuse(page, assetIndexerHttp.listEvents, 500, 'internal')
      await go('/')
      await page
        .getByRole('button', { name: words.of('common.retry') })
        .first()
        .waitFor()
    },
  },
  {
    name: 'home.skip',
    async reach({ page, words, go }) {
      await go('/')
      await untilAlive(page)
      await page.keyboard.press('Tab')
      await page
        .getByRole('link', { name: words.of('nav.skip') })
        .and(page.locator(':focus'))
        .waitFor()
    },
  },
]
