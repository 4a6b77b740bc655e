import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { findIdentityLinks, identityHttp } from '@talad/proto/http/identity/accounts'
import {
  type ConsentText,
  consentTexts,
  listConsents,
  textVersions,
} from '@talad/proto/http/identity/consents'
import { erasePersonalData } from '@talad/proto/http/identity/personal-data'
import { walletLinksHttp } from '@talad/proto/http/identity/wallet-links'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { until } from '@talad/shared/testing/wait'
import { refusingWallet, signingWallet, walletLabel } from '../announced-wallet.ts'
import { signIn } from '../profiles.ts'
import {
  buyer,
  collector,
  newcomer,
  type Scene,
  type Stage,
  type Step,
  seller,
  stranger,
  visitor,
} from '../scene.ts'
import { goods } from '../shop.ts'
import {
  all,
  answered,
  at,
  changed,
  click,
  exact,
  failing,
  fill,
  first,
  hung,
  inDialog,
  inMain,
  nth,
  refused,
  the,
  walletOf,
  within,
} from '../steps.ts'

const SHOWN_WITHIN_MS = 20_000
const WALLET = `0x${'a1'.repeat(20)}`
const { creditBalances, creditHistory } = ledgerHttp
const { unlinkIdentity, web3Integrate } = walletLinksHttp

const wayOf = first(the.button('journey.title'))
const pieces = first(the.text('common.pieces'))
const inPanel = (find: ReturnType<typeof the.text>) => first(within(the.tabpanel(), find))
const paid = first(within(the.cell(), the.text('credit.topup')))

/** Shows the way of a trade of the demonstration, behind all that was begun and given up since. */
const openCompleted: Step = async ({ page, words }) => {
  const way = page.getByRole('button', { name: words.of('journey.title') })
  const completed = page
    .getByRole('listitem')
    .filter({ has: way })
    .filter({ hasText: words.of('shipping.completed') })
  const more = page.getByRole('button', { name: words.of('common.more') }).last() // the statement has one above
  const isShown = async () => {
    if ((await completed.count()) > 0) return true
    await more.click({ timeout: 1_000 }).catch(() => {}) // it may be gone by then: more comes by itself too
    return undefined
  }
  await until('the list shows a trade that was completed', isShown, SHOWN_WITHIN_MS)
  await completed
    .last()
    .getByRole('button', { name: words.of('journey.title') })
    .click()
}
const unpaid: Step = async ({ shop, after }) => {
  const shipping = await shop.reserve('collector', goods.reserved)
  after(() => shop.cancel('collector', shipping))
}
const twiceGivenBack: Step = async ({ shop }) => {
  for (const token of [goods.wanted, goods.listed])
    await shop.cancel('buyer', await shop.reserve('buyer', token))
}

const atWallet = (who: Parameters<typeof walletOf>[0], tab = '') =>
  at((stage: Stage) => `/${walletOf(who, stage)}${tab}`)

/** The person has linked wallets of a browser besides what they have. */
export const haveLinked = (count = 1) =>
  changed(findIdentityLinks, (answer) => {
    const [first] = Array.isArray(answer) ? answer : []
    if (!first || !Array.isArray(answer)) return answer
    const more = Array.from({ length: count }, (_, n) => ({
      ...first,
      _id: String(n).padStart(24, 'a'),
      identity_provider: 'web3',
      identity_provider_profile: {
        ...first.identity_provider_profile,
        walletAddress: `${WALLET.slice(0, -1)}${n}`,
      },
    }))
    return [...answer, ...more]
  })

/** Join keeps a wallet for the person that another account has. */
export const joinWalletElsewhere = () =>
  changed(findIdentityLinks, (found) =>
    Array.isArray(found) ? found.map((link) => ({ ...link, wallet_elsewhere: WALLET })) : found,
  )

