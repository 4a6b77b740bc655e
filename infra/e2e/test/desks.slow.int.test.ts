import { en as enAdmin } from '@talad/admin-web/i18n/all'
import { askClerks } from '@talad/dev/seed/bank'
import { signIn } from '@talad/dev/seed/site'
import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { bankWithdrawalAdminHttp as bankHttp } from '@talad/proto/http/bank-withdrawal/admin'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { listOrders } from '@talad/proto/http/order-book/orders'
import { until } from '@talad/shared/testing/wait'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { refuse } from '../src/answers.ts'
import type { Visitor } from '../src/browser.ts'
import { approveSignIn } from '../src/browser-job.ts'
import { atDesk, look } from '../src/desk.ts'
import { onceHeard } from '../src/people.ts'
import { adminWords } from '../src/words.ts'
import { browser, shop, system } from './demonstration.ts'

const MINUTE_MS = 60_000

/** Something that waits in a queue; `row` is what its row says, `score` what brings it forward (MO-16). */
type Waiting = { id: string; row: string; since: string; score: number; claim: { until: string } | null }

type Queue = {
  path: string
  /** another admin who decides there */
  other: string
  read: () => Promise<Waiting[]>
  claim: (page: Page) => Promise<void>
  /** says no, and goes on to the next one */
  decide: (page: Page) => Promise<void>
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Bank accounts and withdrawals: who has all of one shown looks at it. */
const ofClerks = (refusal: string): Pick<Queue, 'other' | 'claim' | 'decide'> => ({
  other: 'demo-napha',
  claim: (page) => button(page, adminWords.of('reveal.button')).click(),
  async decide(page) {
    await button(page, refusal).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(adminWords.of('decision.reason')).fill('เอกสารไม่ครบ')
    await dialog.getByRole('button', { name: refusal, exact: true }).click()
    await dialog.getByRole('button', { name: adminWords.of('decision.next') }).click()
  },
})

async function queues(): Promise<Queue[]> {
  const { call } = await signIn(system.run, 'demo-prapha')
  const row = ({
    customer_id,
    ...about
  }: { customer_id: string; created: string; _id: string } & Pick<Waiting, 'claim'>) => ({
    id: about._id,
    row: customer_id,
    since: about.created,
    score: 0,
    claim: about.claim,
  })
  return [
    {
      ...ofClerks(adminWords.of('bank.reject')),
      path: '/bank-requests',
      read: async () => (await call(bankHttp.adminBankRequests, { query: { ps: 100 } })).list.map(row),
    },
    {
      ...ofClerks(adminWords.of('withdrawal.reject')),
      path: '/withdrawals',
      read: async () => (await call(bankHttp.adminWithdrawals, { query: { ps: 100 } })).list.map(row),
    },
    {
      path: '/flags',
      other: 'demo-thana',
      // nothing is older than 72 hours
      read: async () =>
        (await call(flaggingAdminHttp.listFlagCases, { query: { ps: 100 } })).list.map(
          ({ _id, asset, opened, score, claim }) => ({
            id: _id,
            row: asset.name,
            since: opened,
            score,
            claim,
          }),
        ),
      claim: (page) => page.keyboard.press('c'),
      async decide(page) {
        await page.locator('kbd', { hasText: 'I' }).first().waitFor() // its details are there
        await page.keyboard.press('i')
        await page.keyboard.press('Enter')
      },
    },
  ]
}

const openRow = (page: Page, index: number) =>
  page.locator('tbody tr').nth(index).getByRole('button').first().click()

async function workThrough(clerk: Visitor, { path, other, read, claim, decide }: Queue): Promise<void> {
  const { run } = system
  const { page } = clerk
  const opened = () => new URL(page.url()).searchParams.get('id')
  const known = await read()
  const [first, second] = known
  if (!first || !second) throw new Error(`too little waits in ${path}`)

  await page.goto(run.admin + path)
  await page.locator('tbody tr').first().waitFor()
  const rows = await page.locator('tbody tr').allInnerTexts()
  const inOrder = known.toSorted((a, b) => b.score - a.score || Date.parse(a.since) - Date.parse(b.since))
  expect(rows.map((text, at) => text.includes(inOrder[at]?.row ?? '?'))).toEqual(rows.map(() => true))

  await openRow(page, 0)
  await until('it is open', async () => opened() === first.id)
  await claim(page)
  const told = await until('the others are told', async () => (await read())[0]?.claim ?? undefined)
  const lasts = Date.parse(told.until) - Date.now()
  expect(lasts).toBeGreaterThan(9 * MINUTE_MS)
  expect(lasts).toBeLessThanOrEqual(10 * MINUTE_MS)
  const colleague = await atDesk(browser, run, other)
  await colleague.page.goto(run.admin + path)
  await colleague.page.locator('tbody tr').first().getByText(adminWords.of('claim.others')).waitFor()
  await openRow(colleague.page, 0)
  await colleague.page.getByText(adminWords.like('claim.text')).waitFor()
  expect(await look(colleague, `claimed${path.replaceAll('/', '-')}`)).toEqual([])
  expect(colleague.faults).toEqual([])
  await colleague.close()

  await decide(page)
  await until('the next one is open', async () => opened() === second.id)
  await until('the first one waits no more', async () => (await read())[0]?.id === second.id)
}

test('AW-5 in each of the three queues the oldest comes first, others see for ten minutes who looks at it, and the next one follows the decision', async () => {
  const { run } = system
  const becomes = { earned: 50_000, asked: 15_000 }
  await askClerks(run, { key: 'seller', number: '5556667779', bank: 'KASITHBK', becomes })
  const mali = await shop.person('buyer')
  const { list } = await mali.call(listAssets, { query: { ps: 2 } })
  for (const { _id } of list) {
    const body = { asset_id: _id, flag_classification: 'spam' as const }
    await onceHeard(['asset_not_found'], () => mali.call(flaggingHttp.requestFlagging, { body }))
  }
  const clerk = await atDesk(browser, run, 'demo-prapha')
  for (const queue of await queues()) await workThrough(clerk, queue)
  expect(clerk.faults).toEqual([])
  await clerk.close()
})

test('AW-7 before a range is suspended its assets and open orders are counted, of another range anew', async () => {
  const { run } = system
  const [fish] = run.contracts.collections.filter(({ key }) => key === 'betta')
  if (!fish) throw new Error('there are no fish')
  const { call } = await signIn(run, 'demo-thana')
  const stored = async () =>
    (await call(suspensionAdminHttp.listSuspensions, { query: { contract_address: fish.address } })).list
  const [assets, orders] = await Promise.all([
    call(listAssets, { query: { cl: fish.slug, ps: 100 } }),
    call(listOrders, { query: { ad: fish.address, ps: 100 } }),
  ])
  const within = (to: number) => (id: string) => Number(id) >= 1 && Number(id) <= to
  const counted = (to: number) => [
    assets.list.filter(({ token }) => within(to)(token.id)).length,
    orders.list.filter(({ basic }) => within(to)(basic.asset.token.id)).length,
  ]
  expect(counted(3)[1]).toBeGreaterThan(0)

  const moderator = await atDesk(browser, run, 'demo-thana')
  const { page } = moderator
  await page.goto(`${run.admin}/suspensions?id=new`)
  const fill = (field: 'contract' | 'from' | 'to', text: string) =>
    page.getByLabel(adminWords.of(`suspension.${field}`), { exact: true }).fill(text)
  const preview = page.getByRole('region', { name: adminWords.of('suspension.preview') })
  const suspend = preview.getByRole('button', { name: adminWords.of('suspension.suspend') })
  const figure = async (of: 'assets' | 'orders') => {
    const label = adminWords.of(`suspension.${of}`)
    const found = await preview.locator('dl > div', { hasText: label }).locator('dd').textContent()
    return Number.parseInt(found ?? '', 10)
  }
  await fill('contract', fish.address)
  await fill('from', '1')
  for (const to of [3, 5]) {
    await fill('to', String(to))
    // what was shown was of another range, and can't be suspended any more
    expect(await suspend.count()).toBe(0)
    await button(page, adminWords.of('suspension.preview')).click()
    await suspend.waitFor()
    expect([await figure('assets'), await figure('orders')]).toEqual(counted(to))
    expect(await stored()).toEqual([])
  }
  expect(await look(moderator, 'suspension-preview')).toEqual([])
  await suspend.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: adminWords.of('decision.reason') }).fill('สงสัยว่าถูกขโมย')
  await dialog.getByLabel(adminWords.like('decision.word')).fill(adminWords.of('word.suspend'))
  await dialog.getByRole('button', { name: adminWords.of('suspension.suspend') }).click()
  await dialog.getByText(adminWords.of('decision.done')).waitFor()
  expect(await stored()).toMatchObject([
    { status: 'suspended', nft_range: { token_from: '1', token_to: '5' } },
  ])
  expect(moderator.faults).toEqual([])
  await moderator.close()
})

