import { readFile } from 'node:fs/promises'
import { personOf } from '@talad/demo/people'
import { type CreditFlow, ledgerHttp } from '@talad/proto/http/ledger/credit'
import { company } from '@talad/web/content/company'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appThere } from '../src/app-there.ts'
import { wordsIn } from '../src/words.ts'
import { crowd, shop, system } from './demonstration.ts'

const words = wordsIn('th')

async function open(who: 'buyer' | 'visitor', path: string): Promise<Page> {
  const page = await (await crowd.profileOf(who)).newPage()
  await page.goto(system.run.gateway + path)
  return page
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test('SP-11 a buyer prints the receipt of a purchase: one sheet, without the site around it', async () => {
  const { credit, tx_hash: hash } = await shop.delivered('buyer')
  const page = await open('buyer', '/account?tab=purchases')
  await page
    .getByRole('link', { name: words.of('receipt.title') })
    .first()
    .click()
  const sheet = page.getByRole('article')
  await sheet.getByRole('heading', { name: words.of('receipt.heading') }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('banner').waitFor({ state: 'hidden' })
  await page.getByRole('contentinfo').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: words.of('receipt.print') }).waitFor({ state: 'hidden' })
  const text = (await sheet.textContent()) ?? ''
  expect(text).toContain((credit.value / 100).toFixed(2))
  expect(text).toContain(hash)
  expect(text).toContain(personOf('buyer').name.th)
  expect(text).toContain(company.taxId)
  expect(text).not.toContain(new URL(system.run.gateway).host)
  expect(text).not.toContain((await shop.delivered('buyer')).buyer_customer_id)
  expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(1)
  await page.close()
})

/** All of a person's points, by the ledger itself. */
async function points(): Promise<CreditFlow[]> {
  const { call } = await shop.person('buyer')
  const query = { unit: 'pt_thb', lm: '100' } as const
  return (await call(ledgerHttp.creditHistory, { query })).list
}

test('LG-11 a CSV file has the whole statement and not the page that is shown, in exact baht and Bangkok’s time', async () => {
  const page = await open('buyer', '/account?tab=money')
  // small pages, so that there are many
  let calls = 0
  const isExport = ({ pathname, searchParams }: URL) =>
    pathname === ledgerHttp.creditHistory.path && searchParams.get('lm') === '100'
  await page.route(isExport, (route) => {
    calls += 1
    return route.continue({ url: route.request().url().replace('lm=100', 'lm=2') })
  })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: words.of('credit.export') }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^talad-points-\d{4}-\d\d-\d\d\.csv$/)
  const file = await readFile(await download.path(), 'utf8')
  expect(file.startsWith('\uFEFF')).toBe(true)
  const [head = '', ...lines] = file.slice(1).trimEnd().split('\r\n')
  expect(head.split(',').slice(0, 4)).toEqual([
    ...[words.of('credit.when'), words.of('credit.what'), words.of('credit.thing'), words.of('credit.in')],
  ])
  const flows = await points()
  expect(calls).toBeGreaterThan(1)
  const rows = lines.map((line) => line.split(','))
  expect(rows.map(([when]) => Date.parse(when ?? ''))).toEqual(
    flows.map(({ created }) => Date.parse(created)),
  )
  expect(rows.every(([when]) => when?.endsWith('+07:00'))).toBe(true)
  const baht = (value: number) => (value / 100).toFixed(2)
  // what was bought is named as the screen names it, not by its number
  const bought = rows.filter(([, what]) => what === words.of('credit.purchase'))
  expect(bought.length).toBeGreaterThan(0)
  expect(bought.filter(([, , thing = '']) => /^([0-9a-f]{24})?$/.test(thing))).toEqual([])
  expect(rows.map(([, , , came, went, , , left]) => [came, went, left])).toEqual(
    flows.map(({ flow_type: type, value, balance_after: after }) => [
      ...[type === 'in' ? baht(value) : '', type === 'out' ? baht(value) : '', baht(after)],
    ]),
  )
  await page.close()
})

test('WB-16 somebody without a mouse finds an item, and the search remembers it in this browser', async () => {
  const page = await open('visitor', '/')
  await appThere(page)
  await page.keyboard.press('/')
  const field = page.getByRole('combobox')
  await field.waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })

  await page.keyboard.press('Control+KeyK')
  await field.waitFor()
  await page.keyboard.type('ชมพู')
  const items = page.getByRole('group', { name: words.of('favourite.assets') }).getByRole('option')
  await items.first().waitFor()
  const wanted = (await items.first().getAttribute('id')) ?? ''
  for (let step = 0; (await field.getAttribute('aria-activedescendant')) !== wanted; step += 1) {
    if (step > 30) throw new Error('the item is not reached with the arrow keys')
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/assets\//)
  await field.waitFor({ state: 'hidden' })

  await page.keyboard.press('/')
  await page
    .getByRole('group', { name: words.of('search.recent') })
    .getByRole('option', { name: 'ชมพู' })
    .waitFor()
  await page.close()
})
