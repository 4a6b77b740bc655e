import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { adminDist } from '@talad/dev/web'
import { expect, test } from 'vitest'
import { visitor } from '../src/browser.ts'
import { approveSignIn } from '../src/browser-job.ts'
import { atDesk, signInAtDesk } from '../src/desk.ts'
import { browser, system } from './demonstration.ts'

test('AW-2 who may not is shown nothing of it in the menu, and is refused by the server', async () => {
  const { run } = system
  const support = await visitor(browser)
  await signInAtDesk(run, support, 'demo-kamon')
  const { page } = support
  await page.getByRole('button', { name: 'เมนู' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'รายการซื้อ', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'คำขอถอนเงิน' }).count()).toBe(0)
  await page.goto(`${run.admin}/withdrawals`)
  await page
    .getByText(/withdrawal\.read/)
    .first()
    .waitFor()
  await support.close()
})

test('who may mend sees how every service does, and what waits', async () => {
  const chief = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = chief
  const open = async (title: string) => {
    await page.getByRole('link', { name: title, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  await open('สถานะบริการ')
  await page.getByRole('heading', { level: 2, name: 'ledger' }).waitFor()
  await chief.shot('admin-services')
  await open('ข้อความที่พักไว้')
  await page.getByText('ไม่มีข้อความค้าง').waitFor()
  await open('งานเบื้องหลัง')
  await page.locator('tbody tr').first().getByRole('button').first().click()
  await page.getByRole('button', { name: 'ทำตอนนี้' }).waitFor()
  await chief.shot('admin-jobs')
  expect(chief.faults).toEqual([])
  await chief.close()
})

test('AW-2 who is no admin is told whom to ask', async () => {
  const { run } = system
  const customer = await visitor(browser)
  const { page } = customer
  await page.goto(run.admin)
  await page.getByRole('button', { name: 'เข้าสู่ระบบด้วย Join' }).click()
  await approveSignIn(page, 'demo-mali')
  await page.getByText('join-demo-mali').waitFor()
  await customer.shot('admin-nothing-allowed')
  expect(customer.faults).toEqual([])
  await customer.close()
})

test("the first page of the admins' app loads at most 250 kB of code", async () => {
  const clerk = await atDesk(browser, system.run, 'demo-wira')
  await clerk.page.reload()
  await clerk.page.getByRole('heading', { level: 1, name: 'งานที่รออยู่' }).waitFor()
  const loaded: string[] = await clerk.page.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.split('/').at(-1))`,
  )
  const folder = join(adminDist, 'assets')
  const packed = (await readdir(folder)).filter((file) => /\.(js|css)\.gz$/.test(file))
  const sizes = packed
    .filter((file) => loaded.includes(file.slice(0, -3)))
    .map(async (file) => (await stat(join(folder, file))).size)
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(250_000)
  await clerk.close()
})
