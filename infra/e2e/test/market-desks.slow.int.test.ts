import { draftListing, putBody, signWithKey } from '@talad/dev/seed/listing'
import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { collectionAdminHttp } from '@talad/proto/http/asset-indexer/collection-admin'
import { faultKinds, indexerAdminHttp } from '@talad/proto/http/asset-indexer/indexer-admin'
import { auditActions } from '@talad/proto/http/audit-actions'
import { listNotifications } from '@talad/proto/http/identity/notifications'
import { orderAdminHttp } from '@talad/proto/http/order-book/order-admin'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriers } from '../src/barriers.ts'
import { type Visitor, visitor } from '../src/browser.ts'
import { atDesk, look as lookAtDesk } from '../src/desk.ts'
import { goods } from '../src/shop.ts'
import { adminWords as w } from '../src/words.ts'
import { browser, shop, system } from './demonstration.ts'

const widths = [390, 1440] as const

let admin: Visitor
beforeAll(async () => {
  admin = await atDesk(browser, system.run, 'demo-prapha')
}, 400_000)
afterAll(() => admin?.close())

const go = (path: string) => admin.page.goto(`${system.run.admin}${path}`)

/** What is on the page at both widths and in both languages. */
async function look(name: string): Promise<void> {
  const { page, shot } = admin
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await shot(`desk-${name}-${width}-${await page.evaluate('document.documentElement.lang')}`)
    const wider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    if (wider) throw new Error(`${name} is wider than ${width} pixels`)
  }
}

async function inEnglish(work: () => Promise<void>): Promise<void> {
  const { page } = admin
  await page.evaluate(`localStorage.setItem('talad.language', '"en"')`)
  await page.reload()
  await work()
  await page.evaluate(`localStorage.setItem('talad.language', '"th"')`)
  await page.reload()
}

const firstRow = () => admin.page.locator('tbody tr').first().getByRole('button').first()

test('AI-24 the desk of the index says in words how it keeps up, and in both languages', async () => {
  await go('/indexer')
  await admin.page.getByText('ตามทัน').waitFor()
  await admin.page.getByText('jfin', { exact: true }).waitFor()
  await look('indexer')
  await inEnglish(async () => {
    await admin.page.getByText('Follows', { exact: true }).waitFor()
    await look('indexer')
  })
})

const NODE_STATES = ['away', 'limited', 'wrong_chain', 'behind', 'stale'] as const

test('OB-42 whatever a node does wrong the desk says so in words, in both languages and themes and at both widths, without a barrier', async () => {
  const { page } = admin
  const { path, response } = indexerAdminHttp.indexerHealth
  const asked = page.waitForResponse(`**${path}`)
  await go('/indexer')
  const health = response.parse(await (await asked).json())
  let wrong: Pick<typeof health, 'node' | 'scan'> = health
  await page.route(`**${path}`, (route) => route.fulfill({ json: { ...health, ...wrong } }))
  const says = `eth_getLogs of block 0x1a2b3c left out the log 0x${'f'.repeat(64)}`
  for (const [n, kind] of faultKinds.entries()) {
    const since = new Date(Date.now() - 3_600_000).toISOString()
    wrong = {
      node: { ...health.node, state: NODE_STATES[n % NODE_STATES.length] ?? 'away', says },
      scan: { ...health.scan, fault: { kind, says, times: 1_234, since, at: since } },
    }
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate(`localStorage.setItem('talad.theme', '"${theme}"')`)
      await go('/indexer')
      await page.getByText('หยุดอยู่', { exact: true }).waitFor()
      await look(`indexer-${kind}-${theme}`)
      await inEnglish(async () => {
        await page.getByText('Stands still', { exact: true }).waitFor()
        await look(`indexer-${kind}-${theme}`)
      })
    }
  }
  await page.evaluate(`localStorage.setItem('talad.theme', '"light"')`)
  await page.unroute(`**${path}`)
  expect(admin.faults).toEqual([])
})

