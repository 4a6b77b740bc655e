import { staff } from '@talad/demo/staff'
import { type Person, signInAs } from '@talad/dev/seed/site'
import { bankWithdrawalAdminHttp } from '@talad/proto/http/bank-withdrawal/admin'
import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { customerProfile } from '@talad/proto/http/identity/profile'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { until } from '@talad/shared/testing/wait'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { wordsIn } from '../src/words.ts'
import { crowd, shop, system } from './demonstration.ts'

let page: Page
const words = wordsIn('th')
beforeAll(async () => {
  page = await (await crowd.profileOf('seller')).newPage()
}, 400_000)

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const field = (name: Parameters<typeof words.of>[0], value: string) =>
  page.getByLabel(words.of(name)).fill(value)

/** Somebody of the shop who may decide on bank accounts. */
function clerk(): Promise<Person> {
  const found = staff.find(({ key }) => key === 'clerk')
  if (!found) throw new Error('there is no clerk')
  return signInAs(system.run, { ...found, address: '' })
}

/** What of Somchai's earnings may be withdrawn, in points. */
async function spendable(): Promise<number> {
  const { list } = await (await shop.person('seller')).call(ledgerHttp.creditBalances, {})
  return list.find(({ unit }) => unit === 'ft_thb')?.balance_spendable ?? 0
}

test('BW-1 BW-8 WB-16 a seller registers a bank account: faults are told, then it waits to be approved, then it can be used', async () => {
  await page.goto(`${system.run.gateway}/account?tab=money&view=banks`)
  await press(words.of('bank.add'))
  await page.getByText(words.of('bank.identity')).waitFor()
  await page.getByPlaceholder(words.of('bank.search')).fill('kasi')
  await page.getByText('ธนาคารกสิกรไทย').click()
  await field('bank.number', '123-4')
  await field('bank.name', 'สมชาย ใจดี')
  await field('bank.tel', '081 000 0002')
  await field('bank.email', 'somchai@example.com')
  await press(words.of('bank.register'))
  await page.getByText(words.of('bank.numberFault')).waitFor()
  await field('bank.number', '123-4-56789-0')
  await press(words.of('bank.register'))
  await page.getByText(words.of('bank.sent')).waitFor()
  // it closes by itself
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText(words.of('bank.pending')).waitFor()
  await page.getByText(words.of('bank.oneAtATime')).waitFor()

  const { call } = await clerk()
  const seller = await shop.person('seller')
  const { list } = await seller.call(bankWithdrawalHttp.bankRequests, {})
  const id = list[0]?._id ?? ''
  const params = { request_id: id }
  const { request } = await call(bankWithdrawalAdminHttp.adminBankRequest, { params })
  const decision = { request_id: id, version: request.version, note: 'the name is that of the person' }
  await call(bankWithdrawalAdminHttp.adminApproveBankRequest, { body: decision })
  await until(
    'the provider has looked into the account',
    async () => {
      const accounts = await seller.call(bankWithdrawalHttp.bankAccounts, {})
      return accounts.list.length === 1 || undefined
    },
    60_000,
  )
  await page.reload()
  await page.getByRole('button', { name: words.of('bank.delete') }).waitFor()
})

test('BW-10 BW-11 BW-12 BW-19 a seller withdraws: form, summary, back, confirm; the money is set aside until it is taken back', async () => {
  const before = await spendable()
  expect(before).toBeGreaterThan(10_000)
  await page.goto(`${system.run.gateway}/account?tab=money&unit=earned`)
  await page.getByRole('cell').first().waitFor()
  await press(words.of('money.withdraw'))
  const amount = page.getByLabel(words.of('withdraw.amount'))
  for (const [typed, said] of [
    ['', 'กรุณากรอกจำนวนเงินที่ถูกต้อง'],
    ['99.99', 'จำนวนเงินขั้นต่ำ 100 บาท'],
    ['99999999', 'จำนวนเงินเกินยอดที่ใช้ได้'],
  ] as const) {
    await amount.fill(typed)
    await press(words.of('withdraw.summary'))
    await page.getByText(said, { exact: true }).waitFor()
  }
  await press(words.of('withdraw.all'))
  expect(Number(await amount.inputValue()) * 100).toBe(before)
  await amount.fill('๑๕๐')
  await page.getByText('ได้รับ ฿135.00').waitFor()
  await press(words.of('withdraw.summary'))
  await page.getByText('123-4-56789-0').waitFor()
  await press(words.of('withdraw.back'))
  expect(await amount.inputValue()).toBe('150')
  await press(words.of('withdraw.summary'))
  await press(words.of('withdraw.confirm'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText(words.of('withdraw.pending')).first().waitFor()
  await page.getByText(words.of('lock.withdrawal')).waitFor()
  expect(await spendable()).toBe(before - 15_000)

  await page
    .getByRole('button', { name: words.of('withdraw.cancel') })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words.of('withdraw.cancel') })
    .click()
  await page.getByText(words.of('lock.withdrawal')).waitFor({ state: 'detached' })
  await expect.poll(spendable, { timeout: 30_000 }).toBe(before)
})

test('a seller hears that the bank account was approved', async () => {
  await page.getByRole('button', { name: words.like('notice.unread') }).click()
  await page.getByText(words.of('notice.bankApproved')).waitFor()
})

test('WB-20 who is below the level is told theirs, the one that is needed and where to raise it, after the profile was read once more', async () => {
  const context = await crowd.profileOf('newcomer')
  const tab = await context.newPage()
  let reads = 0
  let isShown = false
  tab.on('request', (request) => {
    if (new URL(request.url()).pathname !== customerProfile.path) return
    reads += 1
    expect(isShown).toBe(false)
  })
  const notice = tab.getByText(words.of('kyc.title'))
  await tab.goto(`${system.run.gateway}/account`)
  await notice.waitFor()
  isShown = true
  expect(reads).toBe(1)
  const told = tab.getByText(words.like('kyc.text'))
  await expect.poll(() => told.textContent()).toContain(words.of('kyc.bronze'))
  expect(await told.textContent()).toContain(words.of('kyc.silver'))
  const upgrade = tab.getByRole('link', { name: words.of('kyc.upgrade') })
  expect(await upgrade.getAttribute('href')).toContain('http')

  // money that goes out needs it as well, and says so with the level that one has
  await tab.goto(`${system.run.gateway}/account?tab=money&view=banks`)
  await tab
    .getByRole('button', { name: words.of('bank.add'), exact: true })
    .first()
    .click()
  const dialog = tab.getByRole('dialog')
  await expect
    .poll(() => dialog.getByText(words.like('kyc.bank')).textContent())
    .toContain(words.of('kyc.bronze'))
  await tab.close()
})
