import type { Run } from '@talad/dev/run-file'
import type { Page } from 'playwright-core'
import type { Visitor } from './browser.ts'

const text = {
  signIn: 'เข้าสู่ระบบ',
  withJoin: 'เข้าสู่ระบบด้วย Join',
  account: 'บัญชีของฉัน',
  listThis: 'ลงขายชิ้นนี้',
  price: 'ราคาขาย',
  youGet: 'คุณได้รับ',
  list: 'ลงขาย',
  openJoin: 'เปิดแอป Join',
  listed: 'ลงขายแล้ว',
  seeListed: 'ดูของชิ้นนี้',
  buy: 'ซื้อด้วยเงินบาท',
  reserve: 'ไปชำระเงิน',
  byCard: /^จ่าย .* ด้วยบัตร$/,
  isYours: /เป็นของคุณแล้ว$/,
  fulfilled: 'ส่งมอบแล้ว',
  seeBought: 'ดูของชิ้นนี้',
  own: 'ชิ้นนี้เป็นของคุณ',
  earned: 'เงินจากการขาย',
  money: 'เงินของฉัน',
  sale: 'ขายของสะสม',
}

/** Signs a person in from wherever they are, and has them approve it in (the sandbox of) the Join app. */
export async function signInWithJoin({ page }: Visitor, joinId: string): Promise<void> {
  await page.getByRole('link', { name: text.signIn, exact: true }).first().click()
  await page.getByRole('button', { name: text.withJoin }).click()
  await page.locator(`input[name=userId][value=${joinId}]`).check({ force: true })
  await page.locator('button[name=decision][value=approve]').click()
  await page.getByRole('link', { name: text.account }).waitFor()
}

export type Goods = { contract: string; tokenId: string; priceText: string; netText: string }

const placeOf = (run: Run, { contract, tokenId }: Goods) =>
  `${run.gateway}/assets/${run.blockchain}/${contract}/${tokenId}`

/** The seller lists an NFT they own: price, preview of what they get, signature on the phone. */
export async function listInBrowser(run: Run, seller: Visitor, goods: Goods): Promise<void> {
  const { page, shot } = seller
  await page.goto(placeOf(run, goods))
  await page.getByRole('button', { name: text.listThis }).waitFor()
  await shot('1-asset-of-the-seller')
  await page.getByRole('button', { name: text.listThis }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(text.price, { exact: true }).fill(goods.priceText)
  await dialog.getByText(text.youGet).waitFor()
  await dialog.getByText(goods.netText).first().waitFor()
  await shot('2-listing-with-preview')
  await dialog.getByRole('button', { name: text.list, exact: true }).click()
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: text.openJoin }).click()
  await approveOnPhone(await opened, shot)
  await page.getByRole('dialog').getByText(text.listed, { exact: true }).waitFor()
  await shot('4-listed')
  await page.getByRole('button', { name: text.seeListed }).click()
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
  await page.getByRole('button', { name: text.buy }).waitFor()
  await shot('5-asset-for-the-buyer')
  await page.getByRole('button', { name: text.buy }).click()
  await page.getByRole('button', { name: text.reserve }).click()
  await page.getByRole('button', { name: text.byCard }).waitFor()
  await shot('6-pay')
  await page.getByRole('button', { name: text.byCard }).click()
  await page.locator('button[name=choice][value=success]').waitFor()
  await shot('7-card-page')
  await page.locator('button[name=choice][value=success]').click()
  await page.waitForURL(/\/payment\/return/)
  await page.getByText(text.fulfilled).waitFor()
  await shot('8-progress')
  await page.getByRole('heading', { name: text.isYours }).waitFor()
  await shot('9-yours')
  await page.getByRole('link', { name: text.seeBought }).click()
  await page.getByText(text.own).waitFor()
  await shot('10-owned')
}

/** The seller's statement shows the sale. @param credited as it is written there */
export async function seeCredit({ page, shot }: Visitor, credited: string): Promise<void> {
  await page.getByRole('link', { name: text.account }).click()
  await page.getByRole('tab', { name: text.money }).click()
  await page.getByRole('button', { name: text.earned }).click()
  await page.getByRole('cell').getByText(text.sale).first().waitFor()
  await page.getByText(credited).first().waitFor()
  await shot('11-credited')
}
