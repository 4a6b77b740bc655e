import { site } from '@talad/proto/http/gateway'
import { identityHttp } from '@talad/proto/http/identity'
import { hang, refuse } from '../answers.ts'
import type { Scene } from '../scene.ts'

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
    name: 'error.screen',
    async reach({ page, words, go }) {
      await refuse(page, site, 500, 'internal')
      await go('/')
      await page.getByRole('button', { name: words.of('common.refresh') }).waitFor()
    },
  },
]
