import type { Run } from '@talad/dev/run-file'
import type { Visitor } from './browser.ts'

const text = {
  withJoin: 'เข้าสู่ระบบด้วย Join',
  reveal: 'แสดงข้อมูลเต็มและตรวจสอบ',
  reason: 'เหตุผล',
  confirm: /เพื่อยืนยัน$/,
  done: 'ทำรายการเรียบร้อยและบันทึกไว้แล้ว',
  close: 'ปิด',
  back: 'กลับไปที่รายการ',
}

/** An admin signs in at the admins' app, and approves it in (the sandbox of) the Join app. */
export async function signInAtDesk(run: Run, { page }: Pick<Visitor, 'page'>, joinId: string): Promise<void> {
  await page.goto(run.admin)
  await page.getByRole('button', { name: text.withJoin }).click()
  await page.locator(`input[name=userId][value=${joinId}]`).check({ force: true })
  await page.locator('button[name=decision][value=approve]').click()
  await page.getByRole('heading', { level: 1, name: 'งานที่รออยู่' }).waitFor()
}

/** Opens what somebody waits for in a queue, from the menu, and has all of it shown (AW-15). */
export async function openOf({ page, shot }: Visitor, desk: string, customerId: string): Promise<void> {
  await page.getByRole('link', { name: desk, exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: desk }).waitFor()
  await shot(`admin-${desk}`)
  await page.locator('tbody tr', { hasText: customerId }).first().getByRole('button').first().click()
  await page.getByRole('button', { name: text.reveal }).click()
}

/** AW-3: types the word and a reason, and sees that it is done. */
export async function decide({ page, shot }: Visitor, how: string, word: string): Promise<void> {
  await page.getByRole('button', { name: how, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(text.reason).fill('ตรวจแล้วถูกต้อง')
  await dialog.getByLabel(text.confirm).fill(word)
  await shot(`admin-${how}`)
  await dialog.getByRole('button', { name: how, exact: true }).click()
  await dialog.getByText(text.done).waitFor()
  await dialog.getByRole('button', { name: text.close, exact: true }).last().click()
  await page.getByRole('button', { name: text.back }).click()
}
