import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { facetsHttp } from '@talad/proto/http/asset-indexer/facets'
import { hang, refuse } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'

async function openFilters({ page, words }: Stage) {
  await page.getByRole('button', { name: words.of('filter.title') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

/** The whole market with its filters. */
export const exploreScenes: readonly Scene[] = [
  {
    name: 'explore.all',
    async reach({ page, words, go }) {
      await go('/explore')
      await page.getByText(words.like('common.pieces')).first().waitFor()
    },
  },
  {
    name: 'explore.filters',
    async reach(stage) {
      await stage.go('/explore')
      await (await openFilters(stage)).getByRole('checkbox').nth(3).waitFor()
    },
  },
  {
    name: 'explore.filters-open',
    async reach(stage) {
      await stage.go('/explore')
      const dialog = await openFilters(stage)
      // of one collection the traits come too
      await dialog.locator('details').nth(1).getByRole('checkbox').first().check()
      const groups = dialog.locator('details')
      await groups.nth(5).waitFor()
      for (const group of await groups.all()) {
        if ((await group.getAttribute('open')) === null) await group.locator('summary').click()
      }
    },
  },
  {
    name: 'explore.filtered',
    async reach({ page, words, go }) {
      await go('/explore?status=listed&c=siam_betta,lanna_lanterns&from=10&currency=thb')
      await page
        .getByRole('button', { name: words.like('filter.remove') })
        .nth(3)
        .waitFor()
      await page.getByText(words.like('common.pieces')).first().waitFor()
    },
  },
  {
    name: 'explore.nothing',
    async reach({ page, words, go }) {
      await go('/explore?from=999999999')
      await page.getByText(words.of('filter.nothing')).waitFor()
    },
  },
  {
    name: 'explore.loading',
    async reach({ page, go }) {
      await hang(page, assetIndexerHttp.listAssets)
      await hang(page, facetsHttp.listFacets)
      await go('/explore')
      await page.locator('[aria-busy=true]').first().waitFor()
    },
  },
  {
    name: 'explore.failed',
    async reach({ page, words, go }) {
      await refuse(page, assetIndexerHttp.listAssets, 500, 'internal')
      await go('/explore')
      await page
        .getByRole('main')
        .getByRole('button', { name: words.of('common.retry') })
        .last()
        .waitFor()
    },
  },
  {
    name: 'explore.filters-failed',
    async reach(stage) {
      await refuse(stage.page, facetsHttp.listFacets, 500, 'internal')
      await stage.go('/explore')
      const dialog = await openFilters(stage)
      await dialog.getByRole('button', { name: stage.words.of('common.retry') }).waitFor()
    },
  },
]
