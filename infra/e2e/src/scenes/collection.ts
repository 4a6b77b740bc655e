import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { change, hang, refuse } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'

const open = ({ go, shop }: Stage, search = '') => go(shop.collectionPath('betta') + search)

export const collectionScenes: readonly Scene[] = [
  {
    name: 'collection.items',
    async reach(stage) {
      await open(stage)
      await stage.page.getByText(stage.words.like('common.pieces')).first().waitFor()
    },
  },
  {
    name: 'collection.about',
    async reach(stage) {
      const { page } = stage
      // no collection of the demonstration has so much to tell
      await change(page, assetIndexerHttp.getCollection, (found) => ({
        ...found,
        description: `${found.description} `.repeat(4),
      }))
      await open(stage)
      await page.locator('main summary').first().click()
    },
  },
  {
    name: 'collection.verified',
    async reach(stage) {
      const { page } = stage
      await change(page, assetIndexerHttp.getCollection, (found) => ({
        ...found,
        verification: {
          state: 'verified' as const,
          checks: ['contract_owner' as const, 'website' as const, 'identity' as const],
          at: '2026-11-20T05:00:00Z',
        },
      }))
      await open(stage)
      await page.locator('main details summary').first().click()
    },
  },
  {
    name: 'collection.need-creator',
    async reach(stage) {
      const { page } = stage
      await change(page, assetIndexerHttp.getCollection, (found) => ({
        ...found,
        verification: { state: 'needed' as const, checks: [], at: null },
      }))
      await open(stage)
      await page.getByRole('main').locator('a[href^="mailto:"]').waitFor()
    },
  },
  {
    name: 'collection.activity',
    async reach(stage) {
      await open(stage, '?tab=activity')
      await stage.page.getByText(stage.words.of('event.sale')).first().waitFor()
      await stage.page.getByRole('table', { name: stage.words.of('history.title') }).waitFor()
    },
  },
  {
    name: 'collection.traits',
    async reach(stage) {
      await open(stage, '?tab=traits')
      await stage.page.getByRole('tabpanel').getByRole('table').first().waitFor()
    },
  },
  {
    name: 'collection.traits-failed',
    async reach(stage) {
      await refuse(stage.page, assetIndexerHttp.listTraits, 500, 'internal')
      await open(stage, '?tab=traits')
      await stage.page
        .getByRole('tabpanel')
        .getByRole('button', { name: stage.words.of('common.retry') })
        .waitFor()
    },
  },
  {
    name: 'collection.filters',
    async reach(stage) {
      const { page, words } = stage
      await open(stage)
      await page.getByRole('button', { name: words.of('filter.title') }).click()
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'collection.filters-open',
    async reach(stage) {
      const { page, words } = stage
      await open(stage)
      await page.getByRole('button', { name: words.of('filter.title') }).click()
      const groups = page.getByRole('dialog').locator('details')
      await groups.nth(2).waitFor()
      for (const group of await groups.all()) {
        if ((await group.getAttribute('open')) === null) await group.locator('summary').click()
      }
    },
  },
  {
    name: 'collection.filtered',
    async reach(stage) {
      const { page, words } = stage
      await open(stage, '?status=listed&from=100')
      await page
        .getByRole('button', { name: words.like('filter.remove') })
        .first()
        .waitFor()
      await page.getByText(words.like('common.pieces')).first().waitFor()
    },
  },
  {
    name: 'collection.turned-range',
    async reach({ page, words, shop, go }) {
      await go(shop.collectionPath('betta'))
      await page.getByRole('button', { name: words.like('filter.title') }).click()
      const dialog = page.getByRole('dialog')
      const [from, to] = [
        dialog.getByPlaceholder(words.of('filter.from')),
        dialog.getByPlaceholder(words.of('filter.to')),
      ]
      await from.first().fill('500')
      await to.first().fill('100')
      await dialog
        .getByRole('button', { name: words.of('filter.apply') })
        .first()
        .click()
      await dialog.getByText(words.of('filter.turned')).waitFor()
    },
  },
  {
    name: 'collection.nothing',
    async reach(stage) {
      await open(stage, '?tr[0][key]=No&tr[0][value]=Such')
      await stage.page.getByText(stage.words.of('filter.nothing')).waitFor()
    },
  },
  {
    name: 'collection.loading',
    async reach(stage) {
      await hang(stage.page, assetIndexerHttp.getCollection)
      await open(stage)
      await stage.page.getByRole('banner').waitFor()
    },
  },
  {
    name: 'collection.failed',
    async reach(stage) {
      await refuse(stage.page, assetIndexerHttp.getCollection, 500, 'internal')
      await open(stage)
      await stage.page.getByRole('button', { name: stage.words.of('common.retry') }).waitFor()
    },
  },
  {
    name: 'collection.gone',
    async reach({ page, go }) {
      await go('/collection/no-such-collection')
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
  {
    name: 'collection.forbidden',
    async reach(stage) {
      await refuse(stage.page, assetIndexerHttp.getCollection, 403, 'collection_suspended')
      await open(stage)
      await stage.page.getByRole('main').getByRole('alert').waitFor()
    },
  },
  {
    name: 'collections.ranked',
    async reach({ page, words, go }) {
      await go('/collections')
      await page.getByRole('table', { name: words.of('ranking.title') }).waitFor()
    },
  },
  {
    name: 'collections.loading',
    async reach({ page, words, go }) {
      await hang(page, assetIndexerHttp.listCollections)
      await go('/collections')
      await page.getByRole('heading', { level: 1, name: words.of('ranking.title') }).waitFor()
    },
  },
  {
    name: 'collections.failed',
    async reach({ page, words, go }) {
      await refuse(page, assetIndexerHttp.listCollections, 500, 'internal')
      await go('/collections')
      await page
        .getByRole('main')
        .getByRole('button', { name: words.of('common.retry') })
        .waitFor()
    },
  },
]
