import { assetIndexerHttp, type Collection } from '@talad/proto/http/asset-indexer/assets'
import { facetsHttp } from '@talad/proto/http/asset-indexer/facets'
import { buyer, type Scene, type Step, visitor } from '../scene.ts'
import {
  alive,
  all,
  at,
  atCollection,
  changed,
  click,
  exact,
  type Find,
  failing,
  first,
  hung,
  inDialog,
  inMain,
  nth,
  press,
  readDown,
  refused,
  the,
  within,
} from '../steps.ts'

const { getCollection, listAssets, listCollections, listEvents, listTraits } = assetIndexerHttp
const nothing = <T extends object>(body: T) => ({ ...body, list: [], nextCursor: null })
const pieces = first(the.text('common.pieces'))
const retry = the.button('common.retry')
const openFilters = all(click(the.button('filter.title', exact)), the.dialog())
const groups = inDialog(the.css('details'))
const unfoldAll: Step = async (stage) => {
  for (const one of await groups(stage).all()) {
    if ((await one.getAttribute('open')) === null) await one.locator('summary').click()
  }
}
const betta = (search?: string) => atCollection('betta', search)
const verification = (about: Partial<Collection['verification']>) =>
  changed(getCollection, (found) => ({ ...found, verification: { ...found.verification, ...about } }))
const verified = verification({
  state: 'verified',
  checks: ['contract_owner', 'website', 'identity'],
  at: '2026-11-20T05:00:00Z',
})
const unverified = verification({ state: 'needed', checks: [], at: null })

/** Of the ways under a thumb. */
const bar = (find: Find): Find => within(the.navigation('bar.title'), find)

/** The first screen, collections, and the whole market with its filters. */
export const marketScenes: readonly Scene[] = [
  visitor('home.signed-out', at('/'), the.heading('home.justListed'), readDown, the.heading('home.justSold')),
  buyer('home.signed-in', at('/'), the.link('nav.account'), readDown, the.heading('home.justSold')),
  visitor(
    'home.bar',
    at('/'),
    bar(the.link('bar.market')),
    bar(the.button('bar.search')),
    bar(the.link('bar.account')),
  ),
  visitor('home.loading', hung(listAssets, listCollections, listEvents), at('/'), ({ page }) =>
    page.getByRole('heading', { level: 1 }),
  ),
  visitor(
    'home.empty',
    ...[changed(listAssets, nothing), changed(listEvents, nothing), changed(listCollections, nothing)],
    ...[at('/'), first(the.text('home.nothingYet'))],
  ),
  visitor('home.failed', failing(listAssets, listCollections, listEvents), at('/'), first(retry)),
  visitor('home.skip', at('/'), alive, press('Tab'), (stage) =>
    the.link('nav.skip')(stage).and(stage.page.locator(':focus')),
  ),

  visitor('collection.items', betta(), pieces),
  visitor(
    'collection.about',
    // no collection of the demonstration has so much to tell
    changed(getCollection, (found) => ({ ...found, description: `${found.description} `.repeat(4) })),
    betta(),
    click(first(the.css('main summary'))),
  ),
  visitor('collection.verified', verified, betta(), click(first(the.css('main details summary')))),
  visitor('collection.need-creator', unverified, betta(), inMain(the.css('a[href^="mailto:"]'))),
  visitor(
    'collection.activity',
    betta('?tab=activity'),
    first(the.text('event.sale')),
    the.table('history.title'),
  ),
  visitor('collection.traits', betta('?tab=traits'), first(within(the.tabpanel(), the.table()))),
  visitor(
    'collection.traits-failed',
    failing(listTraits),
    betta('?tab=traits'),
    within(the.tabpanel(), retry),
  ),
  visitor('collection.filters', betta(), openFilters, first(inDialog(the.checkbox()))),
  visitor('collection.filters-open', betta(), openFilters, nth(groups, 2), unfoldAll),
  visitor(
    'collection.filtered',
    betta('?status=listed&from=100'),
    first(the.button('filter.remove')),
    pieces,
  ),
  visitor('collection.turned-range', betta(), openFilters, async (stage) => {
    const dialog = the.dialog()(stage)
    const { words } = stage
    await dialog.getByPlaceholder(words.of('filter.from')).first().fill('500')
    await dialog.getByPlaceholder(words.of('filter.to')).first().fill('100')
    await the.button('filter.apply')(stage, dialog).first().click()
    return the.text('filter.turned')(stage, dialog)
  }),
  visitor('collection.nothing', betta('?tr[0][key]=No&tr[0][value]=Such'), the.text('filter.nothing')),
  visitor('collection.loading', hung(getCollection), betta(), the.banner()),
  visitor('collection.failed', failing(getCollection), betta(), retry),
  visitor('collection.gone', at('/collection/no-such-collection'), inMain(the.alert())),
  visitor(
    'collection.forbidden',
    refused(getCollection, 403, 'collection_suspended'),
    betta(),
    inMain(the.alert()),
  ),
  visitor('collections.ranked', at('/collections'), the.table('ranking.title')),
  visitor('collections.loading', hung(listCollections), at('/collections'), ({ page, words }) =>
    page.getByRole('heading', { level: 1, name: words.of('ranking.title') }),
  ),
  visitor('collections.failed', failing(listCollections), at('/collections'), inMain(retry)),

  visitor('explore.all', at('/explore'), pieces),
  visitor('explore.filters', at('/explore'), openFilters, nth(inDialog(the.checkbox()), 3)),
  visitor(
    'explore.filters-open',
    at('/explore'),
    openFilters,
    // of one collection the traits come too
    (stage) => nth(groups, 1)(stage).getByRole('checkbox').first().check(),
    nth(groups, 5),
    unfoldAll,
  ),
  visitor(
    'explore.filtered',
    at('/explore?status=listed&c=siam_betta,lanna_lanterns&from=10&currency=thb'),
    nth(the.button('filter.remove'), 3),
    pieces,
  ),
  visitor('explore.nothing', at('/explore?from=999999999'), the.text('filter.nothing')),
  visitor(
    'explore.loading',
    hung(listAssets, facetsHttp.listFacets),
    at('/explore'),
    first(the.css('[aria-busy=true]')),
  ),
  visitor('explore.failed', failing(listAssets), at('/explore'), (stage) => inMain(retry)(stage).last()),
  visitor(
    'explore.filters-failed',
    failing(facetsHttp.listFacets),
    at('/explore'),
    openFilters,
    inDialog(retry),
  ),
]
