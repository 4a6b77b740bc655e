import { type PersonKey, personOf } from '@talad/demo/people'
import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { entrypointHttp } from '@talad/proto/http/gateway/entrypoint'
import { listFavourites, putFavourite, removeFavourite } from '@talad/proto/http/identity/favourites'
import { peopleHttp } from '@talad/proto/http/identity/people'
import { declarationsHttp } from '@talad/proto/http/moderation/declarations'
import { buyer, type Scene, type Stage, type Step, seller, visitor } from '../scene.ts'
import { goods } from '../shop.ts'
import {
  alive,
  all,
  answered,
  at,
  click,
  exact,
  failing,
  fill,
  first,
  hung,
  inDialog,
  inMain,
  nth,
  press,
  script,
  the,
  walletOf,
  within,
} from '../steps.ts'

const SOME = 5
const { searchCollections } = assetIndexerHttp
const retry = the.button('common.retry')
const openSearch = all(at('/'), click(the.button('search.label')), the.combobox())
const search = (words: string) => all(openSearch, fill(the.combobox(), words))

/** Some items and collections that the buyer likes for as long as the scene lasts. */
const likeSome: Step = async ({ shop, after }) => {
  const { call } = await shop.person('buyer')
  const assets = await call(assetIndexerHttp.listAssets, { query: {} })
  const collections = await call(assetIndexerHttp.listCollections, { query: {} })
  const some = [
    ...assets.list.slice(0, SOME).map(({ _id: id }) => ({ kind: 'asset', id }) as const),
    ...collections.list.slice(0, SOME).map(({ _id: id }) => ({ kind: 'collection', id }) as const),
  ]
  for (const params of some) await call(putFavourite, { params })
  after(async () => {
    for (const params of some) await call(removeFavourite, { params })
  })
}

const personAt = (key: PersonKey) => at(`/people/${encodeURIComponent(personOf(key).shownAs ?? '')}`)
const feesOf = at(({ shop }) => `/fees?of=${shop.collectionPath('betta').split('/').at(-1)}`)
const declarationsOf = at(({ shop }) => {
  const [, , bc, ca, ti] = shop.pathOf(goods.onSale).split('/')
  return `/declarations?bc=${bc}&ca=${ca}&ti=${ti}`
})
const declared = answered(declarationsHttp.declarations, () => ({
  issuer: {
    nft_range: {
      blockchain: 'jfin',
      contract_address: `0x${'ab'.repeat(20)}`,
      token_from: null,
      token_to: null,
      abstract: null,
    },
    declarations: [
      {
        key: 'redeem',
        title: { th: 'แลกรับของจริง', en: 'Redeem the real thing' },
        body: {
          th: 'ผู้ถือแลกรับภาพพิมพ์ขนาด A3 ได้หนึ่งครั้ง ภายใน 31 ธันวาคม 2570\nจัดส่งในประเทศไทยเท่านั้น',
          en: 'Holders may redeem one A3 print until 31 December 2027.\nSent within Thailand only.',
        },
        url: 'https://artist.example/redeem',
      },
      {
        key: 'rights',
        title: { th: 'สิทธิ์ในภาพ', en: 'Rights in the picture' },
        body: { th: 'ใช้ส่วนตัวได้ ห้ามใช้เพื่อการค้า', en: 'For personal use, not for trade.' },
        url: null,
      },
    ],
  },
  seller: null,
}))

/** The search, which is also the way to every place without a mouse; what somebody likes; people; fees and declarations. */
export const findingScenes: readonly Scene[] = [
  visitor('search.open', openSearch, the.group('search.popular')),
  seller(
    'search.signed-in',
    ...[at('/'), alive, the.link('nav.account'), press('/'), the.option('search.ownWallet')],
  ),
  visitor(
    'search.recent',
    script(`localStorage.setItem('talad.my.searches', '["ชมพู","betta","ตั๋ว"]')`),
    openSearch,
    the.group('search.recent'),
    the.button('search.forget'),
    // the profile is used again
    ({ page }) => page.evaluate(`localStorage.removeItem('talad.my.searches')`),
  ),
  visitor('search.found', search('ชมพู'), the.group('favourite.assets'), press('ArrowDown')),
  visitor('search.wallet', search(`0x${'ab'.repeat(20)}`), the.option('search.openWallet')),
  visitor(
    'search.places',
    openSearch,
    (stage) => the.combobox()(stage).fill(stage.words.of('theme.title')),
    the.option('theme.dark'),
  ),
  visitor(
    'search.results',
    search('โคม'),
    the.option('search.all'),
    press('Enter'),
    ({ page }) => page.waitForURL(({ pathname }) => pathname === '/explore'),
    nth(inMain(the.css('a[href^="/assets/"]')), 3),
  ),
  visitor(
    'search.filters',
    ...[at('/search?q=โคม'), click(the.button('filter.title', exact)), first(inDialog(the.checkbox()))],
  ),
  visitor(
    'search.results-near',
    at('/search?q=ทับทิน'),
    ({ page }) => page.getByRole('heading', { level: 1 }),
    first(the.text('common.pieces')),
  ),
  visitor('search.results-nothing', at('/search?q=xqxqxq'), first(the.text('search.none'))),
  visitor('search.nothing', search('xqxqxq'), inDialog(the.text('search.none'))),
  visitor('search.loading', hung(searchCollections), search('ชมพู'), async ({ page }) => {
    await page.waitForRequest((request) => request.url().includes(searchCollections.path))
  }),
  visitor('search.failed', failing(searchCollections), search('ชมพู'), inDialog(retry)),

  buyer('favourites.items', likeSome, at('/favourites'), first(the.button('favourite.remove'))),
  buyer('favourites.collections', likeSome, at('/favourites?tab=collections'), ({ page }) =>
    page.getByRole('main').getByRole('heading', { level: 3 }).first(),
  ),
  visitor('favourites.empty', at('/favourites'), the.text('favourite.noAssets')),
  buyer('favourites.loading', hung(listFavourites), at('/favourites'), the.banner()),
  buyer('favourites.failed', failing(listFavourites), at('/favourites'), retry),

  visitor('person.holds', personAt('seller'), first(within(the.tabpanel(), the.link()))),
  seller('person.own', personAt('seller'), first(the.text(/฿/))),
  visitor(
    'person.offered',
    at((stage: Stage) => `/people/${walletOf('collector', stage)}?tab=offered`),
    within(the.tabpanel(), the.text('wallet.noneOffered')),
  ),
  visitor(
    'person.loading',
    hung(peopleHttp.getPerson),
    personAt('seller'),
    first(the.css('[aria-busy=true]')),
  ),
  visitor('person.failed', failing(peopleHttp.getPerson), personAt('seller'), inMain(retry)),
  visitor('person.unknown', at('/people/nobody-is-called-so'), inMain(the.alert())),

  visitor('fees.sale', feesOf, the.text('fees.seller', exact)),
  visitor('fees.failed', failing(entrypointHttp.collectionFee), feesOf, retry),
  visitor('declarations.said', declared, declarationsOf, the.text('declared.more')),
  visitor('declarations.nothing', declarationsOf, the.text('declared.noSeller')),
  visitor('declarations.no-token', at('/declarations'), the.text('declared.which')),
]
