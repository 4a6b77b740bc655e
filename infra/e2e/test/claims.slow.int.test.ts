import { fair } from '@talad/demo/fair'
import { fairCampaigns } from '@talad/demo/fair-campaigns'
import { signIn } from '@talad/dev/seed/site'
import { campaignAdminHttp } from '@talad/proto/http/campaign/campaigns-admin'
import { couponAdminHttp } from '@talad/proto/http/campaign/coupons'
import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { walletHttp } from '@talad/proto/http/campaign/wallet'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers } from '../src/barriers.ts'
import type { Visitor } from '../src/browser.ts'
import { cameraRefused, cameraSees } from '../src/camera.ts'
import { atDesk, decide, look, REASON } from '../src/desk.ts'
import { untilAlive } from '../src/scene.ts'
import { adminWords as w, wordsIn } from '../src/words.ts'
import { browser, crowd, shop, system } from './demonstration.ts'

const words = wordsIn('th')
const nameOf = (slug: string) => fairCampaigns.find((one) => one.slug === slug)?.name.th ?? ''
const golden = fair.collections[0].items.find(({ slug }) => slug === 'golden_lantern')
const MINTED_WITHIN_MS = 120_000

async function open(page: Page, slug: string) {
  await page.goto(`${system.run.gateway}/projects/${fair.slug}/campaigns/${slug}`)
  await untilAlive(page)
}

/** Claims what a page gives. */
async function claim(page: Page) {
  await page.getByRole('button', { name: words.of('claim.go') }).click()
  const won = page.getByText(words.of('claim.won'))
  const refused = page.getByRole('main').getByRole('alert')
  await won.or(refused).first().waitFor()
  expect(await refused.allTextContents()).toEqual([])
}

test('CA-31 CA-39 CA-50 who lacks one thing is told which and where to get it, gets it, claims, and has the reward on chain', async () => {
  const page = await (await crowd.profileOf('buyer')).newPage()
  await open(page, 'golden_night')
  await page.getByText(words.like('slot.have')).first().waitFor()
  expect(await page.getByRole('button', { name: words.of('claim.notYet') }).isDisabled()).toBe(true)
  expect(await barriers(page, {})).toEqual([])
  await page
    .getByRole('link', { name: words.of('where.campaign').replace('{{name}}', nameOf('ride_stamp')) })
    .first()
    .click()
  await page.waitForURL('**/campaigns/ride_stamp')
  await claim(page)
  await open(page, 'golden_night')
  await claim(page)
  await page.goto(`${system.run.gateway}/account/wallet`)
  const row = page.getByRole('listitem').filter({ hasText: golden?.name.th ?? '' })
  await row.getByText(words.of('mint.isMinted')).waitFor({ timeout: MINTED_WITHIN_MS })
  await page.close()
  const { call, address } = await shop.person('buyer')
  const { list } = await call(walletHttp.myAssets, { query: { pageSize: 100 } })
  const won = list.find(({ state, source }) => state === 'minted' && source.campaign_id !== null)
  expect(won?.nft?.receiver_address).toBe(address)
}, 400_000)

test('CA-42 CA-45 what the people of a project take back is gone from the wallet, and who had it reads when and why', async () => {
  const page = await (await crowd.profileOf('newcomer')).newPage()
  await open(page, 'daily_visit')
  await claim(page)
  const { call } = await shop.person('newcomer')
  const given = async () =>
    (await call(walletHttp.myAssets, { query: { pageSize: 100 } })).list.filter(
      ({ source }) => source.campaign_id !== null,
    )
  const [won] = await given()
  const { project_id, trigger_id } = won?.source ?? {}
  const admin = await atDesk(browser, system.run, 'demo-prapha')
  await admin.page.goto(`${system.run.admin}/projects/${project_id}/triggers?id=${trigger_id}`)
  await decide(admin, w.of('trigger.release'), w.of('word.cancel'))
  await page.reload()
  await page.getByText(words.like('claim.takenBack')).waitFor()
  await page.getByText(words.of('claim.takenReason').replace('{{reason}}', REASON)).waitFor()
  expect(await barriers(page, {})).toEqual([])
  expect(await given()).toEqual([])
  expect(admin.faults).toEqual([])
  await admin.close()
  await page.close()
}, 400_000)

/** The sheets of a pool as they are printed: their codes in order, and how many A4 pages they take. */
async function sheets({ page }: Visitor) {
  const codes = page.getByRole('img', { name: w.like('sheets.qr') })
  await codes.first().waitFor()
  const names = await codes.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
  return { names, pages: pdf.match(/\/Type\s*\/Page\b/g)?.length }
}

