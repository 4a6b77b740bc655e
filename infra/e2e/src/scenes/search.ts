import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { hang, refuse } from '../answers.ts'
import { type Scene, type Stage, untilAlive } from '../scene.ts'

async function openSearch({ page, words, go }: Stage) {
  await go('/')
  await page.getByRole('button', { name: words.of('search.label') }).click()
  return page.getByRole('combobox')
}

/** The window of the search, which is also the way to every place of the site without a mouse. */
export const searchScenes: readonly Scene[] = [
  {
    name: 'search.open',
    async reach(stage) {
      await openSearch(stage)
      await stage.page.getByRole('group', { name: stage.words.of('search.popular') }).waitFor()
    },
  },
  {
    name: 'search.signed-in',
    as: 'seller',
    async reach({ page, words, go }) {
      await go('/')
      await untilAlive(page)
      await page.getByRole('link', { name: words.of('nav.account') }).waitFor()
      await page.keyboard.press('/')
      await page.getByRole('option', { name: words.of('search.ownWallet') }).waitFor()
    },
  },
  {
    name: 'search.recent',
    async reach(stage) {
      const { page, words } = stage
      const before = JSON.stringify(['ชมพู', 'betta', 'ตั๋ว'])
      await page.addInitScript({
        content: `localStorage.setItem('talad.searches', ${JSON.stringify(before)})`,
      })
      await openSearch(stage)
      await page.getByRole('group', { name: words.of('search.recent') }).waitFor()
      await page.getByRole('button', { name: words.of('search.forget') }).waitFor()
      // the profile is used again
      await page.evaluate(`localStorage.removeItem('talad.searches')`)
    },
  },
  {
    name: 'search.found',
    async reach(stage) {
      const { page, words } = stage
      await (await openSearch(stage)).fill('ชมพู')
      await page.getByRole('group', { name: words.of('favourite.assets') }).waitFor()
      await page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'search.wallet',
    async reach(stage) {
      const { page, words } = stage
      await (await openSearch(stage)).fill(`0x${'ab'.repeat(20)}`)
      await page.getByRole('option', { name: words.of('search.openWallet') }).waitFor()
    },
  },
  {
    name: 'search.places',
    async reach(stage) {
      const { page, words } = stage
      await (await openSearch(stage)).fill(words.of('theme.title'))
      await page.getByRole('option', { name: words.of('theme.dark') }).waitFor()
    },
  },
  {
    name: 'search.results',
    async reach(stage) {
      const { page, words } = stage
      await (await openSearch(stage)).fill('โคม')
      await page.getByRole('option', { name: words.like('search.all') }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(({ pathname }) => pathname === '/explore')
      await page.getByRole('main').locator('a[href^="/assets/"]').nth(3).waitFor()
    },
  },
  {
    name: 'search.filters',
    async reach({ page, words, go }) {
      await go('/search?q=โคม')
      await page.getByRole('button', { name: words.like('filter.title') }).click()
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'search.results-near',
    async reach({ page, words, go }) {
      await go('/search?q=ทับทิน')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText(words.like('common.pieces')).first().waitFor()
    },
  },
  {
    name: 'search.results-nothing',
    async reach({ page, words, go }) {
      await go('/search?q=xqxqxq')
      await page.getByText(words.of('search.none')).first().waitFor()
    },
  },
  {
    name: 'search.nothing',
    async reach(stage) {
      await (await openSearch(stage)).fill('xqxqxq')
      await stage.page.getByRole('dialog').getByText(stage.words.of('search.none')).waitFor()
    },
  },
  {
    name: 'search.loading',
    async reach(stage) {
      const { page } = stage
      await hang(page, assetIndexerHttp.searchCollections)
      await (await openSearch(stage)).fill('ชมพู')
      await page.waitForRequest((request) => request.url().includes(assetIndexerHttp.searchCollections.path))
    },
  },
  {
    name: 'search.failed',
    async reach(stage) {
      const { page, words } = stage
      await refuse(page, assetIndexerHttp.searchCollections, 500, 'internal')
      await (await openSearch(stage)).fill('ชมพู')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words.of('common.retry') })
        .waitFor()
    },
  },
]