test('AI-26 a collection gets another slug at its desk, and the former address of the shop leads to the new one', async () => {
  const { page } = admin
  await go('/collections')
  await firstRow().click()
  const ident = page.getByRole('region', { name: 'รายละเอียด' })
  await ident.getByRole('button', { name: 'เปลี่ยนชื่อย่อ' }).click()
  const field = ident.getByRole('textbox', { name: 'ชื่อย่อ' })
  const former = await field.inputValue()
  await field.fill('Not a slug')
  await ident.getByRole('button', { name: 'เปลี่ยนชื่อย่อ' }).last().click()
  await ident.getByRole('alert').waitFor()
  await field.fill('renamed_at_the_desk')
  await ident.getByRole('button', { name: 'เปลี่ยนชื่อย่อ' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('เหตุผล').fill('ชื่อใหม่ของผู้สร้าง')
  await look('collection-rename')
  await dialog.getByRole('button', { name: 'เปลี่ยนชื่อย่อ' }).click()
  await dialog.getByText('ทำรายการเรียบร้อยและบันทึกไว้แล้ว').waitFor()
  await dialog.getByRole('button', { name: 'ปิด', exact: true }).last().click()
  await ident.getByText('renamed_at_the_desk').first().waitFor()

  const shopper = await visitor(browser)
  await shopper.page.goto(`${system.run.gateway}/collection/${former}`)
  await shopper.page.waitForURL(`**/collection/renamed_at_the_desk`)
  await shopper.close()
})

test('AI-10 what a way of reading traits makes of real assets is seen before it can be kept', async () => {
  const { page } = admin
  await go('/collections')
  await firstRow().click()
  const save = page.getByRole('button', { name: 'บันทึกและอ่านใหม่ทั้งหมด' })
  await save.waitFor()
  expect(await save.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'ไม่แสดง' }).first().check()
  await page.getByRole('button', { name: 'ดูผลก่อนบันทึก' }).click()
  await page.getByText(/ผลกับชิ้นงานจริง/).waitFor()
  await expect.poll(() => save.isDisabled()).toBe(false)
  await look('collection-traits')
  await page.getByRole('checkbox', { name: 'ไม่แสดง' }).first().uncheck()
  await expect.poll(() => save.isDisabled()).toBe(true)
  await inEnglish(async () => {
    await page.getByRole('button', { name: 'See the effect' }).waitFor()
    await look('collection')
  })
})

test('AI-7 what tokens of a shared contract stand for is seen on real assets before it is kept, and assets say it', async () => {
  const { page } = admin
  await go('/collections')
  // one of the market's: what the fair has minted stands for its items already
  await page.locator('tbody tr', { hasText: 'Siam Betta' }).getByRole('button').first().click()
  const form = page.getByRole('region', { name: 'คอลเลกชันที่ใช้สัญญาร่วมกัน' })
  const save = form.getByRole('button', { name: 'บันทึกช่วงโทเคน' })
  await form.getByRole('button', { name: 'เพิ่มช่วง' }).click()
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  await field('เลขโทเคนแรก').fill('1')
  await form.getByRole('button', { name: 'ดูว่าแต่ละชิ้นเป็นอะไร' }).click()
  await form.getByText('ไม่ถูกต้อง').first().waitFor()
  await field('เลขโทเคนสุดท้าย').fill('5')
  await field('คอลเลกชันเสมือน').fill('early_days')
  await field('จำนวนเลขโทเคนต่อไอเท็ม').fill('2')
  expect(await save.isDisabled()).toBe(true)
  await form.getByRole('button', { name: 'ดูว่าแต่ละชิ้นเป็นอะไร' }).click()
  await form.getByText('– → vnft / early_days / 0 / 1').waitFor()
  await look('collection-abstract')
  expect(await barriers(page, {})).toEqual([])
  await save.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('เหตุผล').fill('สัญญาร่วม')
  await dialog.getByRole('button', { name: 'บันทึกช่วงโทเคน' }).click()
  await dialog.getByText('ทำรายการเรียบร้อยและบันทึกไว้แล้ว').waitFor()
  await dialog.getByRole('button', { name: 'ปิด', exact: true }).last().click()
  await expect
    .poll(async () => {
      const found = await fetch(`${system.run.gateway}${listAssets.path}?ac=early_days&sr=ti&sd=asc`)
      return listAssets.response.parse(await found.json()).list.map(({ token }) => token.abstract?.item_id)
    })
    .toEqual(['0', '1', '1', '2', '2'])
})

test('MO-1 a virtual collection is found and suspended at the desk, and what else its contract has stays', async () => {
  const { run } = system
  const listed = async (query: string) => {
    const found = await fetch(`${run.gateway}${listAssets.path}?${query}&ps=100`)
    return listAssets.response.parse(await found.json()).list
  }
  const [one] = await listed('ac=early_days')
  const rest = async () => (await listed(`cl=${one?.collection.id}`)).filter(({ token }) => !token.abstract)
  const others = (await rest()).length
  const moderator = await atDesk(browser, run, 'demo-thana')
  const { page } = moderator
  await page.goto(`${run.admin}/suspensions?id=new`)
  await page.getByLabel(w.of('suspension.what'), { exact: true }).selectOption('virtual')
  await page.getByRole('searchbox', { name: w.of('suspension.findVirtual') }).fill('early_days')
  await page.getByRole('button', { name: 'early_days' }).click()
  await page.getByRole('button', { name: w.of('suspension.preview') }).click()
  const preview = page.getByRole('region', { name: w.of('suspension.preview') })
  await preview
    .locator('dl > div', { hasText: w.of('suspension.assets') })
    .getByText('5')
    .waitFor()
  expect(await lookAtDesk(moderator, 'suspend-virtual')).toEqual([])
  expect(await barriers(page, {})).toEqual([])
  await preview.getByRole('button', { name: w.of('suspension.suspend') }).click()
  const dialog = page.getByRole('dialog')
  const decide = async (how: string) => {
    await dialog.getByRole('textbox', { name: w.of('decision.reason') }).fill('ตรวจแล้วถูกต้อง')
    await dialog.getByRole('button', { name: how, exact: true }).click()
    await dialog.getByText(w.of('decision.done')).waitFor()
    await dialog
      .getByRole('button', { name: w.of('common.close'), exact: true })
      .last()
      .click()
  }
  await dialog.getByLabel(w.like('decision.word')).fill(w.of('word.suspend'))
  await decide(w.of('suspension.suspend'))
  await page.locator('tbody tr', { hasText: 'vnft early_days' }).waitFor()
  await expect.poll(async () => (await listed('ac=early_days')).length).toBe(0)
  expect((await rest()).length).toBe(others)
  expect(others).toBeGreaterThan(0)
  await page.getByRole('button', { name: w.of('suspension.lift') }).click()
  await decide(w.of('suspension.lift'))
  await expect.poll(async () => (await listed('ac=early_days')).length).toBe(5)
  expect(moderator.faults).toEqual([])
  await moderator.close()
})

test('OB-3 OB-4 an order says at its desk whether it is valid, and what happened to it', async () => {
  const { page } = admin
  await go('/orders')
  await firstRow().waitFor()
  await look('orders')
  await firstRow().click()
  await page.getByRole('heading', { name: 'ประวัติ' }).waitFor()
  await page.getByText('ทำคำสั่ง').first().waitFor()
  await look('order')
  await inEnglish(async () => {
    await page.getByRole('heading', { name: 'Who is paid' }).waitFor()
    await look('order')
  })
  await go('/orders?at=500') // of a list that was longer
  await page.getByText(w.of('table.pageGone')).waitFor()
  await page
    .getByRole('button', { name: w.of('table.first') })
    .first()
    .waitFor()
})

/** What Somchai signs for a price in baht, as POST /order takes it. */
async function signedDeal() {
  const { run } = system
  const person = await shop.person('seller')
  const contract = run.contracts.collections.find(({ key }) => key === goods.kept.collection)?.address ?? ''
  const about = { contract, type: 'erc721' as const, tokenId: String(goods.kept.id), amount: 1n }
  const wish = { ...about, priceSatang: 123_457n }
  const terms = await person.call(orderBookHttp.orderTerms, {})
  const components = await draftListing(run, person, terms, wish)
  const signature = await signWithKey(run, person)(components)
  const body = await putBody({ run, person, terms, wish, components, signature })
  return { ...body, order: { ...body.order, type: 'deal' } }
}

test('OB-7 what a seller has signed for one buyer is put at the desk of orders, kept with its reason, and the buyer is told', async () => {
  const { page } = admin
  const [seller, buyer] = [await shop.person('seller'), await shop.person('buyer')]
  const begin = { name: w.of('deal.new'), exact: true }
  const put = () => page.getByRole('main').getByRole('button', begin).last().click()
  await go('/orders')
  await put()
  await page.getByLabel(w.of('deal.seller')).fill(seller.customerId)
  await page.getByLabel(w.of('deal.buyer')).fill(buyer.customerId)
  await page.getByLabel(w.of('deal.signed')).fill('{')
  await put()
  await page.getByText(w.of('deal.notJson')).waitFor()
  await page.getByLabel(w.of('deal.signed')).fill(JSON.stringify(await signedDeal()))
  await look('deal')
  await put()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('฿1,234.57').waitFor()
  await dialog.getByLabel(w.of('decision.reason')).fill('ตกลงกันทางโทรศัพท์')
  await look('deal-confirm')
  await dialog.getByRole('button', begin).click()
  await dialog.getByText(w.of('decision.done')).waitFor()
  await dialog
    .getByRole('button', { name: w.of('common.close'), exact: true })
    .last()
    .click()
  await page.getByText(w.of('audit.ofRecord')).click()
  await page.getByText(auditActions['order.deal'].th).first().waitFor()
  await page.getByText('ตกลงกันทางโทรศัพท์').waitFor()
  await look('deal-open')
  const bell = async () => (await buyer.call(listNotifications, {})).list.map(({ kind }) => kind)
  await expect.poll(bell, { timeout: 30_000 }).toContain('deal_offered')
})

test.each([
  ['/collections', collectionAdminHttp.listAdminCollections.path, 'ยังไม่มีคอลเลกชัน'],
  ['/indexer', indexerAdminHttp.listSyncs.path, 'ไม่มีข้อมูลหรือรูปภาพที่ดึงไม่สำเร็จ'],
  ['/orders', orderAdminHttp.listAdminOrders.path, 'ยังไม่มีคำสั่งซื้อขาย'],
])(
  '%s says that there is nothing, and that it could not be read, with a way to try again',
  async (desk, path, nothing) => {
    const { page } = admin
    const empty = { list: [], size: 25, index: 0, total: 0, pages: 0 }
    await page.route(`**${path}*`, (route) => route.fulfill({ json: empty }))
    await go(desk)
    await page.getByText(nothing).waitFor()
    await look(`${desk.slice(1)}-empty`)
    await page.unrouteAll()
    await page.route(`**${path}*`, (route) => route.abort())
    await page.reload()
    await page.getByRole('alert').getByRole('button', { name: 'ลองอีกครั้ง' }).first().waitFor()
    await look(`${desk.slice(1)}-failed`)
    await page.unrouteAll()
  },
)
