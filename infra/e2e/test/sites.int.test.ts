import { expect, test } from 'vitest'
import { barriers } from '../src/barriers.ts'
import type { Visitor } from '../src/browser.ts'
import { atDesk } from '../src/desk.ts'
import { isFocused, tabTo } from '../src/keyboard.ts'
import { adminWords as w } from '../src/words.ts'
import { browser, system } from './demonstration.ts'

const SLUG = 'keyed'

/** Opens what asks for a reason, and gives one. */
async function decided({ page }: Visitor, button: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(w.of('decision.reason')).fill('ตรวจแล้ว')
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

test('AW-13 a site is opened, and its home written by keys alone, saved and looked at', async () => {
  const chief = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = chief
  await page.goto(`${system.run.admin}/sites?id=new`)
  await page.getByLabel(w.of('site.slug')).fill(SLUG)
  for (const name of await page.getByLabel(w.of('site.name')).all()) await name.fill('วัดของเรา')
  await page.getByRole('button', { name: w.of('site.addHost') }).click()
  await page.getByLabel(w.of('site.domain'), { exact: true }).fill(`${SLUG}.localhost`)
  await page.getByRole('button', { name: w.of('site.open'), exact: true }).click()
  await decided(chief, w.of('site.open'))

  await page.getByText(w.of('home.none')).waitFor()
  await tabTo(page, page.getByRole('button', { name: w.of('home.add') }))
  await page.keyboard.press('Enter')
  const title = page.getByRole('textbox', { name: w.of('section.th'), exact: true }).first()
  // a field shows by its border that it has the focus
  for (let at = 0; at < 60 && !(await isFocused(page, title)); at += 1) await page.keyboard.press('Tab')
  await page.keyboard.type('ประกาศของวัด')
  await page.keyboard.press('Control+z')
  await expect.poll(() => title.inputValue()).toBe('')
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => title.inputValue()).toBe('ประกาศของวัด')
  await page.getByText(w.of('editing.isSaved')).waitFor()
  await tabTo(page, page.getByRole('button', { name: w.of('preview.show') }))
  await page.keyboard.press('Enter')
  const shown = page.frameLocator('iframe').getByRole('heading', { name: 'ประกาศของวัด' })
  await shown.waitFor()
  await chief.shot('admin-site-home')
  expect(await barriers(page, {})).toEqual([])
  expect(chief.faults).toEqual([])
  await chief.close()
})
