import { signIn } from '@talad/dev/seed/site'
import { campaignAdminHttp } from '@talad/proto/http/campaign/campaigns-admin'
import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { virtualCollectionAdminHttp, virtualItemAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import { expect, test } from 'vitest'
import { atDesk, DRESSES, dressed, look } from '../src/desk.ts'
import { adminWords as w, wordsIn } from '../src/words.ts'
import { browser, system } from './demonstration.ts'

const english = wordsIn('en')

async function fill() {
  const { call } = await signIn(system.run, 'demo-prapha')
  const { project } = await call(projectAdminHttp.createProject, {
    body: { project: { slug: 'stamp_fair', name: 'ล่าตราประทับ' } },
  })
  const payload = {
    version: '3.0',
    name: 'ตราประทับ',
    assets: { image: 'ipfs://bafy/stamp.webp' },
    attributes: { color: { value: 'แดง' } },
  }
  const { collection } = await call(virtualCollectionAdminHttp.createVirtualCollection, {
    body: { collection: { project_id: project._id, slug: 'stamps', name: 'ตราประทับ', payload } },
  })
  const { item } = await call(virtualItemAdminHttp.createVirtualItem, {
    body: { item: { collection_id: collection._id, slug: 'red', name: 'ตราแดง' } },
  })
  return { call, project, collection, item }
}

test('AW-8 CA-16 a campaign is made, told beside the field what is wrong, undone by keys, saved, tried out, published with what changes, tried out again, paused, let go on and ended', async () => {
  const { call, project, collection, item } = await fill()
  const admin = await atDesk(browser, system.run, 'demo-prapha')
  const { page } = admin
  const button = (key: Parameters<typeof w.of>[0]) =>
    page.getByRole('button', { name: w.of(key), exact: true })
  await page.goto(`${system.run.admin}/projects/${project._id}/campaigns/new`)
  await page.getByLabel(w.of('virtual.name'), { exact: true }).fill('สามตราได้โคม')
  await page.getByLabel(w.of('project.slug')).fill('three_stamps')
  expect(await look(admin, 'campaign-new')).toEqual([])
  await button('campaign.make').click()
  await button('model.addSlot').click()
  await button('model.addReward').click()
  const reward = page.getByRole('listitem', { name: w.like('model.reward') })
  const [within, which] = [w.of('virtual.collection'), w.of('mint.item')]
  await reward.getByLabel(within).selectOption(collection._id)
  await reward.getByLabel(which).selectOption(item._id)
  await button('editing.save').click()
  await page.getByText(w.of('model.faultWhich')).waitFor()
  const slot = page.getByRole('listitem', { name: w.like('model.slot') })
  await slot.getByLabel(within).selectOption(collection._id)
  await slot.getByRole('button', { name: w.of('condition.begin') }).click()
  await slot.getByLabel(w.of('condition.trait')).fill('color')
  await slot.getByLabel(w.of('condition.value'), { exact: true }).fill('แดง')
  await slot.getByLabel(w.of('model.ranges')).pressSequentially('1-10')
  await page.keyboard.press('Control+z')
  expect(await slot.getByLabel(w.of('model.ranges')).inputValue()).toBe('')
  expect(await look(admin, 'campaign-model')).toEqual([])
  await button('editing.save').click()
  await page.getByText(w.of('editing.isSaved')).last().waitFor()
  await button('preview.show').click()
  const shown = page.frameLocator('iframe')
  await shown.getByText(item.name).waitFor()
  await page
    .getByRole('group', { name: w.of('preview.language') })
    .getByText('English')
    .click()
  await shown.getByText(english.of('campaign.asked')).waitFor()
  expect(await look(admin, 'campaign-preview')).toEqual([])
  await button('preview.hide').click()
  const { permissions } = await call(projectAdminHttp.listProjectPermissions, {
    query: { project_id: project._id },
  })
  const tryOut = async () => {
    await page.goto(`${page.url().split('?')[0]}?tab=try`)
    await page.getByLabel(w.of('member.account')).fill(permissions.list[0]?.principal_id ?? '')
    await button('try.run').click()
    await page.getByText(w.like('slot.have')).waitFor()
  }
  const written = page.url()
  await tryOut()
  await page.goto(written)
  await button('model.publish').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('slot_1.0.tag').waitFor()
  await dialog.getByRole('button', { name: w.of('model.publish') }).click()
  await dialog.getByText(w.of('decision.done')).waitFor()
  const { campaigns } = await call(campaignAdminHttp.listCampaigns, { query: { project_id: project._id } })
  const [made] = campaigns.list
  expect(made?.artifacts).toMatchObject({
    tags: ['slot_1'],
    requirements: [
      {
        vcollectionId: collection._id,
        traitCondition: { all: [{ trait: 'color', op: 'eq', value: 'แดง' }] },
      },
    ],
    rewards: [{ tag: 'reward_1', nftItemId: item._id }],
  })
  const at = `${system.run.admin}/projects/${project._id}/campaigns/${made?._id}`
  await page.goto(at)
  await tryOut()
  await button('reach.count').click()
  await page.getByText(w.of('reach.union')).waitFor()
  expect(await look(admin, 'campaign-try')).toEqual([])
  const pages = { campaign: at, 'campaign-edit': `${at}?tab=edit`, triggers: `${at}/../../triggers?dry=1` }
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(new URL(path).href)
    for (const [language, theme] of DRESSES) {
      await dressed(page, language, theme)
      expect(await look(admin, `${name}-${language}-${theme}`)).toEqual([])
    }
  }
  await page.goto(`${at}?tab=edit`)
  await dressed(page, 'th', 'light')
  const press = async (key: Parameters<typeof w.of>[0]) => {
    await button(key).click()
    return dialog.getByRole('button', { name: w.of(key), exact: true })
  }
  const close = async () => {
    await dialog.getByText(w.of('decision.done')).waitFor()
    await dialog
      .getByRole('button', { name: w.of('common.close'), exact: true })
      .last()
      .click()
  }
  const pause = await press('campaign.pause')
  // it is paused, and nobody hears of it: who presses again asks for the same, not for the opposite
  await page.route(
    '**/campaign',
    async (route) => {
      const { host } = new URL(route.request().url())
      const url = route.request().url().replace('admin.localhost', '127.0.0.1') // which only browsers know
      await route.fetch({ url, headers: { ...route.request().headers(), host } })
      await route.fulfill({ status: 503, json: {} })
    },
    { times: 1 },
  )
  await pause.click()
  await dialog.getByRole('alert').waitFor()
  await page.locator('#main header').getByText(w.of('campaign.isPaused'), { exact: true }).waitFor()
  await pause.click()
  await close()
  const goOn = await press('campaign.goOn')
  await call(campaignAdminHttp.changeCampaign, {
    body: { campaign: { _id: made?._id ?? '', slug: 'stamps3' } },
  })
  await goOn.click()
  await dialog.getByText(w.of('decision.conflict')).waitFor()
  await dialog.getByRole('button', { name: w.of('decision.leave') }).click()
  await (await press('campaign.goOn')).click()
  await close()
  const end = await press('campaign.end')
  await dialog.getByLabel(w.like('decision.word')).fill(w.of('word.end'))
  await end.click()
  await close()
  await page.locator('#main header').getByText(w.of('campaign.isEnded'), { exact: true }).waitFor()
  expect(await button('campaign.pause').isVisible()).toBe(false)
  expect(await button('campaign.end').isVisible()).toBe(false)
  const { campaign } = await call(campaignAdminHttp.getCampaign, { query: { _id: made?._id ?? '' } })
  expect(campaign).toMatchObject({ paused: false, ended: true, slug: 'stamps3' })
  // what was refused on purpose
  expect(admin.faults).toEqual(
    [400, 503, 409].map((status) => expect.stringContaining(`status of ${status}`)),
  )
  await admin.close()
}, 300_000)
