import { personOf } from '@talad/demo/people'
import { control } from '@talad/dev/seed/site'
import { requestWebview } from '@talad/proto/http/identity/accounts'
import type { Scene, Stage } from '../scene.ts'
import { goods } from '../shop.ts'

/** A sign-in that waits for somebody's decision. */
async function askToSignIn({ run, page }: Stage) {
  const data = { redirectUrl: `${run.gateway}/auth/join` }
  const answer = await page.request.post(run.gateway + requestWebview.path, { data })
  return requestWebview.response.parse(await answer.json())
}

/** The stand-ins of outside providers, which people of the demonstration meet on their way. */
export const sandboxScenes: readonly Scene[] = [
  {
    name: 'sandbox.home',
    async reach({ run, page }) {
      await page.goto(run.sandbox)
      await page.getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'sandbox.phones',
    async reach({ run, page }) {
      await page.goto(`${run.sandbox}/join/phone`)
      await page.getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'sandbox.sign-in',
    async reach(stage) {
      const { page } = stage
      await page.goto((await askToSignIn(stage)).webviewUrl)
      await page.getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'sandbox.sign-in-ended',
    async reach(stage) {
      const { run, page } = stage
      const { sessionId, webviewUrl } = await askToSignIn(stage)
      await control(run, 'POST', `join/sessions/${sessionId}`, {
        decision: 'approve',
        userId: personOf('buyer').joinId,
      })
      await page.goto(webviewUrl)
      await page.getByRole('link').first().waitFor()
    },
  },
  {
    name: 'sandbox.phone-nothing',
    async reach({ run, page }) {
      await page.goto(`${run.sandbox}/join/phone/${personOf('newcomer').joinId}`)
      await page.getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'sandbox.phone-request',
    as: 'seller',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.kept))
      await page.getByRole('button', { name: words.of('panel.list') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words.of('list.price'), { exact: true }).fill('1234.57')
      await dialog.getByText('1,141.99').first().waitFor()
      await dialog.getByRole('button', { name: words.of('list.submit'), exact: true }).click()
      const phone = await dialog.getByRole('link', { name: words.of('list.openJoin') }).getAttribute('href')
      await page.goto(phone ?? '')
      await page.getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'sandbox.card-page',
    as: 'buyer',
    async reach({ page, shop, after }) {
      const shipping = await shop.reserve('buyer', goods.wanted)
      const card = await shop.toCard('buyer', shipping)
      after(() => shop.leaveCard('buyer', shipping, card))
      await page.goto(card)
      await page.getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'sandbox.card-desk',
    async reach({ run, page }) {
      await page.goto(`${run.sandbox}/chillpay/desk`)
      await page.getByRole('heading').first().waitFor()
    },
  },
]
