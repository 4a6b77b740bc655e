import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { signIn } from '@talad/dev/seed/site'
import { adminDist } from '@talad/dev/web'
import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { until } from '@talad/shared/testing/wait'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { decide, openOf, signInAtDesk } from '../src/admin-desk.ts'
import { openBrowser, visitor } from '../src/browser.ts'
import { startDemonstration } from '../src/demonstration.ts'
import type { System } from '../src/system.ts'

const desk = { width: 1440, height: 900, scale: 1 }

let system: System
let browser: Browser
beforeAll(async () => {
  system = await startDemonstration(inject('demonstration'))
  browser = await openBrowser()
}, 400_000)
afterAll(async () => {
  await browser?.close()
  await system?.stop()
})

test('AW-3 AW-5 AW-15 a clerk approves a bank account and a withdrawal, and the seller is paid', async () => {
  const { run } = system
  const seller = await signIn(run, 'demo-somchai')
  const clerk = await visitor(browser, desk)
  await signInAtDesk(run, clerk, 'demo-wira')
  await clerk.shot('admin-0-home')

  const number = '5556667778'
  await seller.call(bankWithdrawalHttp.requestBankAccount, {
    body: {
      bank_account_data: {
        account_number: number,
        account_name: 'สมชาย ใจดี',
        bank_swift_code: 'KASITHBK',
        tel_number: '0810000002',
        email: 'somchai@example.com',
      },
    },
  })
  await openOf(clerk, 'คำขอบัญชีธนาคาร', 'join-demo-somchai')
  await clerk.page.getByText(number).waitFor()
  await decide(clerk, 'อนุมัติบัญชี', 'อนุมัติ')
  const account = await until('the bank account is there', async () => {
    const { list } = await seller.call(bankWithdrawalHttp.bankAccounts, {})
    return list.find(({ account_number }) => account_number === number)
  })

  const body = { bank_account_id: account._id, value: 15_000 }
  await seller.call(bankWithdrawalHttp.requestWithdrawal, { body })
  await openOf(clerk, 'คำขอถอนเงิน', 'join-demo-somchai')
  await clerk.page.getByText('ยอดจ่ายได้ที่ผู้ให้บริการ').last().waitFor()
  await decide(clerk, 'อนุมัติและจ่ายเงิน', 'จ่ายเงิน')
  await until('the withdrawal is paid', async () => {
    const { list } = await seller.call(bankWithdrawalHttp.withdrawals, {})
    return list.find(({ status }) => status === 'success')
  })
  expect(clerk.faults).toEqual([])
  await clerk.close()
})

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
  const chief = await visitor(browser, desk)
  await signInAtDesk(system.run, chief, 'demo-prapha')
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
  await page.locator('input[name=userId][value=demo-mali]').check({ force: true })
  await page.locator('button[name=decision][value=approve]').click()
  await page.getByText('join-demo-mali').waitFor()
  await customer.shot('admin-nothing-allowed')
  expect(customer.faults).toEqual([])
  await customer.close()
})

test("the first page of the admins' app loads at most 250 kB of code", async () => {
  const clerk = await visitor(browser, desk)
  await signInAtDesk(system.run, clerk, 'demo-wira')
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
