import { signIn } from '@talad/dev/seed/site'
import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { declarationAdminHttp } from '@talad/proto/http/moderation/declaration-admin'
import { feeAdminHttp } from '@talad/proto/http/moderation/fee-admin'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import { issuerAdminHttp } from '@talad/proto/http/moderation/issuer-admin'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { until } from '@talad/shared/testing/wait'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { atDesk, DRESSES, dressed, loaded, look, openCase, rowOf } from '../src/desk.ts'
import { onceHeard } from '../src/people.ts'
import { adminWords as w } from '../src/words.ts'
import { browser, shop, system } from './demonstration.ts'

const note = 'ตกลงกันแล้ว'
const collectionOf = (key: string) => {
  const found = system.run.contracts.collections.find((one) => one.key === key)
  if (!found) throw new Error(`there is no ${key}`)
  return found
}

/** Something of each kind, as admins have made it. @returns what has an id */
async function fill() {
  const { call } = await signIn(system.run, 'demo-prapha')
  const { address } = collectionOf('betta')
  const { blockchain } = system.run
  const range = (of: string, from?: string) => ({
    blockchain,
    contract_address: of,
    ...(from !== undefined && { token_from: from, token_to: from }),
  })
  const issuer = await call(issuerAdminHttp.addIssuer, {
    body: {
      slug: 'siam_betta',
      names: { th: 'ปลากัดสยาม', en: 'Siam Betta' },
      nft_ranges: [range(address)],
      primary_customer_id: 'join-demo-dara',
      note,
    },
  })
  await onceHeard(['collection_not_found'], () =>
    call(feeAdminHttp.syncIssuerFees, { body: { issuer_id: issuer.issuer_id, note } }),
  )
  const body = { nft_range: range(collectionOf('lantern').address, '3'), note: 'สงสัยว่าถูกขโมย' }
  const { suspension_id } = await call(suspensionAdminHttp.suspend, { body })
  const mali = await shop.person('buyer')
  const { list } = await mali.call(listAssets, { query: { ps: 1, cl: collectionOf('betta').slug } })
  const [asset] = list
  if (!asset) throw new Error('there is nothing to report')
  const report = {
    asset_id: asset._id,
    flag_classification: 'other' as const,
    flag_user_notes: 'ลอกงานของฉัน',
  }
  await onceHeard(['asset_not_found'], () => mali.call(flaggingHttp.requestFlagging, { body: report }))
  await call(flaggingAdminHttp.resolveFlagCase, {
    body: { case_id: asset._id, version: 1, review_disposition: 'ignore', notes: 'ไม่พบว่าลอก' },
  })
  const other = await shop.person('seller')
  await other.call(flaggingHttp.requestFlagging, { body: { ...report, flag_user_notes: 'ลอกงานคนอื่น' } })
  return { issuer: issuer.issuer_id, suspension: suspension_id, asset, call }
}

