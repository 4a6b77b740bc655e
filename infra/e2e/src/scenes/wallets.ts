import { findIdentityLinks } from '@talad/proto/http/identity/accounts'
import { walletLinksHttp } from '@talad/proto/http/identity/wallet-links'
import type { Locator } from 'playwright-core'
import { refusingWallet, signingWallet, walletLabel } from '../announced-wallet.ts'
import { change, refuse } from '../answers.ts'
import { signIn } from '../profiles.ts'
import type { Scene, Stage } from '../scene.ts'

const WALLET = `0x${'a1'.repeat(20)}`

/** The person has linked a wallet of a browser besides what they have. */
const haveLinked = ({ page }: Stage, count = 1) =>
  change(page, findIdentityLinks, (answer) => {
    const [first] = Array.isArray(answer) ? answer : []
    if (!first || !Array.isArray(answer)) return answer
    const more = Array.from({ length: count }, (_, at) => ({
      ...first,
      _id: String(at).padStart(24, 'a'),
      identity_provider: 'web3',
      identity_provider_profile: {
        ...first.identity_provider_profile,
        walletAddress: `${WALLET.slice(0, -1)}${at}`,
      },
    }))
    return [...answer, ...more]
  })

async function openWallets({ page, words, go }: Stage): Promise<void> {
  await go('/account?tab=wallets')
  await page.getByRole('list', { name: words.of('wallets.title') }).waitFor()
}

async function openLinking(stage: Stage): Promise<Locator> {
  const { page, words, run } = stage
  await signIn(page.context(), run, 'buyer') // ID-29: not long ago, however long the scenes take
  await openWallets(stage)
  await page.getByRole('button', { name: words.of('wallets.link') }).click()
  return page.getByRole('dialog')
}

async function openUnlinking(stage: Stage): Promise<Locator> {
  const { page, words } = stage
  await haveLinked(stage)
  await openWallets(stage)
  await page.getByRole('button', { name: words.like('wallets.unlinkOf') }).click()
  return page.getByRole('dialog')
}

/** The wallets of an account: linked, full, one more, one less, and every refusal that people meet. */
export const walletScenes: readonly Scene[] = [
  {
    name: 'wallets.linked',
    as: 'buyer',
    async reach(stage) {
      await haveLinked(stage)
      await openWallets(stage)
      await stage.page.getByRole('button', { name: stage.words.like('wallets.unlinkOf') }).waitFor()
    },
  },
  {
    name: 'wallets.full',
    as: 'buyer',
    async reach(stage) {
      await haveLinked(stage, 5)
      await openWallets(stage)
      await stage.page.getByText(stage.words.like('wallets.full')).waitFor()
    },
  },
  {
    name: 'wallets.stranger',
    as: 'stranger',
    async reach({ page, words, go }) {
      await go('/account')
      await page.getByRole('list', { name: words.of('wallets.title') }).waitFor()
    },
  },
  {
    name: 'wallets.no-browser-wallet',
    as: 'buyer',
    async reach(stage) {
      const dialog = await openLinking(stage)
      await dialog.getByText(stage.words.of('wallets.getOne')).waitFor()
    },
  },
  {
    name: 'wallets.choose',
    as: 'buyer',
    async reach(stage) {
      await refusingWallet(stage.page)
      const dialog = await openLinking(stage)
      await dialog.getByRole('button', { name: walletLabel }).waitFor()
    },
  },
  {
    name: 'wallets.declined',
    as: 'buyer',
    async reach(stage) {
      await refusingWallet(stage.page)
      const dialog = await openLinking(stage)
      await dialog.getByRole('button', { name: walletLabel }).click()
      await dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'wallets.taken',
    as: 'buyer',
    async reach(stage) {
      await signingWallet(stage.page, WALLET)
      await refuse(stage.page, walletLinksHttp.web3Integrate, 409, 'wallet_integrated')
      const dialog = await openLinking(stage)
      await dialog.getByRole('button', { name: walletLabel }).click()
      await dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'wallets.confirm',
    as: 'buyer',
    async reach(stage) {
      await signingWallet(stage.page, WALLET)
      await refuse(stage.page, walletLinksHttp.web3Integrate, 403, 'confirm_identity')
      const dialog = await openLinking(stage)
      await dialog.getByRole('button', { name: walletLabel }).click()
      await dialog.getByText(stage.words.of('wallets.confirmText')).waitFor()
    },
  },
  {
    name: 'wallets.unlink',
    as: 'buyer',
    async reach(stage) {
      const dialog = await openUnlinking(stage)
      await dialog.getByRole('button', { name: stage.words.of('wallets.unlinkNow') }).waitFor()
    },
  },
  {
    name: 'wallets.last',
    as: 'buyer',
    async reach(stage) {
      await refuse(stage.page, walletLinksHttp.unlinkIdentity, 409, 'last_identity')
      const dialog = await openUnlinking(stage)
      await dialog.getByRole('button', { name: stage.words.of('wallets.unlinkNow') }).click()
      await dialog.getByRole('alert').waitFor()
    },
  },
]