/** What the market keeps, and what the wallet has on the chain. */
const openTokens = all(at('/account/wallet'), the.heading('held.title'), first(the.text(/THBK/)))
const aboutCoin = first(inMain(the.button('common.explain')))
const bulkPrice = inDialog(the.label('list.price', exact))
const openSeveral = all(
  ...[at('/account'), click(the.button('items.choose'))],
  ...[click(nth(the.checkbox('items.chosen'), 0)), click(nth(the.checkbox('items.chosen'), 1))],
  ...[click(the.button('items.sellChosen')), nth(bulkPrice, 1)],
)

const wallets = the.list('wallets.title')
const openWallets = all(at('/account?tab=wallets'), wallets)
const openLinking = all(
  // ID-29: not long ago, however long the scenes take
  ({ page, run }) => signIn(page.context(), run, 'buyer'),
  openWallets,
  click(the.button('wallets.link')),
)
const openUnlinking = all(haveLinked(), openWallets, click(the.button('wallets.unlinkOf')))
const unlink = inDialog(the.button('wallets.unlinkNow'))
const refusing: Step = ({ page }) => refusingWallet(page)
const signing: Step = ({ page }) => signingWallet(page, WALLET)
const ofBrowser = inDialog(the.button(new RegExp(walletLabel)))

const openErasing = all(at('/account/privacy'), click(the.button('privacy.erase')))
const typeWord: Step = ({ page, words }) =>
  page.getByRole('dialog').getByRole('textbox').fill(words.of('privacy.word'))
const agreedTo = (text: ConsentText) => ({
  text,
  version: textVersions[text][0],
  site: null,
  language: null,
  agreed: '2026-11-27T09:00:00.000Z',
})

