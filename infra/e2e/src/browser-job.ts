import type { Run } from '@talad/dev/run-file'
import type { Page } from 'playwright-core'
import type { Visitor } from './browser.ts'
import { wordsIn } from './words.ts'

const words = wordsIn('th')

// what a purchase by card is clicked through with
export const buyButton = (page: Page) =>
  page.getByRole('button', { name: words.of('panel.buy'), exact: true })
export const reserveButton = (page: Page) => page.getByRole('button', { name: words.of('buy.reserve') })
export const cardButton = (page: Page) => page.getByRole('button', { name: words.like('pay.card') })
export const choice = (page: Page, value: 'success' | 'fail') =>
  page.locator(`button[name=choice][value=${value}]`)
export const isYours = (page: Page) => page.getByRole('heading', { name: words.like('purchase.yours') })

/** From the page of an item as far as the page of the card provider. */
export async function goToCard(page: Page): Promise<void> {
  await buyButton(page).click()
  await reserveButton(page).click()
  await cardButton(page).click()
  await choice(page, 'success').waitFor()
}

/** Pays by card; returns when the card page has been left. */
export async function payOnCardPage(page: Page): Promise<void> {
  await choice(page, 'success').click()
  await page.waitForURL(/\/payment\/return/)
}

/** Approves a sign-in in (the sandbox of) the Join app. */
export async function approveSignIn(page: Page, joinId: string): Promise<void> {
  await page.locator(`input[name=userId][value=${joinId}]`).check({ force: true })
  await page.locator('button[name=decision][value=approve]').click()
}

/** Signs a person in from wherever they are. */
export async function signInWithJoin({ page }: Visitor, joinId: string): Promise<void> {
  await page
    .getByRole('link', { name: words.of('nav.signIn'), exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: words.of('signIn.join') }).click()
  await approveSignIn(page, joinId)
  await page.getByRole('link', { name: words.of('nav.account') }).waitFor()
}

export type Goods = { contract: string; tokenId: string; priceText: string; netText: string }

const placeOf = (run: Run, { contract, tokenId }: Goods) =>
  `${run.gateway}/assets/${run.blockchain}/${contract}/${tokenId}`

/** The seller lists an NFT they own: price, preview of what they get, signature on the phone. */
export async function listInBrowser(run: Run, seller: Visitor, goods: Goods): Promise<void> {
  const { page, shot } = seller
  await page.goto(placeOf(run, goods))
  await page.getByRole('button', { name: words.of('panel.list') }).waitFor()
  await shot('1-asset-of-the-seller')
  await page.getByRole('button', { name: words.of('panel.list') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words.of('list.price'), { exact: true }).fill(goods.priceText)
  await dialog.getByText(words.of('list.youGet')).waitFor()
  await dialog.getByText(goods.netText).first().waitFor()
  await shot('2-listing-with-preview')
  await dialog.getByRole('button', { name: words.of('list.submit'), exact: true }).click()
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: words.of('list.openJoin') }).click()
  await approveOnPhone(await opened, shot)
  await page.getByRole('dialog').getByText(words.of('list.done'), { exact: true }).waitFor()
  await shot('4-listed')
  await page.getByRole('button', { name: words.of('list.view') }).click()
}

/** Approves what waits on (the sandbox of) the person's phone. */
export async function approveOnPhone(phone: Page, shot: Visitor['shot']): Promise<void> {
  await phone.waitForLoadState()
  await shot('3-signing')
  await phone.locator('[data-request] button[value=approve]').first().click()
  await phone.waitForLoadState()
  await phone.close()
}

/** The buyer pays by card and watches the delivery, without ever reloading. */
export async function buyInBrowser(run: Run, buyer: Visitor, goods: Goods): Promise<void> {
  const { page, shot } = buyer
  await page.goto(placeOf(run, goods))
  await buyButton(page).waitFor()
  await shot('5-asset-for-the-buyer')
  await buyButton(page).click()
  await reserveButton(page).click()
  await cardButton(page).waitFor()
  await shot('6-pay')
  await cardButton(page).click()
  await choice(page, 'success').waitFor()
  await shot('7-card-page')
  await payOnCardPage(page)
  await page.getByText(words.of('progress.fulfilled')).waitFor()
  await shot('8-progress')
  await isYours(page).waitFor()
  await shot('9-yours')
  await page.getByRole('link', { name: words.of('purchase.seeAsset') }).click()
  await page.getByText(words.of('panel.youOwn')).waitFor()
  await shot('10-owned')
}

/** The seller's statement shows the sale. @param credited as it is written there */
export async function seeCredit({ page, shot }: Visitor, credited: string): Promise<void> {
  await page.getByRole('link', { name: words.of('nav.account') }).click()
  await page.getByRole('tab', { name: words.of('account.money') }).click()
  await page.getByRole('button', { name: words.of('balance.earned') }).click()
  await page.getByRole('cell').getByText(words.of('credit.sale')).first().waitFor()
  await page.getByText(credited).first().waitFor()
  await shot('11-credited')
}
