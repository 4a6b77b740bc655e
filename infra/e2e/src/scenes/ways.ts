import { continentHttp } from '@talad/proto/http/gateway/continent'
import { findIdentityLinks, type IdentityLink } from '@talad/proto/http/identity/accounts'
import { beginMerge, confirmMerge, mergePreview, migrateIdentity } from '@talad/proto/http/identity/merges'
import { halfRefresh } from '@talad/proto/http/identity/session'
import { unlinkIdentity, web3Integrate } from '@talad/proto/http/identity/wallet-links'
import { signingWallet, walletLabel } from '../announced-wallet.ts'
import { answer } from '../answers.ts'
import { buyer, type Scene, type Stage, type Step, stranger, visitor } from '../scene.ts'
import {
  all,
  answered,
  at,
  changed,
  click,
  exact,
  failing,
  first,
  hung,
  inDialog,
  message,
  refused,
  the,
} from '../steps.ts'
import { haveLinked, joinWalletElsewhere } from './account.ts'

const ID = 'a'.repeat(24)
const time = '2026-11-27T03:04:05.000Z'
const WALLET = `0x${'a1'.repeat(20)}`
const open = at('/account/ways')

const openUnlinking = all(haveLinked(), open, click(first(the.button('ways.unlinkOf'))))
const unlink = click(inDialog(the.button('ways.unlink', exact)))
const openChoosing = all(({ page }) => signingWallet(page, WALLET), open, click(the.button('ways.wallet')))
const ofBrowser = inDialog(the.button(new RegExp(walletLabel)))
const add = all(openChoosing, click(ofBrowser))

const wayIn = (by: string, about: Partial<IdentityLink['identity_provider_profile']>): IdentityLink => ({
  _id: ID,
  linked_account_id: ID,
  identity_provider: by,
  identity_provider_profile: {
    id: ID,
    userId: by,
    displayName: null,
    email: null,
    phoneNumber: null,
    nameEN: null,
    nameTH: null,
    profilePicture: null,
    walletAddress: null,
    ...about,
  },
  identity_provider_client_id: null,
  migrated_account_id: null,
  migrated_on: null,
  created: time,
  wallet_elsewhere: null,
})
const account = { account_id: ID, created: time, favourites: 12, notifications: 3, sessions: 2, passkeys: 0 }
/** The wallet is another account's, which has a name, a picture and a passkey. */
const ofAnother = all(
  refused(web3Integrate, 409, 'wallet_integrated'),
  answered(beginMerge, () => ({ mergeId: 'm'.repeat(43), expiresAt: '2026-12-27T03:04:05.000Z' })),
  answered(mergePreview, () => ({
    preview: 'as it was seen',
    survivor: {
      ...account,
      customer_id: 'join-buyer',
      mine: true,
      display_name: 'Malee Meesuk',
      identities: [wayIn('join', { displayName: 'Malee Meesuk' })],
    },
    absorbed: {
      ...account,
      customer_id: null,
      mine: false,
      display_name: 'Malee on the road',
      identities: [wayIn('web3', { walletAddress: WALLET }), wayIn('line', { displayName: 'มะลิ' })],
      passkeys: 1,
    },
    lost_display_name: 'Malee on the road',
    lost_picture: true,
    ended_sessions: 3,
  })),
)
const confirm = inDialog(the.button('merge.confirm'))
const openMoving = all(ofAnother, add, click(inDialog(the.button('move.only'))))
const move = inDialog(the.button('move.confirm'))
/** The merge goes through, and the browser goes on as who it was. */
const merged: Step = async ({ page, run }) => {
  const renewed = await page.request.post(run.gateway + halfRefresh.path)
  await answer(page, confirmMerge, { ...halfRefresh.response.parse(await renewed.json()), account_id: ID })
}

/** By what somebody signs in: one more, one less, and two accounts that become one. */
export const wayScenes: readonly Scene[] = [
  visitor('ways.visitor', open, the.text('account.signInFirst')),
  buyer('ways.all', haveLinked(), open, first(the.button('ways.unlinkOf'))),
  buyer('ways.customer', open, the.text('ways.customer')),
  stranger(
    'ways.last',
    changed(continentHttp.continent, (about) => ({ ...about, devMode: false })),
    open,
    the.text('ways.last'),
  ),
  buyer('ways.waiting', hung(findIdentityLinks), open, the.heading('ways.title', exact)),
  buyer('ways.failed', failing(findIdentityLinks), open, first(the.alert())),
  buyer('ways.came-back', at('/account/ways#error=state_expired'), the.text('ways.failed')),
  buyer('ways.unlink', openUnlinking, inDialog(the.text('ways.unlinkText'))),
  buyer(
    'ways.unlinked',
    ...[answered(unlinkIdentity, () => ({ wallets: [] })), openUnlinking, unlink, message('ways.unlinked')],
  ),
  buyer('ways.wallet', openChoosing, ofBrowser),
  buyer(
    'ways.added', // and on to where the address says
    ...[answered(web3Integrate, () => ({ wallets: [] })), ({ page }: Stage) => signingWallet(page, WALLET)],
    ...[at('/account/ways?redirectUrl=/favourites'), click(the.button('ways.wallet')), click(ofBrowser)],
    ...[
      message('ways.added'),
      ({ page }: Stage) => page.waitForURL(({ pathname }) => pathname === '/favourites'),
    ],
  ),
  buyer('ways.merge', ofAnother, add, confirm),
  buyer('ways.elsewhere', joinWalletElsewhere(), open, the.button('ways.elsewhereProve')),
  buyer(
    'ways.elsewhere-proved',
    ...[joinWalletElsewhere(), ofAnother, ({ page }: Stage) => signingWallet(page, WALLET), open],
    ...[click(the.button('ways.elsewhereProve')), click(ofBrowser), confirm],
  ),
  buyer(
    'ways.merge-refused',
    ...[ofAnother, refused(beginMerge, 409, 'two_customers'), add, inDialog(the.alert())],
  ),
  buyer(
    'ways.merge-unasked', // LINE had let them in by itself
    ...[ofAnother, refused(beginMerge, 403, 'proof_not_fresh'), add, inDialog(the.alert())],
  ),
  buyer('ways.merged', ofAnother, merged, add, click(confirm), message('merge.done')),
  buyer('ways.move', openMoving, move),
  buyer(
    'ways.moved',
    ...[answered(migrateIdentity, () => ({ identities: [] })), openMoving, click(move), message('move.done')],
  ),
  buyer(
    'ways.move-refused',
    ...[refused(migrateIdentity, 409, 'last_identity'), openMoving, click(move), inDialog(the.alert())],
  ),
]
