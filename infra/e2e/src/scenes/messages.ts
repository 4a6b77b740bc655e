import { personOf } from '@talad/demo/people'
import { control } from '@talad/dev/seed/site'
import { continentHttp } from '@talad/proto/http/gateway/continent'
import { identityHttp, requestWebview } from '@talad/proto/http/identity/accounts'
import { mergeFavourites, putFavourite } from '@talad/proto/http/identity/favourites'
import { lookAtHandOver } from '@talad/proto/http/identity/hand-overs'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { pages } from '@talad/web/content/pages'
import { refusingWallet, walletLabel } from '../announced-wallet.ts'
import {
  buyer,
  keepsLanguage,
  newcomer,
  type Scene,
  type Stage,
  type Step,
  seller,
  visitor,
} from '../scene.ts'
import { goods } from '../shop.ts'
import {
  alive,
  all,
  answered,
  at,
  click,
  clickAnswered,
  failing,
  fill,
  first,
  hung,
  inDialog,
  message,
  refused,
  script,
  the,
  walletOf,
  within,
} from '../steps.ts'
import { mayCopy } from '../toast.ts'
import { fillPrice, openListing } from './listing.ts'

const { creditHistory } = ledgerHttp
const allowCopy: Step = ({ page }) => mayCopy(page)
const copyLink = all(allowCopy, click(the.button('share.title')), click(the.menuitem('share.copy')))
const like = click(first(the.button('favourite.add')))
const statement = all(at('/account?tab=money'), first(within(the.cell(), the.text('credit.topup'))))
const save = click(the.button('credit.export'))

const join = the.button('signIn.join')
const line = the.button('signIn.line')
const wallets: Step = ({ page }) => refusingWallet(page)
const ofBrowser = the.button(new RegExp(walletLabel))
const siteAway = refused(continentHttp.continent, 500, 'internal')

const nameForgotten: Step = async ({ shop, after }) =>
  after(async () => {
    const { call } = await shop.person('newcomer')
    await call(identityHttp.setDisplayName, { body: { display_name: null } })
  })
const reserved: Step = async ({ shop, after }) => {
  await shop.reserve('buyer', goods.wanted)
  after(() => shop.cancelAll('buyer'))
}

/** Opens a page beside the site, on the stand-in of an outside provider. */
const atSandbox =
  (path: string): Step =>
  ({ run, page }) =>
    page.goto(run.sandbox + path)
const aHeading = first(the.heading())
/** A sign-in that waits for somebody's decision. */
async function askToSignIn({ run, page }: Stage) {
  const data = { redirectUrl: `${run.gateway}/auth/join` }
  const answer = await page.request.post(run.gateway + requestWebview.path, { data })
  return requestWebview.response.parse(await answer.json())
}

const aHandOver = `h-${'x'.repeat(43)}`
const later = '2026-12-27T09:00:00.000Z'
const renewed = { tokenPair: { accessToken: 'of.somebody.else' }, refreshExpiresAt: later, serverTime: later }
const somebody = {
  account_id: 'a'.repeat(24),
  customer_id: 'join-somebody',
  kyc_level: 2,
  identity_provider: 'join',
  identity_provider_profile: {
    id: 'b'.repeat(24),
    userId: 'somebody',
    displayName: 'Malee Meesuk',
    email: null,
    phoneNumber: null,
    nameEN: 'Malee Meesuk',
    nameTH: 'มาลี มีสุข',
    profilePicture: null,
    walletAddress: null,
  },
  idps: ['join'],
  wallets: [],
  ens: null,
  profilePictureUrl: null,
}

