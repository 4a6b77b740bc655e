import { readFile } from 'node:fs/promises'
import { signIn } from '@talad/dev/seed/site'
import { couponPoolAdminHttp } from '@talad/proto/http/campaign/coupon-pools-admin'
import { privilegeHttp } from '@talad/proto/http/campaign/privileges'
import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { virtualCollectionAdminHttp, virtualItemAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import { beforeAll, expect, test } from 'vitest'
import { atDesk, DRESSES, dressed, look } from '../src/desk.ts'
import { adminWords as w } from '../src/words.ts'
import { browser, system } from './demonstration.ts'

async function fill() {
  const { call } = await signIn(system.run, 'demo-prapha')
  const { project } = await call(projectAdminHttp.createProject, {
    body: { project: { slug: 'noodle_fair', name: 'งานก๋วยเตี๋ยว' } },
  })
  const payload = {
    version: '3.0',
    name: 'ก๋วยเตี๋ยว',
    assets: { image: 'ipfs://bafy/{id}.webp' },
    attributes: { power: { value: 1 } },
  }
  const { collection } = await call(virtualCollectionAdminHttp.createVirtualCollection, {
    body: { collection: { project_id: project._id, slug: 'noodles', name: 'ร้านก๋วยเตี๋ยว', payload } },
  })
  const { item } = await call(virtualItemAdminHttp.createVirtualItem, {
    body: { item: { collection_id: collection._id, slug: 'bowl', name: 'ชามทอง' } },
  })
  return { call, project, item }
}

let made: Awaited<ReturnType<typeof fill>>
beforeAll(async () => {
  made = await fill()
}, 400_000)

const of = (path: string) => `${system.run.admin}/projects/${made.project._id}${path}`

test('AW-10 AW-11 a file of codes comes into a pool with what became of each line, gets a limit, and goes out as it came', async () => {
  const admin = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = admin
  await page.goto(of('/coupons'))
  await page.getByText(w.of('pools.none')).waitFor()
  const add = page.getByRole('button', { name: w.of('pool.import') })
  await add.first().click()
  await page.getByLabel(w.of('coupon.pool')).fill('ชามฟรี')
  const text = 'code,description\r\n0012,หนึ่งชาม\r\nBOWL-2\r\n0012\r\nno\r\n'
  await page
    .getByLabel(w.of('pool.file'))
    .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await add.last().click()
  await page.getByRole('heading', { name: w.of('pool.imported') }).waitFor()
  expect(await look(admin, 'coupons-imported')).toEqual([])
  await page.getByRole('button', { name: w.of('pool.show') }).click()
  await page.getByRole('button', { name: '0012' }).waitFor()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: w.of('pool.export') }).click()
  expect(await readFile(await (await file).path(), 'utf8')).toContain('"=""0012""",หนึ่งชาม')
  await page.getByRole('button', { name: w.of('pool.setting') }).click()
  await page.getByLabel(w.of('coupon.limit')).fill('0')
  await page.getByRole('button', { name: w.of('pool.set') }).click()
  await page.getByText(w.of('fault.count')).waitFor()
  await page.getByLabel(w.of('coupon.limit')).fill('10')
  await page.getByRole('button', { name: w.of('pool.set') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: w.of('pool.set') }).click()
  await dialog.getByText(w.of('decision.done')).waitFor()
  await dialog
    .getByRole('button', { name: w.of('common.close') })
    .last()
    .click()
  const of_ = { space_id: made.project._id, pool_name: 'ชามฟรี' }
  expect(await made.call(couponPoolAdminHttp.countPoolCodes, { query: of_ })).toEqual({ count: 2, free: 2 })
  await page.getByRole('button', { name: 'BOWL-2' }).click()
  await page.getByRole('button', { name: w.of('pool.delete') }).waitFor()
  for (const [language, theme] of DRESSES) {
    await dressed(page, language, theme)
    expect(await look(admin, `coupons-${language}-${theme}`)).toEqual([])
  }
  expect(admin.faults).toEqual([])
  await admin.close()
})

test('CA-78 a privilege is made, carried by some tokens of an item, and switched off', async () => {
  const admin = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = admin
  await page.goto(of('/privileges?id=new'))
  await page.getByRole('button', { name: w.of('privilege.make') }).click()
  await page.getByText(w.of('privilege.nameHint')).waitFor()
  await page.getByLabel(w.of('privilege.name'), { exact: true }).fill('ที่นั่งหน้าเวที')
  await page.getByLabel(w.of('privilege.slug'), { exact: true }).fill('front_seat')
  await page.getByRole('button', { name: w.of('privilege.make') }).click()
  await page.getByRole('button', { name: w.of('binding.new') }).click()
  await page.getByLabel(w.of('binding.carrier')).selectOption('item')
  await page.getByLabel(w.of('binding.itemId')).fill(made.item._id)
  await page.getByLabel(w.of('binding.numbers')).fill('1-10, 15')
  await page.getByRole('button', { name: w.of('binding.make') }).click()
  await page.getByText('1–10, 15').waitFor()
  const gather = async () =>
    (await made.call(privilegeHttp.gatherPrivileges, { query: { nftItemId: made.item._id, tokenId: 15 } }))
      .privileges
  expect(await gather()).toHaveLength(1)
  for (const [language, theme] of DRESSES) {
    await dressed(page, language, theme)
    expect(await look(admin, `privileges-${language}-${theme}`)).toEqual([])
  }
  await dressed(page, 'th', 'light')
  await page
    .getByRole('button', { name: w.of('privilege.switchOff') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: w.of('privilege.switchOff') }).click()
  await dialog.getByText(w.of('decision.done')).waitFor()
  expect(await gather()).toEqual([])
  expect(admin.faults).toEqual([])
  await admin.close()
})
