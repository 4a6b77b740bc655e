import { signIn } from '@talad/dev/seed/site'
import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { atDesk, look, openCase, openQueue, rowOf } from '../src/desk.ts'
import { adminWords, wordsIn } from '../src/words.ts'
import { browser, shop, system } from './demonstration.ts'

const _words = wordsIn('th')

/** Cases by reports of one person, who may make 20 a day (MO-17). @returns the names of what was reported */
async function report(who: 'buyer' | 'seller', from: number, count: number): Promise<string[]> {
  const person = await shop.person(who)
  const { list } = await person.call(listAssets, { query: { ps: 100 } })
  const chosen = list.slice(from, from + count)
  for (const { _id } of chosen) {
    const body = { asset_id: _id, flag_classification: 'spam' as const }
    await until('it is reported', () =>
      person.call(flaggingHttp.requestFlagging, { body }).catch(() => undefined),
    )
  }
  return chosen.map(({ metadata }) => metadata.name)
}

const waiting = async () => {
  const { call } = await signIn(system.run, 'demo-thana')
  return async (st: 'flagged' | 'resolved') =>
    (await call(flaggingAdminHttp.listFlagCases, { query: { st, ps: 100, count: '1' } })).total ?? 0
}

test('MO-19 twenty cases are decided by keys alone, three of them at once, and the last is taken back', async () => {
  const { run } = system
  await report('buyer', 0, 20)
  const count = await waiting()
  const [open, decided] = [await count('flagged'), await count('resolved')]
  expect(open).toBeGreaterThanOrEqual(20)
  const moderator = await atDesk(browser, run, 'demo-thana')
  const { page } = moderator
  const opened = () => new URL(page.url()).searchParams.get('id')
  const press = async (key: string, why: string, is: () => Promise<boolean> | boolean) => {
    await page.keyboard.press(key)
    await until(why, async () => await is())
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type(adminWords.of('flag.title'))
  await page.getByRole('option', { name: adminWords.of('flag.title'), exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('tbody tr').first().waitFor()

  await press('j', 'the first is open', () => opened() !== null)
  for (let n = 0; n < 3; n += 1) {
    await page.keyboard.press('x')
    if (n < 2) await page.keyboard.press('j')
  }
  await page.keyboard.press('s')
  await page.getByText(adminWords.like('flag.effectMany')).waitFor()
  expect(await look(moderator, 'flag-bulk')).toEqual([])
  await page.keyboard.press('3')
  await page.getByText(/^✓ /).nth(2).waitFor()
  expect(await count('resolved')).toBe(decided + 3)
  for (let n = 3; n < 20; n += 1) {
    const before = opened()
    const isIgnored = n % 4 > 0
    await page.locator('kbd', { hasText: 'I' }).first().waitFor() // its details are there
    await page.keyboard.press(isIgnored ? 'i' : 's')
    const key = isIgnored ? 'Enter' : '1'
    await press(key, `case ${n + 1} is decided`, () => opened() !== before || n === open - 1)
    await until('the next can be decided', async () => {
      return (await page.locator('[aria-busy=true]').count()) === 0
    })
  }
  await until('all are decided', async () => (await count('resolved')) === decided + 20)
  await page.keyboard.press('u')
  await until('one is open again', async () => (await count('resolved')) === decided + 19)
  expect(moderator.faults).toEqual([])
  await moderator.close()
})

test('AW-4 AW-5 of two moderators at one case one decides, and the other sees who looks at it, who was faster, and nothing is overwritten', async () => {
  const { run } = system
  const [name = ''] = await report('seller', 40, 1)
  const [first, second] = [
    await atDesk(browser, run, 'demo-thana'),
    await atDesk(browser, run, 'demo-prapha'),
  ]
  await openCase(first.page, run, name)
  await first.page.keyboard.press('c')
  await rowOf(first.page, name).getByText(adminWords.of('claim.mine')).waitFor()
  await openQueue(second.page, run)
  await rowOf(second.page, name).getByText(adminWords.of('claim.others')).waitFor()
  await openCase(second.page, run, name)

  await first.page.keyboard.press('i')
  await first.page.keyboard.press('Enter')
  await first.page.getByText(adminWords.like('flag.decided')).waitFor()
  await second.page.keyboard.press('s')
  await second.page.keyboard.press('1')
  const alert = second.page.getByRole('alert')
  await alert.getByText('join-demo-thana').waitFor()
  expect(await look(second, 'flag-conflict')).toEqual([])
  await second.page.getByRole('heading', { level: 2, name }).waitFor()
  await second.page.getByRole('button', { name: adminWords.of('flag.undo'), exact: true }).waitFor()
  const asset = (await (await shop.person('seller')).call(listAssets, { query: { ps: 100 } })).list[40]
  expect(asset?.dynamic.suspended).toBe(false)
  for (const { faults, close } of [first, second]) {
    // the browser itself notes the answer 409
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
    await close()
  }
})