/** Has the case told that its item is another one than when it was decided. */
async function another(page: Page, found: FlagCaseDetail): Promise<void> {
  const since = found.since_decision
  if (!since) throw new Error('nothing was decided')
  const description = `${'https://x.example/'.repeat(8)}\n<b>win</b>`
  const changes = [
    { field: 'name', before: 'ปลากัดหางยาว #1', after: found.asset.name },
    { field: 'description', before: 'ปลากัดจากเชียงใหม่', after: description },
    { field: 'trait', before: 'หาง: ยาว', after: 'หาง: สั้น' },
    { field: 'external_url', before: null, after: 'https://x.example' },
    { field: 'owner', before: `0x${'ab'.repeat(20)}`, after: `0x${'cd'.repeat(20)}` },
  ]
  const picture = { before: found.asset.image, after: '', alike: null }
  const told = { ...found, since_decision: { ...since, changes, picture } }
  await page.route(/\/moderation\/flagging\/pick\//, (route) => route.fulfill({ json: { case: told } }))
}

test('MO-37 WB-17 what a seller declares is written where no issuer is; each desk of moderation can be read in both languages and themes, on a phone and a desk, without a barrier', async () => {
  const { issuer, suspension, asset, call } = await fill()
  const admin = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = admin
  await page.goto(`${system.run.admin}/declarations?id=new`)
  const field = (name: Parameters<typeof w.of>[0]) => page.getByLabel(w.of(name), { exact: true })
  await page.getByText(w.of('declaration.seller'), { exact: true }).last().click()
  await field('suspension.contract').fill(collectionOf('lantern').address)
  await field('declaration.key').fill('origin')
  await field('declaration.titleTh').fill('ที่มา')
  await field('declaration.titleEn').fill('Origin')
  await field('declaration.bodyTh').fill('ทำด้วยมือที่เชียงใหม่')
  await field('declaration.bodyEn').fill('<b>made</b> by hand')
  await page.getByRole('button', { name: w.of('declaration.save') }).click()
  await page.getByText(w.of('declaration.wrong')).waitFor()
  await field('declaration.bodyEn').fill('Made by hand in Chiang Mai')
  await page.getByRole('button', { name: w.of('declaration.save') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(w.of('decision.reason')).fill(note)
  await dialog.getByRole('button', { name: w.of('declaration.save') }).click()
  await dialog.getByText(w.of('decision.done')).waitFor()
  await dialog
    .getByRole('button', { name: w.of('common.close'), exact: true })
    .last()
    .click()
  const query = { ad: collectionOf('lantern').address }
  const { list } = await call(declarationAdminHttp.listDeclarations, { query })
  expect(list).toMatchObject([{ declarer_type: 'seller', nft_range: { token_from: null } }])

  const desks = {
    flags: `/flags?id=${asset._id}`,
    suspensions: `/suspensions?id=${suspension}`,
    issuers: `/issuers?id=${issuer}`,
    fees: `/fees?contract=${collectionOf('betta').address}`,
    declarations: `/declarations?id=${list[0]?.declaration_id}`,
    collections: `/collections?id=${asset.collection.id}`,
    permissions: '/permissions?id=join-demo-thana&permission=flag.read',
    audit: '/audit',
  }
  const about = { params: { case_id: asset._id } }
  await another(page, (await call(flaggingAdminHttp.pickFlagCase, about)).case)
  for (const [name, path] of Object.entries(desks)) {
    await page.goto(system.run.admin + path)
    for (const [language, theme] of DRESSES) {
      await dressed(page, language, theme)
      // what the log says of it unfolds, and what earlier rounds have reported
      for (const folded of await page.locator('details summary').all()) await folded.click()
      await loaded(page)
      expect(await look(admin, `desk-${name}-${language}-${theme}`)).toEqual([])
      if (name !== 'flags') continue
      await page.getByText('<b>win</b>').scrollIntoViewIfNeeded()
      expect(await look(admin, `case-changed-${language}-${theme}`)).toEqual([])
    }
  }
  await page.unrouteAll()
  await dressed(page, 'th', 'light')
  expect(admin.faults).toEqual([])

  // AW-5: another moderator sees within seconds what this one begins to decide, and that it was decided
  const other = await atDesk(browser, system.run, 'demo-thana')
  await openCase(other.page, system.run, asset.metadata.name)
  await openCase(page, system.run, asset.metadata.name)
  await page.locator('kbd', { hasText: 'I' }).first().waitFor() // its details are there

  // AW-6: all that a moderator decides by, in a pane that keys scroll, with a picture that shows something
  const pane = page.getByRole('region', { name: w.of('desk.detail') })
  await pane.getByRole('heading', { name: w.of('flag.told') }).waitFor()
  await pane.getByRole('link', { name: w.of('flag.openInShop') }).waitFor()
  expect((await pane.locator('.picture').first().boundingBox())?.width).toBeGreaterThan(300)
  await pane.focus()
  await page.keyboard.press('End')
  await until('the pane has scrolled', async () => (await pane.evaluate((one) => one.scrollTop)) > 0)
  await page.keyboard.press('i')
  const row = rowOf(other.page, asset.metadata.name)
  await row.getByText(w.of('claim.others')).waitFor()
  await other.page.getByText(w.like('claim.text')).waitFor()
  expect(await look(other, 'flag-claimed-live')).toEqual([])
  await page.keyboard.press('Enter')
  await row.getByText(w.of('flag.wasIgnored')).waitFor()
  await other.page.getByText(w.of('flag.decidedMeanwhile')).waitFor()
  expect(await look(other, 'flag-decided-live')).toEqual([])
  await other.page.getByRole('button', { name: w.of('flag.readAgain') }).click()
  await other.page.getByRole('button', { name: w.of('flag.undo'), exact: true }).waitFor()
  await other.page.keyboard.press('o')
  await other.page.waitForURL(({ search }) => search.includes('sr=oldest'))
  expect(other.faults).toEqual([])
  await other.close()
  await admin.close()
}, 400_000)
