import { signIn } from '@talad/dev/seed/site'
import { apiKeyAdminHttp } from '@talad/proto/http/campaign/api-keys-admin'
import type { mint } from '@talad/proto/http/campaign/mint-shapes'
import { mintAdminHttp } from '@talad/proto/http/campaign/mints-admin'
import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { virtualCollectionAdminHttp, virtualItemAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import { until } from '@talad/shared/testing/wait'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { visitor } from '../src/browser.ts'
import { atDesk, DRESSES, dressed, look, signInAtDesk } from '../src/desk.ts'
import { giveWallet } from '../src/injected-wallet.ts'
import { adminWords as w } from '../src/words.ts'
import { browser, system } from './demonstration.ts'

/** A key of somebody who never used Join. It must never hold anything of value. */
const MINTERS_KEY = `0x${'6d'.repeat(32)}`

async function fill() {
  const { call } = await signIn(system.run, 'demo-prapha')
  const { project } = await call(projectAdminHttp.createProject, {
    body: {
      project: {
        slug: 'mountain_fair',
        name: 'งานวัดภูเขาทอง',
        description: 'ห่มผ้าแดง จุดโคม',
        theme: { primaryColor: '#7fb8a8', primaryContent: '#ffffff' },
      },
    },
  })
  const payload = {
    version: '3.0',
    name: 'โคมแขวน',
    description: 'ดวงที่ %%token_id%% ของ %%nobody%%',
    assets: { image: 'ipfs://bafy/{id}.webp' },
    attributes: { color: { value: 'แดง' }, power: { value: 12, display: 'boost_number' } },
  }
  const terms = { project_id: project._id, slug: 'lanterns', name: 'โคมแขวนงานวัด', mint_limit: 100, payload }
  const { collection } = await call(virtualCollectionAdminHttp.createVirtualCollection, {
    body: { collection: terms },
  })
  const { item } = await call(virtualItemAdminHttp.createVirtualItem, {
    body: { item: { collection_id: collection._id, slug: 'gold', name: 'โคมทอง' } },
  })
  const key = { projectId: project._id, name: 'ร้านหน้าวัด', permissions: ['vnft.read' as const] }
  const { apiKey } = await call(apiKeyAdminHttp.createApiKey, { body: key })
  return { call, project, collection, item, apiKey }
}

let made: Awaited<ReturnType<typeof fill>>
beforeAll(async () => {
  made = await fill()
}, 400_000)

const of = (path: string) => `${system.run.admin}/projects/${made.project._id}${path}`

test('AW-2 CA-1 CA-4 somebody with a wallet and nothing but a role in a project gets in, sees the project and nothing else, until that is taken', async () => {
  const minter = await visitor(browser)
  const { page } = minter
  await giveWallet(page.context(), system.run, MINTERS_KEY)
  await page.goto(system.run.admin)
  await page.getByRole('button', { name: w.like('signIn.wallet') }).click()
  await page.getByText(w.of('nothing.project')).waitFor()
  expect(await look(minter, 'project-nothing')).toEqual([])
  const account = (await page.locator('main .font-mono').textContent()) ?? ''
  await made.call(projectAdminHttp.grantProjectRole, {
    body: { permission: { project_id: made.project._id, account_id: account, role: 'minter' } },
  })
  await page.goto(system.run.admin)
  await page.getByRole('heading', { level: 1, name: w.of('projects.title') }).waitFor()
  await page.getByRole('button', { name: made.project.name }).click()
  await page.getByRole('link', { name: w.of('mints.title') }).waitFor()
  expect(await page.getByRole('link', { name: w.of('keys.title') }).count()).toBe(0)
  await page.goto(of(`/items/${made.item._id}`))
  await page.getByRole('heading', { level: 2, name: made.item.name }).waitFor()
  expect(await page.getByRole('button', { name: w.of('editing.save') }).count()).toBe(0)
  expect(minter.faults).toEqual([])

  const { permissions } = await made.call(projectAdminHttp.listProjectPermissions, {
    query: { project_id: made.project._id },
  })
  const theirs = permissions.list.find(({ principal_id }) => principal_id === account)
  const admin = await atDesk(browser, system.run, 'demo-prapha')
  await admin.page.goto(of(`/members?id=${theirs?._id}`))
  await admin.page.getByRole('button', { name: w.of('member.revoke') }).click()
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByText(w.of('role.minterMay')).waitFor()
  await dialog.getByText(w.of('member.takesKeys')).waitFor()
  expect(await look(admin, 'member-revoke')).toEqual([])
  await dialog.getByRole('button', { name: w.of('member.revoke') }).click()
  await dialog.getByText(w.of('decision.done')).waitFor()
  await admin.close()
  await until('the role is gone', async () => {
    await page.goto(system.run.admin)
    const nothing = page.getByText(w.of('nothing.project')).waitFor({ timeout: 5_000 })
    return nothing.then(
      () => true,
      () => false,
    )
  })
  await minter.close()
})

test('CA-8 a pair of colours that cannot be read is told with the nearest that can, and taking it is saved', async () => {
  const admin = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = admin
  await page.goto(of('/overview'))
  await page.getByText(w.like('theme.unreadable')).waitFor()
  await page.getByRole('button', { name: w.of('theme.take') }).click()
  await page.getByText(w.of('theme.readable')).waitFor()
  await page.getByRole('button', { name: w.of('editing.save') }).click()
  await page.getByText(w.of('editing.isSaved')).last().waitFor()
  const { project } = await made.call(projectAdminHttp.getProject, { query: { _id: made.project._id } })
  expect(project.theme.primaryContent).toMatch(/^#[0-9a-f]{6}$/)
  expect(project.theme.primaryContent).not.toBe('#ffffff')
  expect(admin.faults).toEqual([])
  await admin.close()
})

test('CA-15 CA-59 of two who write an item nothing typed is lost, and what is wrong is said beside its field', async () => {
  const admin = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = admin
  await page.goto(of(`/items/${made.item._id}`))
  await page.getByText(w.of('payload.inherited')).first().waitFor()
  const say = page.getByRole('button', { name: `${w.of('payload.override')}: ${w.of('payload.name')}` })
  await say.click()
  const name = page.getByLabel(w.of('payload.nameText'))
  await name.fill('<b>โคม</b>')
  await page.getByRole('button', { name: w.of('editing.save') }).click()
  await page.getByText(w.of('fault.html')).waitFor()
  await name.fill('โคมของฉัน')
  const about = { _id: made.item._id, payload: { version: '3.0', name: 'โคมของคนอื่น' } }
  await made.call(virtualItemAdminHttp.changeVirtualItem, { query: {}, body: { item: about } })
  await page.getByRole('button', { name: w.of('editing.save') }).click()
  await page.getByText(w.of('decision.conflict')).waitFor()
  expect(await name.inputValue()).toBe('โคมของฉัน')
  expect(await look(admin, 'item-conflict')).toEqual([])
  await page.getByRole('tab', { name: w.of('payload.changes') }).click()
  await page.getByText('โคมของคนอื่น').waitFor()
  await page.getByRole('button', { name: w.of('editing.keepMine') }).click()
  await page.getByRole('button', { name: w.of('editing.save') }).click()
  await page.getByText(w.of('payload.noChanges')).waitFor()
  const { item } = await made.call(virtualItemAdminHttp.getVirtualItem, { query: { _id: made.item._id } })
  expect(item.payload).toEqual({ version: '3.0', name: 'โคมของฉัน' })
  await admin.close()
})

test('AW-9 the secret of a key is shown once, and nowhere afterwards', async () => {
  const admin = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = admin
  await page.goto(of('/api-keys?id=new'))
  await page.getByLabel(w.of('key.name'), { exact: true }).fill('ทดลอง')
  await page.getByRole('checkbox', { name: 'vnft.mint' }).check()
  await page.getByRole('button', { name: w.of('key.make'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const secret = (await dialog.locator('code').first().textContent()) ?? ''
  expect(secret).toMatch(/^tk_live_/)
  expect(await look(admin, 'key-secret')).toEqual([])
  await dialog.getByRole('checkbox').check()
  await dialog
    .getByRole('button', { name: w.of('common.close'), exact: true })
    .last()
    .click()
  await page.getByRole('heading', { level: 2, name: 'ทดลอง' }).waitFor()
  expect(await page.content()).not.toContain(secret)
  await page.reload()
  await page.getByRole('heading', { level: 2, name: 'ทดลอง' }).waitFor()
  expect(await page.content()).not.toContain(secret)
  expect(admin.faults).toEqual([])
  await admin.close()
})

/** A mint in a state, as the queue has it. */
const mintIn = (tx_status: z.output<typeof mint>['tx_status'], n: number): z.output<typeof mint> => ({
  _id: String(n).padStart(24, '0'),
  automint_id: `booth-${n}`,
  project_id: made.project._id,
  collection_id: made.collection._id,
  item_id: made.item._id,
  item_token_id: n,
  holding_id: null,
  contract_id: '6'.repeat(24),
  blockchain: system.run.blockchain,
  contract_class: 'erc721',
  contract_address: null,
  token_id: String(n),
  data: `0x${'d0'.repeat(32)}`,
  image_cid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  receiver_address: `0x${'ef'.repeat(20)}`,
  minting_zone: `0x${'a1'.repeat(20)}`,
  tx_status,
  tx_hash: null,
  retry_count: n,
  retry_reason: null,
  failed_reason: tx_status === 'failed' ? 'execution reverted: the receiver refuses it' : null,
  age_seconds: tx_status === 'pending' ? 5_400 : null,
  created: new Date().toISOString(),
  updated: new Date().toISOString(),
})

test('CA-46 CA-53 the mint queue says which lane stands still and why, and what can be done about each mint', async () => {
  const admin = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = admin
  const mints = [mintIn('pending', 1), mintIn('failed', 2)]
  const lane = { minting_zone: `0x${'a1'.repeat(20)}`, depth: 7, own_depth: 1, oldest_age_seconds: 5_400 }
  const why = 'the signer has no coins left'
  const paused = { ...lane, paused: true, why, paused_at: new Date().toISOString() }
  const answers = {
    [mintAdminHttp.listMintLanes.path]: { lanes: [paused] },
    [mintAdminHttp.listMints.path]: { mints: { list: mints, size: 25, index: 0, total: 2, pages: 1 } },
  }
  for (const [path, json] of Object.entries(answers))
    await page.route(`**${path}?*`, (route) => route.fulfill({ json }))
  await page.route(`**${mintAdminHttp.getMint.path}?*`, (route) => {
    const id = new URL(route.request().url()).searchParams.get('_id')
    return route.fulfill({ json: { nft: mints.find(({ _id }) => _id === id) } })
  })
  for (const [language, theme] of DRESSES) {
    await page.goto(of('/mints'))
    await dressed(page, language, theme)
    await page.getByText(why).waitFor()
    expect(await look(admin, `mints-${language}-${theme}`)).toEqual([])
  }
  await dressed(page, 'th', 'light')
  await page.getByRole('button', { name: 'booth-1' }).click()
  await page.getByRole('button', { name: w.of('mint.cancel') }).waitFor()
  expect(await page.getByRole('button', { name: w.of('mint.retry') }).count()).toBe(0)
  await page.goto(of(`/mints?id=${mints[1]?._id}`))
  await page.getByRole('button', { name: w.of('mint.retry') }).waitFor()
  expect(await look(admin, 'mint-failed')).toEqual([])
  expect(admin.faults).toEqual([])
  await admin.close()
})

test('WB-17 each page of a project can be read in both languages and themes, on a phone and a desk, without a barrier', async () => {
  const admin = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = admin
  const { collection, item, apiKey } = made
  const pages = {
    projects: `${system.run.admin}/projects`,
    'project-new': `${system.run.admin}/projects?id=new`,
    project: of('/overview'),
    collections: of('/collections'),
    'collection-new': of('/collections/new'),
    items: of('/items'),
    collection: of(`/collections/${collection._id}?tab=edit`),
    item: of(`/items/${item._id}`),
    keys: of(`/api-keys?id=${apiKey.apiKeyId}`),
    members: of('/members?id=new'),
  }
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path)
    for (const [language, theme] of DRESSES) {
      await dressed(page, language, theme)
      expect(await look(admin, `${name}-${language}-${theme}`)).toEqual([])
    }
  }
  expect(admin.faults).toEqual([])
  await admin.close()
})

test.each([
  ['/collections', virtualCollectionAdminHttp.listVirtualCollections.path, 'virtual.noCollections'],
  ['/api-keys', apiKeyAdminHttp.listApiKeys.path, 'keys.none'],
] as const)(
  '%s says that there is nothing, and that it could not be read, with a way to try again',
  async (path, call, nothing) => {
    const admin = await visitor(browser)
    const { page } = admin
    await signInAtDesk(system.run, admin, 'demo-prapha')
    const empty = { list: [], size: 25, index: 0, total: 0, pages: 0 }
    await page.route(`**${call}?*`, (route) =>
      route.fulfill({ json: { collections: empty, apiKeys: empty } }),
    )
    await page.goto(of(path))
    await page.getByText(w.of(nothing)).waitFor()
    expect(await look(admin, `${path.slice(1)}-empty`)).toEqual([])
    await page.unrouteAll()
    await page.route(`**${call}?*`, (route) => route.abort())
    await page.reload()
    await page
      .getByRole('alert')
      .getByRole('button', { name: w.of('common.retry') })
      .first()
      .waitFor()
    expect(await look(admin, `${path.slice(1)}-failed`)).toEqual([])
    await admin.close()
  },
)
