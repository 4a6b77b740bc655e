import { type PersonKey, personOf } from '@talad/demo/people'
import { type Asset, assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { setProfilePicture, unsetProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { until } from '@talad/shared/testing/wait'
import { refuse, slow } from '../answers.ts'
import { onceHeard } from '../people.ts'
import {
  artist,
  buyer,
  collector,
  newcomer,
  type Scene,
  type Step,
  seller,
  stranger,
  untilAlive,
  visitor,
} from '../scene.ts'
import { goods } from '../shop.ts'
import {
  all,
  at,
  changed,
  click,
  exact,
  type Find,
  failing,
  first,
  gone,
  hung,
  inDialog,
  inMain,
  last,
  message,
  readDown,
  refused,
  the,
  within,
} from '../steps.ts'

const { getAsset, listAssets } = assetIndexerHttp
const SHOWN_WITHIN_MS = 40_000
const toBuy = the.button('panel.buy')
const signInToBuy = the.link('panel.signInToBuy')
const retry = the.button('common.retry')
const remove = the.button('picture.remove')
const ownPicture = within(the.banner(), the.css('img'))

const withVideo = changed(getAsset, (asset) => ({
  ...asset,
  media: { type: 2, source: 'ipfs://bafy/clip.mp4', path: `/media/asset/${asset._id}` },
}))
const dynamic = (edit: Partial<Asset['dynamic']>) =>
  changed(getAsset, (asset) => ({ ...asset, dynamic: { ...asset.dynamic, ...edit } }))
/** AI-27 */
const used = changed(getAsset, (asset) => ({ ...asset, internal: { ...asset.internal, utility_usage: 2 } }))
const issuer = {
  issuer_id: '0'.repeat(24),
  slug: 'baan-taworn',
  names: { th: 'บ้านถาวร', en: 'Baan Taworn' },
}

const reserved: Step = async ({ shop, after }) => {
  const shipping = await shop.reserve('buyer', goods.reserved)
  after(() => shop.cancel('buyer', shipping))
}

/** The market hears of a reservation a moment later, and its answers are kept for some seconds (WB-10). */
const untilShown =
  (what: Find): Step =>
  async (stage) => {
    const shown = async () => {
      await stage.go(stage.shop.pathOf(goods.reserved))
      await untilAlive(stage.page)
      const seen = what(stage).first().waitFor({ timeout: 4_000 })
      return seen.then(
        () => true,
        () => undefined,
      )
    }
    await until('the page shows what is reserved', shown, SHOWN_WITHIN_MS)
  }

/** Takes the picture of somebody back once the scene has been looked at. */
const takenBack =
  (who: PersonKey): Step =>
  async ({ shop, after }) =>
    after(async () => {
      await (await shop.person(who)).call(unsetProfilePicture, {})
    })

/** Shows somebody by what they hold. */
const beShown = (who: PersonKey) =>
  all(async ({ shop }) => {
    const { call, address } = await shop.person(who)
    const [own] = (await call(listAssets, { query: { wl: address, co: 'mine', ps: 1 } })).list
    if (!own) throw new Error(`${who} holds nothing`)
    await onceHeard(['not_your_asset'], () => call(setProfilePicture, { body: { asset_id: own._id } }))
  }, takenBack(who))

/** The page of one token, for everybody who may look at it. */
export const assetScenes: readonly Scene[] = [
  visitor('asset.signed-out', at(goods.listed), signInToBuy, the.link('order.buy', exact)),
  buyer('asset.to-buy', at(goods.listed), toBuy),
  buyer('asset.many', at(goods.many), toBuy, readDown, the.heading('asset.holders')),
  newcomer('asset.low-level', at(goods.listed), the.text('kyc.title')),
  stranger(
    'asset.wrong-wallet',
    at(goods.listed),
    the.text('account.noCustomer'),
    inMain(the.link('account.addJoin')),
  ),
  buyer('asset.used', used, at(goods.listed), readDown, the.text('use.spent')),
  seller('asset.own-listed', at(goods.onSale), the.text('panel.yourListing')),
  seller('asset.own-kept', at(goods.kept), the.button('panel.list')),
  visitor(
    'asset.not-listed',
    ...[at(goods.sold), the.text('asset.notListed'), readDown, the.table('history.title')],
  ),
  buyer(
    'asset.suspended',
    dynamic({ suspended: true, tradable: false }),
    ...[at(goods.listed), the.button('closed.suspended'), gone(the.button('order.buy', exact))],
  ),
  visitor('asset.sound', at(goods.ringing), the.button('media.hear')),
  // the shop has no video of it
  visitor(
    'asset.video-failed',
    ...[withVideo, at(goods.listed), click(the.button('media.watch')), the.text('media.failed')],
  ),
  buyer(
    'asset.need-creator',
    dynamic({ tradable: false }),
    ...[at(goods.listed), inMain(the.css('a[href^="mailto:"]')), gone(toBuy)],
  ),
  visitor('asset.loading', hung(getAsset), at(goods.listed), the.banner()),
  visitor('asset.slow', ({ page }) => slow(page, getAsset, 1_500), at(goods.listed), signInToBuy),
  visitor('asset.failed', failing(getAsset), at(goods.listed), retry),
  visitor('asset.tried-again', async (stage) => {
    const letThrough = await refuse(stage.page, getAsset, 500, 'internal')
    await stage.go(stage.shop.pathOf(goods.listed))
    await retry(stage).waitFor()
    await letThrough()
    await retry(stage).click()
    return signInToBuy(stage)
  }),
  visitor('asset.gone', at({ collection: 'betta', id: 999_999 }), inMain(the.alert())),
  visitor(
    'asset.forbidden',
    refused(getAsset, 403, 'asset_suspended'),
    at(goods.listed),
    inMain(the.alert()),
  ),

  // what opens when somebody wants to know more
  visitor(
    'asset.zoomed',
    ...[at(goods.listed), click(the.button('picture.zoomIn')), first(inDialog(the.css('img')))],
  ),
  visitor(
    'asset.event',
    at(goods.sold),
    readDown,
    (stage) => the.heading('asset.activity')(stage).scrollIntoViewIfNeeded(),
    click(the.button('event.sale', exact)),
    click(first(the.button('event.details'))),
    inDialog(the.text('event.from', exact)),
  ),
  visitor('asset.share', at(goods.listed), click(the.button('share.title')), first(the.menuitem())),
  visitor('asset.on-chain', at(goods.listed), click(the.text('asset.details')), the.text('asset.tokenId')),
  visitor(
    'asset.hint',
    at(goods.listed),
    click(the.text('asset.details')),
    click(first(within(the.css('details'), the.button()))),
    last(the.text('asset.contractHint')),
  ),
  visitor(
    'asset.issuer',
    dynamic({ issuer }),
    ...[at(goods.listed), readDown],
    ({ page, words }) =>
      page
        .locator('p', { hasText: words.of('asset.issuer') })
        .getByRole('button')
        .click(),
    the.dialog('common.explain'),
  ),

  // a listing that somebody has reserved: for its buyer, and for everybody else
  buyer('reserved.yours', reserved, untilShown(the.link('reserved.go'))),
  buyer(
    'reserved.yours-paid',
    reserved,
    ({ page }) =>
      page.route(/\/shipping\/history/, async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replaceAll('"status":"pending"', '"status":"processing"')
        await route.fulfill({ response, body })
      }),
    untilShown(the.text('reserved.paid')),
  ),
  collector('reserved.by-another', reserved, untilShown(the.text('reserved.busyUntil'))),
  visitor('reserved.signed-out', reserved, untilShown(the.text('reserved.busyUntil'))),
  visitor(
    'reserved.and-paid',
    changed(orderBookHttp.listOrders, ({ list, ...rest }) => ({
      ...rest,
      list: list.map((order) => ({
        ...order,
        shipped: { amount: '1', shippings: 1, until: null },
        actions: [],
      })),
    })),
    untilShown(the.text('reserved.busyPaid')),
  ),
  artist('reserved.own-listing', reserved, untilShown(the.text('reserved.busy'))),

  // people who are shown by something of their own (ID-39)
  seller(
    'picture.set',
    ...[at(goods.kept), click(the.button('picture.use')), takenBack('seller')],
    ...[remove, ownPicture, message('picture.set')],
  ),
  collector('picture.account', beShown('collector'), at('/account'), remove, ownPicture),
  visitor(
    'picture.person',
    beShown('artist'),
    at(`/people/${encodeURIComponent(personOf('artist').shownAs ?? '')}`),
    first(inMain(the.css('img.rounded-full'))),
    first(within(the.tabpanel(), the.link())),
  ),
]
