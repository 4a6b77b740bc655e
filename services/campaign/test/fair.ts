import { campaignAdminHttp } from '@talad/proto/http/campaign/campaigns-admin'
import { virtualCollectionAdminHttp, virtualItemAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import { expect } from 'vitest'
import { z } from 'zod'
import { accounts, start } from './harness.ts'

export const ADMIN = '/platform-admin/api/v1/vnft'
export const CAMPAIGN = '/platform-admin/api/v1/campaign'
const OPEN = '/api/v1/vnft'
export const payload = {
  version: '3.0',
  name: 'Temple fair',
  description: '%%item_name%% of %%collection_name%% by %%project_name%%, %%nobody%%',
  assets: { image: 'ipfs://lantern/{id}' },
  attributes: { power: { value: 1 } },
  'coupon-code': { code: 'SECRET2026' },
}

export const { owner, other: editor, stranger } = accounts
export const viewer = 'a00000000000000000000004'
let made = 0
export const next = () => `fair_${made++}`

/** A project with an editor and a viewer, and what they do in it. */
export async function begin(more: Readonly<Record<string, string>> = {}) {
  const running = await start(more)
  const { project } = z
    .object({ project: z.object({ _id: z.string() }) })
    .parse((await running.create('fair', { name: 'Lamp & Light' })).body)
  const project_id = project._id
  await running.give(owner, project_id, editor, 'editor')
  await running.give(owner, project_id, viewer, 'viewer')

  const ask = (method: string, path: string, body?: unknown, as = editor, key?: string) =>
    running.call(method, path, { as, ...(body !== undefined && { body }), ...(key !== undefined && { key }) })
  async function makeCollection(more: object = {}) {
    const collection = { project_id, slug: next(), name: 'Temple fair', payload, ...more }
    const { status, body } = await ask('POST', `${ADMIN}/collection`, { collection })
    expect([status, body]).toEqual([201, expect.anything()])
    return virtualCollectionAdminHttp.createVirtualCollection.response.parse(body)
  }
  async function makeItem(collection_id: string, more: object = {}) {
    const item = { collection_id, slug: next(), name: 'Lantern', ...more }
    const { status, body } = await ask('POST', `${ADMIN}/item`, { item })
    expect([status, body]).toEqual([201, expect.anything()])
    return virtualItemAdminHttp.createVirtualItem.response.parse(body).item
  }
  const patch = (kind: 'collection' | 'item', fields: object, partial = 1) =>
    ask('PATCH', `${ADMIN}/${kind}?partial=${partial}`, { [kind]: fields })
  /** A campaign that is live, by its id. */
  async function publishCampaign(more: object, model: object): Promise<string> {
    const campaign = { project_id, slug: next(), name: 'Three stamps', ...more }
    const made = await ask('POST', CAMPAIGN, { campaign })
    expect(made).toMatchObject({ status: 201 })
    const { _id: campaign_id } = campaignAdminHttp.createCampaign.response.parse(made.body).campaign
    const saved = await ask('PATCH', `${CAMPAIGN}/model`, { campaign_id, version: 0, model })
    expect(saved).toMatchObject({ status: 200 })
    expect(await ask('POST', `${CAMPAIGN}/publish`, { campaign_id, version: 1 })).toMatchObject({
      status: 200,
    })
    return campaign_id
  }
  const read = (path: string) => running.call('GET', `${OPEN}/${path}`)
  return { ...running, project_id, ask, makeCollection, makeItem, patch, publishCampaign, read }
}