test('AW-10 CA-39 CA-74 a code of a file comes into a pool, is printed on A4, read by the camera of a shopper whose browser has no reader, and good once', async () => {
  const { call } = await signIn(system.run, 'demo-prapha')
  const { projects } = await call(projectAdminHttp.listProjects, { query: { size: 100 } })
  const space_id = projects.list.find(({ slug }) => slug === fair.slug)?._id ?? ''
  const pool_name = 'ใบปลิว'
  const codes = Array.from({ length: 25 }, (_, index) => `${String(index + 12).padStart(4, '0')}LEAF`)
  const labels = codes.map((code) => w.of('sheets.qr').replace('{{code}}', code)).sort()
  const admin = await atDesk(browser, system.run, 'demo-prapha')
  await admin.page.goto(`${system.run.admin}/projects/${space_id}/coupons`)
  const add = admin.page.getByRole('button', { name: w.of('pool.import') })
  await add.first().click()
  await admin.page.getByLabel(w.of('coupon.pool')).fill(pool_name)
  await admin.page.getByLabel(w.of('pool.file')).setInputFiles({
    name: 'codes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`code,description\r\n${codes.map((code) => `${code},หนึ่งตรา\r\n`).join('')}`),
  })
  await add.last().click()
  await admin.page.getByRole('heading', { name: w.of('pool.imported') }).waitFor()
  await admin.page.getByRole('button', { name: w.of('pool.show') }).click()
  await admin.page.getByRole('button', { name: w.of('pool.setting') }).click()
  await admin.page.getByLabel(w.of('coupon.limit')).fill('1')
  await admin.page.getByRole('button', { name: w.of('pool.set') }).click()
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByRole('button', { name: w.of('pool.set') }).click()
  await dialog.getByText(w.of('decision.done')).waitFor()

  await dialog
    .getByRole('button', { name: w.of('common.close'), exact: true })
    .last()
    .click()
  await admin.page.getByRole('link', { name: w.of('sheets.open') }).click()
  const printed = await sheets(admin)
  expect(printed.names.toSorted()).toEqual(labels)
  expect(printed.pages).toBe(2)
  expect(await look(admin, 'coupon-sheets')).toEqual([])
  const picture = await admin.page.getByRole('img', { name: labels[0] ?? '' }).screenshot()

  const metadata = { coupon: { pool_name } }
  const terms = { project_id: space_id, slug: 'leaflet', name: 'ตราจากใบปลิว', metadata }
  const made = await call(campaignAdminHttp.createCampaign, { body: { campaign: terms } })
  const { _id: campaign_id } = made.campaign
  const { campaigns } = await call(campaignAdminHttp.listCampaigns, {
    query: { project_id: space_id, size: 100 },
  })
  const rewards = campaigns.list.find(({ slug }) => slug === 'daily_visit')?.artifacts.rewards ?? []
  const model = { requirements: [], rewards: rewards.map(({ collectionId: _, ...one }) => one) }
  await call(campaignAdminHttp.saveCampaignModel, { body: { campaign_id, model, version: 0 } })
  await call(campaignAdminHttp.publishCampaign, { body: { campaign_id, version: 1 } })

  const scan = async (who: 'buyer' | 'newcomer', camera: string) => {
    const page = await (await crowd.profileOf(who)).newPage()
    await page.addInitScript({ content: camera })
    await open(page, 'leaflet')
    await page.getByRole('button', { name: words.of('scan.open') }).click()
    return page
  }
  const page = await scan('buyer', cameraSees(picture))
  await expect
    .poll(() => page.getByLabel(words.of('claim.code'), { exact: true }).inputValue())
    .toBe('0012LEAF')
  await claim(page)
  await page.close()
  const late = await scan('newcomer', cameraRefused)
  await late.getByText(words.of('scan.denied')).waitFor()
  await late.keyboard.press('Escape')
  await late.getByLabel(words.of('claim.code'), { exact: true }).fill(' 0012leaf ')
  await late.getByRole('button', { name: words.of('claim.go') }).click()
  await late.getByText(words.of('refused.codeUsed')).waitFor()
  await late.close()
  const { uses } = await call(couponAdminHttp.listCouponUses, { query: { space_id, pool_name, size: 10 } })
  expect(uses.list).toMatchObject([{ code: '0012LEAF', state: 'consumed' }])
  await admin.page.reload()
  expect((await sheets(admin)).names.toSorted()).toEqual(labels.slice(1))
  await admin.page.goto(
    `${system.run.admin}/projects/${space_id}/coupons?pool=${encodeURIComponent(pool_name)}`,
  )
  await admin.page.getByText(w.of('pool.used'), { exact: true }).waitFor()
  // a pool that has no setting yet says so
  expect(admin.faults).toEqual([expect.stringContaining('/coupon/codepool/setting?')])
  await admin.close()
}, 400_000)
