import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appThere } from '../src/app-there.ts'
import type { Who } from '../src/profiles.ts'
import { goods } from '../src/shop.ts'
import { called, sheetOf, visit } from '../src/trading.ts'
import { wordsIn } from '../src/words.ts'
import { crowd, shop, system } from './demonstration.ts'

const words = wordsIn('th')
const enter = async (who: Who): Promise<Page> => (await crowd.profileOf(who)).newPage()
async function goTo(page: Page, path: string): Promise<void> {
  await visit(page, system.run.gateway + path)
  await appThere(page)
}
const query = (page: Page) => new URL(page.url()).searchParams

/** Runs in the page: whether what the field of a list suggests is seen to its end. */
const isSeen = `(() => {
  const field = document.querySelector('main input[type=search]')
  const style = getComputedStyle(field)
  const pen = new OffscreenCanvas(1, 1).getContext('2d')
  pen.font = [style.fontWeight, style.fontSize, style.fontFamily].join(' ')
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
  return pen.measureText(field.placeholder).width <= room
})()`
/** Runs in the page. */
const focused = 'document.activeElement.placeholder'

test('WB-5 a price that was typed filters what is shown, also without its own button; a wrong one keeps the window open', async () => {
  const page = await enter('visitor')
  await goTo(page, '/explore')
  await called(words, page, 'filter.title').click()
  const from = page.getByPlaceholder(words.of('filter.from'))
  const to = page.getByPlaceholder(words.of('filter.to'))
  await from.fill('๑,๐๐๐')
  await to.fill('500')
  await called(words, page, 'filter.show').click()
  await page.getByText(words.of('filter.turned')).waitFor()
  await from.fill('')
  await called(words, page, 'filter.show').click()
  await page.waitForURL(({ searchParams }) => searchParams.get('to') === '500')
  await sheetOf(page).waitFor({ state: 'detached' })
  expect(query(page).get('from')).toBe(null)
  await page.close()
})

test('AI-17 an address leads to its wallet, a number to its item, and one letter is not called a search', async () => {
  const page = await enter('visitor')
  const { address } = system.run.accounts.find(({ key }) => key === 'seller') ?? { address: '' }
  await goTo(page, `/explore?q=${address}`)
  const main = page.getByRole('main')
  await main.locator('a[href^="/people/"]').waitFor()
  await main.getByText(words.of('search.noneAddress')).waitFor()

  await goTo(page, '/explore?q=%23๗')
  await main.getByText('#7', { exact: true }).first().waitFor()

  await goTo(page, '/explore?q=๗')
  await main.getByText(words.of('search.short')).waitFor()
  await main.getByRole('heading', { level: 1, name: words.of('nav.explore') }).waitFor()
  expect(await page.evaluate(isSeen)).toBe(true)
  const phone = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await page.getByRole('button', { name: words.of('search.label') }).count()).toBe(0)
  if (phone) await page.setViewportSize(phone)

  await page.getByRole('button', { name: words.of('search.label') }).click()
  const answered = page.waitForResponse((response) =>
    response.url().includes(assetIndexerHttp.searchCollections.path),
  )
  await sheetOf(page).getByRole('combobox').fill(address)
  await page.getByRole('option', { name: words.of('search.openWallet') }).waitFor()
  await answered
  await page.waitForTimeout(500)
  expect(await page.getByText(words.of('search.none')).count()).toBe(0)
  await page.close()
})

test('M§5 what is wrong in the form of a bank account gets the focus, and what was written outlives a closed window', async () => {
  const page = await enter('seller')
  await goTo(page, '/account?tab=money&view=banks')
  await called(words, page, 'bank.add').click()
  const sheet = sheetOf(page)
  const label = (key: 'bank.number' | 'bank.name' | 'bank.email' | 'bank.tel') =>
    sheet.getByLabel(words.of(key), { exact: true })
  await label('bank.name').fill('อนันต์ ศรีสุข')
  await label('bank.number').fill('๑๒๓-๔-๕๖๗๘๙-๐')
  await label('bank.tel').fill('081 000 0004')
  await label('bank.email').fill('anan@example.com')
  await called(words, sheet, 'bank.register').click()
  await expect.poll(() => page.evaluate(focused)).toBe(words.of('bank.search'))
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await called(words, page, 'bank.add').click()
  expect(await label('bank.name').inputValue()).toBe('อนันต์ ศรีสุข')
  expect(await label('bank.number').inputValue()).toBe('๑๒๓-๔-๕๖๗๘๙-๐')
  await page.close()
})

test('MO-17 the words of a report outlive a closed window', async () => {
  const page = await enter('collector')
  await goTo(page, shop.pathOf(goods.listed))
  const open = async () => {
    await called(words, page, 'report.action').click()
    return sheetOf(page)
  }
  const notes = (sheet: Locator) => sheet.locator('textarea')
  const sheet = await open()
  await sheet.getByText(words.of('report.spam')).click()
  await notes(sheet).fill('รูปนี้เป็นของคนอื่น')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(await notes(await open()).inputValue()).toBe('รูปนี้เป็นของคนอื่น')
  await page.close()
})

test('WB-9 a long amount in tokens stands on one line of the preview, and what the wallet lacks is said before it is asked', async () => {
  const page = await enter('buyer')
  await goTo(page, shop.pathOf(goods.kept))
  await called(words, page, 'panel.offer').first().click()
  const sheet = sheetOf(page)
  const price = sheet.getByLabel(words.of('offer.price'), { exact: true })
  await price.fill('1234.5')
  const net = sheet.getByText('1,141.9125 THBK')
  await net.waitFor()
  for (const one of [net, sheet.getByText(words.of('list.sellerGets'))])
    expect((await one.boundingBox())?.height).toBeLessThan(60) // a second line of the amount would make it 80
  await price.fill('900000')
  await sheet.getByText(words.like('approval.short')).waitFor()
  expect(await called(words, sheet, 'offer.submit').isDisabled()).toBe(true)
  await price.fill('350')
  await expect.poll(() => called(words, sheet, 'offer.submit').isDisabled()).toBe(false)
  await page.close()
})

test('M§4 a new price is not compared with the old one of the same listing', async () => {
  const page = await enter('seller')
  await goTo(page, shop.pathOf(goods.onSale))
  await called(words, page, 'reprice.action').click()
  const sheet = sheetOf(page)
  await sheet.getByText(words.of('list.youGet')).waitFor()
  expect(await sheet.getByText(words.like('price.lowest')).count()).toBe(0)
  await page.close()
})