test('AW-14 who has to sign in again for what takes something away presses once more and it goes on; who was away is told so, and may change the language there', async () => {
  const { run } = system
  const clerk = await atDesk(browser, run, 'demo-thana')
  const { page } = clerk
  const contract = run.contracts.collections.find(({ key }) => key === 'lantern')?.address ?? ''
  await page.goto(`${run.admin}/suspensions?id=new`)
  for (const [field, text] of Object.entries({ contract, from: '9', to: '9' }))
    await page.getByLabel(adminWords.like(`suspension.${field}` as 'suspension.to')).fill(text)
  await button(page, adminWords.of('suspension.preview')).click()
  await button(page, adminWords.of('suspension.suspend')).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: adminWords.of('decision.reason') }).fill('สงสัยว่าถูกขโมย')
  await dialog.getByLabel(adminWords.like('decision.word')).fill(adminWords.of('word.suspend'))
  const submit = dialog.getByRole('button', { name: adminWords.of('suspension.suspend') })
  expect(await submit.getAttribute('class')).toContain('text-chili')

  const letThrough = await refuse(page, suspensionAdminHttp.suspend, 401, 'reauth_required')
  await submit.click()
  const again = page.getByRole('dialog', { name: adminWords.of('stepUp.title') })
  const opened = page.waitForEvent('popup')
  await again.getByRole('button', { name: adminWords.of('signIn.join') }).click()
  await letThrough()
  const window = await opened
  const closed = window.waitForEvent('close')
  await approveSignIn(window, 'demo-thana')
  await closed
  await dialog.getByText(adminWords.of('decision.done')).waitFor()
  await dialog.waitFor({ state: 'detached' }) // by itself

  await page.goto(`${run.admin}/suspensions?st=suspended`)
  await page.locator('tbody tr').first().waitFor()
  await page.evaluate(`localStorage.setItem('talad.desk.seen', String(Date.now() - 31 * ${MINUTE_MS}))`)
  await page.getByText(adminWords.of('signIn.ended')).waitFor()
  await page.getByText('English', { exact: true }).click()
  await page.getByText(enAdmin['signIn.ended']).waitFor()
  await clerk.close()
})