/** What is said for some seconds over whatever is open, signing in, addresses with nothing at them, and the sandbox. */
export const messageScenes: readonly Scene[] = [
  visitor(
    'message.session-expired',
    at('/?errorCode=auth_error'),
    ({ page }) => page.waitForURL(({ search }) => search === ''),
    message(),
  ),
  visitor(
    'about.terms',
    at('/'),
    ({ page, words }) =>
      page
        .getByRole('contentinfo')
        .getByRole('link', { name: words.of('footer.terms') })
        .click(),
    ({ page, words }) => page.getByRole('heading', { level: 1, name: pages.terms.title[words.language] }),
  ),
  visitor('message.copied', at(goods.listed), copyLink, message('share.copied')),
  newcomer(
    'message.name-saved',
    ...[at('/account'), fill(the.label('name.label'), 'New Friend')],
    ...[click(the.button('name.save', { exact: true })), nameForgotten, message('name.saved')],
  ),
  visitor(
    'message.wallet-copied',
    ...[at((stage: Stage) => `/${walletOf('collector', stage)}`), alive, allowCopy],
    ({ page, words }) => page.getByTitle(words.of('wallet.copy')).click(),
    message('share.copied'),
  ),
  buyer('message.not-liked', failing(putFavourite), at(goods.listed), like, message()),
  buyer(
    'message.left-out',
    // what was liked before the sign-in, and finds no place in the account
    script(
      `localStorage.setItem('talad.favourites', '{"asset":["0123456789abcdef01234567"],"collection":[]}')`,
    ),
    answered(mergeFavourites, () => ({ assets: [], collections: [], left_out: 1 })),
    // shown as soon as the session is there, and gone after some seconds
    async (stage) => {
      await Promise.all([stage.go('/'), message('favourite.leftOut')(stage)])
    },
  ),
  buyer(
    'message.two',
    ...[failing(putFavourite), at(goods.listed), like, the.dialog(), copyLink, message('share.copied')],
  ),
  buyer(
    'message.given-back',
    ...[reserved, at(goods.wanted), click(the.button('reserved.cancel')), message('reserved.canceled')],
  ),
  buyer('account.saving', statement, hung(creditHistory), save, the.button('credit.exportStop')),
  buyer('message.not-saved', statement, failing(creditHistory), save, message()),

  visitor('sign-in.choose', at('/sign-in'), join),
  visitor(
    'sign-in.refused',
    ...[refused(identityHttp.requestWebview, 503, 'unavailable'), at('/sign-in')],
    ...[clickAnswered(join, 503), join],
  ),
  visitor(
    'sign-in.line-away',
    ...[refused(identityHttp.lineBegin, 503, 'unavailable'), at('/sign-in')],
    ...[clickAnswered(line, 503), line],
  ),
  visitor(
    'sign-in.digits',
    answered(identityHttp.requestWebview, () => ({
      sessionId: 's'.repeat(32),
      webviewUrl: 'https://join.example/',
      expiresAt: later,
      compare: '42',
    })),
    answered(identityHttp.verifySession, () => ({ status: 'pending' as const })),
    ...[at('/sign-in'), fill(the.textbox('signIn.phone'), '0812345678')],
    ...[click(the.button('signIn.push')), the.text('signIn.digits')],
  ),
  visitor('sign-in.came-back-late', at('/auth/back#error=state_expired'), the.text('signIn.failed')),
  visitor('sign-in.no-wallet', at('/auth/web3'), the.text('signIn.noWallet')),
  visitor('sign-in.wallets', wallets, at('/auth/web3'), ofBrowser),
  visitor('sign-in.wallet-declined', wallets, at('/auth/web3'), click(ofBrowser), the.text('list.tryAgain')),
  visitor(
    'sign-in.by-itself',
    wallets,
    script(`window.ethereum = {}; Object.defineProperty(navigator, 'userAgent', { value: 'Android' })`),
    ...[at('/?sign=1'), message('list.tryAgain')],
  ),
  visitor(
    'sign-in.waiting',
    ...[hung(identityHttp.verifySession), at('/auth/join?sessionId=0123456789abcdef')],
    the.text('signIn.waiting'),
  ),
  // ID-8: by a link that would sign somebody in
  visitor('sign-in.continue-ended', at('/?rt=of-nobody'), inDialog(the.alert())),
  visitor(
    'sign-in.continue-as',
    answered(identityHttp.halfRefresh, () => renewed),
    ...[answered(identityHttp.myProfile, () => somebody), at('/?rt=of-somebody')],
    inDialog(the.text('arrived.text')),
  ),
  buyer(
    'sign-in.hand-over',
    answered(lookAtHandOver, () => ({ site: 'https://shop.example' })),
    ...[at(`/auth/hand-over?sessionId=${aHandOver}`), the.button('handOver.agree')],
  ),
  visitor('sign-in.hand-over-ended', at(`/?sessionId=${aHandOver}`), message()),
  visitor('sign-in.expired', at('/auth/join'), the.text('signIn.expired')),
  visitor('error.not-found', at('/nothing-here'), the.text('notFound.text')),
  // what the service worker shows in the place of a page
  visitor('error.no-network', at('/offline.html'), ({ page }) => page.getByRole('heading', { level: 1 })),
  keepsLanguage(visitor('error.screen', siteAway, at('/'), the.button('common.refresh'))),
  keepsLanguage(
    visitor(
      'error.copied',
      ...[siteAway, at('/'), allowCopy, click(the.button('error.copy')), message('share.copied')],
    ),
  ),

  visitor('sandbox.home', atSandbox(''), aHeading),
  visitor('sandbox.phones', atSandbox('/join/phone'), aHeading),
  visitor(
    'sandbox.sign-in',
    async (stage) => stage.page.goto((await askToSignIn(stage)).webviewUrl),
    first(the.radio()),
  ),
  visitor(
    'sandbox.sign-in-ended',
    async (stage) => {
      const { sessionId, webviewUrl } = await askToSignIn(stage)
      const decision = { decision: 'approve', userId: personOf('buyer').joinId }
      await control(stage.run, 'POST', `join/sessions/${sessionId}`, decision)
      await stage.page.goto(webviewUrl)
    },
    first(the.link()),
  ),
  visitor('sandbox.phone-nothing', atSandbox(`/join/phone/${personOf('newcomer').joinId}`), aHeading),
  seller(
    'sandbox.phone-request',
    ...[openListing(goods.kept), fillPrice, click(inDialog(the.button('list.submit', { exact: true })))],
    async (stage) => {
      const phone = await inDialog(the.link('list.openJoin'))(stage).getAttribute('href')
      await stage.page.goto(phone ?? '')
    },
    aHeading,
  ),
  buyer(
    'sandbox.card-page',
    async ({ page, shop, after }) => {
      const shipping = await shop.reserve('buyer', goods.wanted)
      const card = await shop.toCard('buyer', shipping)
      after(() => shop.leaveCard('buyer', shipping, card))
      await page.goto(card)
    },
    aHeading,
  ),
  visitor('sandbox.card-desk', atSandbox('/chillpay/desk'), aHeading),
]