/** The account, and the wallets of anybody. */
export const accountScenes: readonly Scene[] = [
  visitor('account.signed-out', at('/account'), the.text('account.signInFirst')),
  seller('account.items', at('/account'), first(the.link('items.sell'))),
  seller(
    'account.sell',
    at('/account'),
    click(first(the.link('items.sell'))),
    inDialog(the.button('list.submit', exact)),
  ),
  seller('account.listings', at('/account?tab=listings'), first(the.link('listings.reprice'))),
  seller('account.ended', at('/account?tab=listings&ended=1'), the.group('order.ask')),
  seller('account.offers', at('/account?tab=offers'), the.group('offers.ask')),
  seller('account.offers-made', at('/account?tab=offers&side=made'), the.group('order.ask')),
  buyer('account.tokens', openTokens),
  buyer('account.about-token', openTokens, click(aboutCoin), the.dialog('common.explain')),
  seller('account.several', openSeveral),
  seller(
    'account.several-seen',
    ...[openSeveral, fill(nth(bulkPrice, 0), '350'), fill(nth(bulkPrice, 1), '1234.57')],
    ...[click(inDialog(the.button('bulk.review'))), inDialog(the.text('bulk.total'))],
  ),
  buyer('account.purchases', at('/account?tab=purchases'), wayOf),
  seller('account.sales', at('/account?tab=sales'), wayOf),
  buyer('account.points', at('/account?tab=money'), paid, first(within(the.cell(), the.link()))),
  seller(
    'account.earned',
    ...[at('/account?tab=money'), click(the.button('balance.earned'))],
    first(within(the.cell(), the.text('credit.sale'))),
  ),
  buyer('account.cards', at('/account?tab=money&view=cards'), inPanel(the.listitem())),
  collector('account.unpaid', unpaid, at('/account'), the.text('unpaid.title')),
  newcomer(
    'account.empty',
    answered(assetIndexerHttp.listAssets, () => ({ list: [], size: 24, index: 0, total: 0, pages: 0 })),
    ...[at('/account'), the.text('items.none'), the.text('kyc.title')],
  ),
  newcomer('account.empty-listings', at('/account?tab=listings'), the.text('listings.none')),
  newcomer('account.empty-money', at('/account?tab=money'), the.text('credit.nonePoints')),
  stranger(
    'account.no-customer',
    at('/account'),
    the.heading('account.items', exact),
    the.text('items.none'),
  ),
  stranger('account.add-join', at('/account'), click(the.link('account.addJoin')), the.button(/^Join$/)),
  buyer('account.loading', hung(identityHttp.myProfile), at('/account'), the.banner()),
  buyer(
    'account.failed',
    ...[failing(creditBalances, creditHistory), at('/account?tab=money'), first(the.button('common.retry'))],
  ),
  buyer(
    'account.steps',
    ...[at('/account?tab=purchases'), openCompleted, first(the.text('journey.delivered'))],
  ),
  seller(
    'account.sold-steps',
    ...[at('/account?tab=sales'), openCompleted, first(the.text('journey.soldDelivered'))],
  ),
  seller(
    'account.sold-unpaid',
    ...[twiceGivenBack, at('/account?tab=sales'), click(first(the.button('shipping.unpaid')))],
    nth(within(the.listitem(), the.text('shipping.canceled')), 1),
  ),
  buyer('account.filtered', at('/account?tab=money&kind=topup&period=own&from=2026-01-01'), paid),
  buyer(
    'account.nothing-found',
    at('/account?tab=money&period=own&from=2020-01-01&to=2020-01-02'),
    the.text('credit.noneFound'),
  ),

  visitor('wallet.full', atWallet('collector'), pieces),
  seller('wallet.own', atWallet('seller'), ({ page }) => page.getByRole('heading', { level: 1 }), pieces),
  visitor('wallet.empty', at(`/0x${'ab'.repeat(20)}`), the.text('wallet.empty')),
  visitor('wallet.listed', atWallet('seller', '?tab=listed'), inPanel(the.link())),
  visitor('wallet.activity', atWallet('buyer', '?tab=activity'), inPanel(the.text('shipping.bought'))),

  // what is kept of a person: a copy, what they agreed to, the end of it
  buyer('privacy.own', at('/account/privacy'), first(the.text('privacy.agree')), the.button('privacy.erase')),
  buyer(
    'privacy.agreed',
    answered(listConsents, () => ({ list: consentTexts.map(agreedTo) })),
    ...[at('/account/privacy'), first(the.text('privacy.agreedOn'))],
  ),
  visitor('privacy.signed-out', at('/account/privacy'), the.text('account.signInFirst')),
  buyer('privacy.erase', openErasing, inDialog(the.button('privacy.eraseNow'))),
  buyer(
    'privacy.erase-refused',
    ...[refused(erasePersonalData, 503, 'unavailable'), openErasing, typeWord],
    ...[click(inDialog(the.button('privacy.eraseNow'))), inDialog(the.alert())],
  ),

  // the wallets of an account: linked, full, one more, one less, and every refusal that people meet
  buyer('wallets.linked', haveLinked(), openWallets, the.button('wallets.unlinkOf')),
  buyer('wallets.elsewhere', joinWalletElsewhere(), openWallets, the.link('wallets.elsewhereMerge')),
  buyer('wallets.full', haveLinked(5), openWallets, the.text('wallets.full')),
  stranger('wallets.stranger', at('/account'), wallets),
  buyer('wallets.no-browser-wallet', openLinking, inDialog(the.text('wallets.getOne'))),
  buyer('wallets.choose', refusing, openLinking, ofBrowser),
  buyer('wallets.declined', refusing, openLinking, click(ofBrowser), inDialog(the.alert())),
  buyer(
    'wallets.taken',
    ...[signing, refused(web3Integrate, 409, 'wallet_integrated'), openLinking],
    ...[click(ofBrowser), inDialog(the.alert())],
  ),
  buyer(
    'wallets.confirm',
    ...[signing, refused(web3Integrate, 403, 'confirm_identity'), openLinking],
    ...[click(ofBrowser), inDialog(the.text('wallets.confirmText'))],
  ),
  buyer('wallets.unlink', openUnlinking, unlink),
  buyer(
    'wallets.last',
    ...[refused(unlinkIdentity, 409, 'last_identity'), openUnlinking, click(unlink), inDialog(the.alert())],
  ),
]
