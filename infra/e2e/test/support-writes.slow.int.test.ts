import { listNotifications } from '@talad/proto/http/identity/notifications'
import { expect, test } from 'vitest'
import { atDesk } from '../src/desk.ts'
import { adminWords as w } from '../src/words.ts'
import { browser, shop, system } from './demonstration.ts'

test('ID-42 support writes to a customer from their page, who reads it in the bell', async () => {
  const { run } = system
  const mali = await shop.person('buyer')
  const desk = await atDesk(browser, run, 'demo-prapha')
  const { page } = desk
  await page.goto(`${run.admin}/customers/join-demo-mali`)
  await page.getByRole('button', { name: w.of('customer.write'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: w.of('customer.write'), exact: true })
  await dialog.getByLabel(w.of('decision.reason')).fill('โทรมาถาม')
  expect(await send.isDisabled()).toBe(true)
  const text = 'พบของที่คุณแจ้งแล้ว'
  await dialog.getByLabel(w.of('customer.writeText')).fill(text)
  await send.click()
  await send.waitFor({ state: 'detached' })
  const { list } = await mali.call(listNotifications, { query: { lm: 20 } })
  expect(list).toContainEqual(expect.objectContaining({ kind: 'support_wrote', text }))
  expect(desk.faults).toEqual([])
  await desk.close()
})
