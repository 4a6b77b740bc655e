import type { Locator } from 'playwright-core'
import type { Scene, Stage } from '../scene.ts'
import { goods, type Token } from '../shop.ts'

async function openSending({ page, words, shop, go }: Stage, token: Token): Promise<Locator> {
  await go(shop.pathOf(token))
  await page.getByRole('button', { name: words.of('send.action'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words.of('send.to'), { exact: true }).waitFor()
  return dialog
}

const next = ({ words }: Stage, dialog: Locator) =>
  dialog.getByRole('button', { name: words.of('send.next') }).click()

/** Something of one's own is sent to somebody: the form, a wallet that can't be, and the last look. */
export const sendingScenes: readonly Scene[] = [
  {
    name: 'send.form',
    as: 'seller',
    reach: async (stage) => void (await openSending(stage, goods.kept)),
  },
  {
    name: 'send.wrong',
    as: 'seller',
    async reach(stage) {
      const { words } = stage
      const dialog = await openSending(stage, goods.kept)
      await dialog.getByLabel(words.of('send.to'), { exact: true }).fill('0x123')
      await next(stage, dialog)
      await dialog.getByText(words.of('send.invalid'), { exact: true }).waitFor()
    },
  },
  {
    name: 'send.review',
    as: 'seller',
    async reach(stage) {
      const { words } = stage
      const dialog = await openSending(stage, goods.onSale)
      await dialog.getByLabel(words.of('send.to'), { exact: true }).fill(`0x${'5a'.repeat(20)}`)
      await next(stage, dialog)
      await dialog.getByText(words.of('send.listed')).waitFor()
    },
  },
]
