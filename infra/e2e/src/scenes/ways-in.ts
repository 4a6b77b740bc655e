import { site } from '@talad/proto/http/gateway/live'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { refusingWallet, walletLabel } from '../announced-wallet.ts'
import { hang, refuse } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'
import { mayCopy, messageStays } from '../toast.ts'

const haveWallets = ({ page }: Stage) => refusingWallet(page)

/** Signing in, and the addresses at which there is nothing. */
export const entranceScenes: readonly Scene[] = [
  {
    name: 'sign-in.choose',
    async reach({ page, words, go }) {
      await go('/sign-in')
      await page.getByRole('button', { name: words.of('signIn.join') }).waitFor()
    },
  },
  {
    name: 'sign-in.refused',
    async reach({ page, words, go }) {
      await refuse(page, identityHttp.requestWebview, 503, 'unavailable')
      await go('/sign-in')
      const refused = page.waitForResponse((response) => response.status() === 503)
      await page.getByRole('button', { name: words.of('signIn.join') }).click()
      await refused
      await page.getByRole('button', { name: words.of('signIn.join') }).waitFor()
    },
  },
  {
    name: 'sign-in.no-wallet',
    async reach({ page, words, go }) {
      await go('/auth/web3')
      await page.getByText(words.of('signIn.noWallet')).waitFor()
    },
  },
  {
    name: 'sign-in.wallets',
    async reach(stage) {
      await haveWallets(stage)
      await stage.go('/auth/web3')
      await stage.page.getByRole('button', { name: walletLabel }).waitFor()
    },
  },
  {
    name: 'sign-in.wallet-declined',
    async reach(stage) {
      const { page, words, go } = stage
      await haveWallets(stage)
      await go('/auth/web3')
      await page.getByRole('button', { name: walletLabel }).click()
      await page.getByText(words.of('list.tryAgain')).waitFor()
    },
  },
  {
    name: 'sign-in.by-itself',
    async reach(stage) {
      const { page, words, go } = stage
      await haveWallets(stage)
      await page.addInitScript({
        content: `window.ethereum = {}; Object.defineProperty(navigator, 'userAgent', { value: 'Android' })`,
      })
      await go('/?sign=1')
      await messageStays(page, words.of('list.tryAgain'))
    },
  },
  {
    name: 'sign-in.waiting',
    async reach({ page, words, go }) {
      await hang(page, identityHttp.verifySession)
      await go('/auth/join?sessionId=0123456789abcdef')
      await page.getByText(words.of('signIn.waiting')).waitFor()
    },
  },
  {
    name: 'sign-in.expired',
    async reach({ page, words, go }) {
      await go('/auth/join')
      await page.getByText(words.of('signIn.expired')).waitFor()
    },
  },
  {
    name: 'error.not-found',
    async reach({ page, words, go }) {
      await go('/nothing-here')
      await page.getByText(words.of('notFound.text')).waitFor()
    },
  },
  {
    name: 'error.no-network',
    async reach({ page, go }) {
      // what the service worker shows in the place of a page
      await go('/offline.html')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  {
    name: 'error.screen',
    keepsLanguage: true,
    async reach({ page, words, go }) {
      await refuse(page, site, 500, 'internal')
      await go('/')
      await page.getByRole('button', { name: words.of('common.refresh') }).waitFor()
    },
  },
  {
    name: 'error.copied',
    keepsLanguage: true,
    async reach({ page, words, go }) {
      await refuse(page, site, 500, 'internal')
      await go('/')
      await mayCopy(page)
      await page.getByRole('button', { name: words.of('error.copy') }).click()
      await messageStays(page, words.of('share.copied'))
    },
  },
]
