import type { Locator, Page } from 'playwright-core'
import type { WordKey, Words } from './words.ts'

/** A button by its text. */
export const called = (words: Words, page: Page | Locator, key: WordKey): Locator =>
  page.getByRole('button', { name: words.of(key), exact: true })

/** The window that is open; what the bell says over it is another dialog. */
export const sheetOf = (page: Page): Locator => page.locator('.sheet[role=dialog]')

/** Goes to a page, once more where a window of the page before, which closes by itself, went back in the history just then. */
export async function visit(page: Page, place: string): Promise<void> {
  await page.goto(place).catch((error: Error) => {
    if (!error.message.includes('net::ERR_ABORTED')) throw error
    return page.goto(place)
  })
}

/** Goes to the page of an asset and opens one of its windows. */
export async function dialogAt(words: Words, page: Page, place: string, key: WordKey): Promise<Locator> {
  await visit(page, place)
  await called(words, page, key).first().click()
  return sheetOf(page)
}

/** Lists an asset for THBK, as its owner does. */
export async function listInTokens(words: Words, page: Page, place: string, price: string): Promise<void> {
  const dialog = await dialogAt(words, page, place, 'panel.list')
  await dialog.getByLabel(words.of('list.currency')).selectOption({ label: 'THBK' })
  await dialog.getByLabel(words.of('list.price'), { exact: true }).fill(price)
  await dialog.getByText(words.of('list.youGet')).waitFor()
  await called(words, dialog, 'list.submit').click()
  await dialog.getByText(words.of('list.done'), { exact: true }).waitFor()
}

/** Opens the window in which a listing in THBK is bought, with the wallet of the browser. */
export async function buyInTokens(words: Words, page: Page, place: string, wallet: string): Promise<Locator> {
  await visit(page, place)
  const buy = { name: words.of('panel.buyWith').replace('{{symbol}}', 'THBK'), exact: true }
  await page.getByRole('button', buy).first().click()
  const dialog = sheetOf(page)
  await dialog.getByLabel(words.of('wallet.with')).selectOption(wallet)
  await dialog.getByText(words.of('fill.youPay')).waitFor()
  return dialog
}
