import { campaignAdminHttp as http } from '@talad/proto/http/campaign/campaigns-admin'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { CAMPAIGN as ADMIN, begin, editor, next, owner, stranger, viewer } from './fair.ts'

const OPEN = '/api/v1/campaign'

async function open() {
  const running = await begin()
  const { ask, call, makeCollection, makeItem, project_id } = running
  const { collection } = await makeCollection()
  const item = await makeItem(collection._id)
  async function make(more: object = {}) {
    const campaign = { project_id, slug: next(), name: 'Three stamps', ...more }
    const { status, body } = await ask('POST', ADMIN, { campaign })
    expect([status, body]).toEqual([201, expect.anything()])
    return http.createCampaign.response.parse(body).campaign
  }
  const patch = (fields: object, partial = 1) =>
    ask('PATCH', `${ADMIN}?partial=${partial}`, { campaign: fields })
  const save = (campaign_id: string, version: number, model: object) =>
    ask('PATCH', `${ADMIN}/model`, { campaign_id, version, model })
  const publish = (campaign_id: string, version: number) =>
    ask('POST', `${ADMIN}/publish`, { campaign_id, version })
  const model = {
    requirements: [{ tag: 'ticket', type: 'vnft', vcollectionId: collection._id }],
    rewards: [{ type: 'vnft', tag: 'stamp', nftItemId: item._id }],
    drawing: { x: 1 },
  }
  const live = (more: object = {}) => running.publishCampaign(more, model)
  const linksOf = async (id: string) => {
    const { body } = await running.get(editor, `/campaign?_id=${id}`)
    return http.getCampaign.response.parse(body).campaign.linked_campaigns
  }
  const read = (query: string, as?: string) => call('GET', `${OPEN}?${query}`, as === undefined ? {} : { as })
  return { ...running, collection, item, live, linksOf, make, model, patch, publish, read, save }
}

test('CA-10 CA-16 CA-19 a campaign is made, drawn, made live and read by everybody', async () => {
  const { call, get, item, make, model, project_id, publish, read, save } = await open()
  const made = await make({ limit_global: 100, limit_per_user: 1, metadata: { season: 'cool' } })
  expect(made).toMatchObject({
    limit_global: 100,
    limit_per_user_cooldown: null,
    token_reuse: 'never',
    public: true,
    model_version: 0,
    artifacts: { tags: [], requirements: [], rewards: [] },
  })
  const { _id } = made
  expect(await read(`id_or_slug=${_id}`)).toMatchObject({ status: 404, body: { code: 'campaign_not_found' } })
  expect(await read(`id_or_slug=${_id}`, viewer)).toMatchObject({ status: 200 })

  const saved = http.saveCampaignModel.response.parse((await save(_id, 0, model)).body)
  const slot = saved.difference.slots[0]
  expect(saved).toMatchObject({
    model: { version: 1, model: { drawing: { x: 1 }, requirements: [{ slotId: slot?.slotId }] } },
    difference: {
      slots: [{ live: [], draft: [{ tag: 'ticket' }] }],
      rewards: [{ tag: 'stamp', live: null }],
    },
  })
  expect((await get(editor, `/campaign/model?campaign_id=${_id}`)).body).toEqual(saved)
  expect(await save(_id, 0, model)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect(await publish(_id, 1)).toMatchObject({
    body: {
      campaign: {
        published_model: 1,
        artifacts_version: 1,
        artifacts: { tags: ['ticket'], rewards: [{ nftItemId: item._id }] },
      },
    },
  })
  const { body } = await get(editor, `/campaign/model?campaign_id=${_id}`)
  expect(body).toMatchObject({ difference: { slots: [], rewards: [] } })

  for (const named of [`id_or_slug=${_id}`, `id_or_slug=${made.slug}&project=fair`])
    expect(await read(named)).toMatchObject({ status: 200, body: { campaign: { _id }, extra: null } })
  expect(await read(`id_or_slug=${_id}&project=${'f'.repeat(24)}`)).toMatchObject({ status: 404 })
  expect((await read(`id_or_slug=${_id}&extra=1`)).body).toMatchObject({
    extra: { linked_campaigns: [], reward_items: [{ _id: item._id }] },
  })
  expect((await call('GET', `${OPEN}/list?project_id=${project_id}&count=1`)).body).toMatchObject({
    list: [{ _id }],
    total: 1,
  })
})

test('CA-10 what is internal, archived, never live or not public is in no public list, and what is not public only its people read', async () => {
  const { call, get, live, make, patch, project_id, read } = await open()
  const shown = await live()
  const hidden = await live({ public: false })
  const internal = await live({ internal: true })
  const archived = await live()
  await make()
  expect(await patch({ _id: archived, archived: true })).toMatchObject({ status: 200 })
  const { body } = await call('GET', `${OPEN}/list?project_id=${project_id}&count=1`)
  expect(body).toMatchObject({ list: [{ _id: shown }], total: 1 })
  expect((await get(viewer, `/campaign/count?project_id=${project_id}`)).body).toEqual({ count: 5 })
  expect((await get(viewer, `/campaign/list?project_id=${project_id}&size=2&count=1`)).body).toMatchObject({
    campaigns: { list: [{}, { _id: archived }], total: 5, pages: 3 },
  })
  expect(await read(`id_or_slug=${internal}`)).toMatchObject({ status: 200 })
  for (const as of [undefined, stranger])
    expect(await read(`id_or_slug=${hidden}`, as)).toMatchObject({ status: 404 })
  expect(await read(`id_or_slug=${hidden}`, viewer)).toMatchObject({ status: 200 })
})

test('CA-11 CA-15 limits of nothing are refused, and a whole change unsays what it leaves out', async () => {
  const { make, patch } = await open()
  const { _id, slug, updated } = await make({ limit_global: 5, description: 'By hand' })
  for (const limit of ['limit_global', 'limit_per_user', 'limit_per_user_cooldown'])
    for (const value of [0, -1, 1.5])
      expect(await patch({ _id, [limit]: value })).toMatchObject({
        status: 400,
        body: { code: 'validation' },
      })
  expect(await patch({ _id, updated, name: 'Four stamps' })).toMatchObject({
    body: { campaign: { name: 'Four stamps', limit_global: 5, left: 5, description: 'By hand' } },
  })
  expect(await patch({ _id, updated, name: 'Two stamps' })).toMatchObject({ status: 409 })
  expect(await patch({ _id, slug, name: 'Stamps' }, 0)).toMatchObject({
    body: { campaign: { name: 'Stamps', limit_global: null, left: null, description: '' } },
  })
  expect(await patch({ _id, token_reuse: 'window' })).toMatchObject({
    status: 400,
    body: { code: 'campaign_invalid', field: 'token_reuse' },
  })
})

test('CA-39 the codes of another project are not asked for, and a campaign from before that does gives nothing for them', async () => {
  const { ask, call, item, model, open: openProject, owner: db, patch, publishCampaign } = await open()
  const coupon = { nft_item_id: item._id }
  const id = await publishCampaign({ metadata: { coupon } }, { ...model, requirements: [] })
  const project_id = await openProject('market')
  const foreign = { campaign: { project_id, slug: next(), name: 'Market', metadata: { coupon } } }
  const refused = { status: 400, body: { code: 'campaign_invalid', field: 'metadata.coupon.nft_item_id' } }
  expect(await ask('POST', ADMIN, foreign, owner)).toMatchObject(refused)
  const nowhere = { coupon: { nft_item_id: 'f'.repeat(24) } }
  expect(await patch({ _id: id, metadata: nowhere })).toMatchObject(refused)
  const reasonWhen = async (sql: string, values: unknown[] = []) => {
    await db.query(sql, values)
    const body = { campaignId: id, input: { coupon: { code: 'SECRET2026' } } }
    return (await call('POST', `${OPEN}/trigger?wait=1`, { as: stranger, body })).body
  }
  const notFound = { trigger: { output: { reasons: [{ code: 'coupon_not_found' }] } } }
  expect(
    await reasonWhen('update vitem set project_id = $1 where id = $2', [project_id, item._id]),
  ).toMatchObject(notFound)
  const unclear = `update campaign set metadata = '{"coupon": {"poolName": "bowls"}}'`
  expect(await reasonWhen(unclear)).toMatchObject(notFound)
  expect((await db.query('select 1 from coupon_use')).rows).toEqual([])
})

test('CA-14 links are symmetric and closed, of one project, and one that leaves leaves alone', async () => {
  const { ask, linksOf, make, open: openProject, patch } = await open()
  const [a, b, c, d] = [(await make())._id, (await make())._id, (await make())._id, (await make())._id]
  expect(await patch({ _id: b, linked_campaigns: [a] })).toMatchObject({ status: 200 })
  expect(await patch({ _id: d, linked_campaigns: [c] })).toMatchObject({ status: 200 })
  expect(await linksOf(a)).toEqual([b])
  expect(await patch({ _id: a, linked_campaigns: [b, d] })).toMatchObject({ status: 200 })
  for (const one of [a, b, c, d])
    expect(await linksOf(one)).toEqual([a, b, c, d].filter((id) => id !== one).sort())
  expect(await patch({ _id: a, linked_campaigns: [] })).toMatchObject({
    body: { campaign: { linked_campaigns: [] } },
  })
  for (const one of [b, c, d]) expect(await linksOf(one)).toEqual([b, c, d].filter((id) => id !== one).sort())
  const unknown = { status: 400, body: { code: 'link_unknown', field: 'linked_campaigns' } }
  expect(await patch({ _id: a, linked_campaigns: ['f'.repeat(24)] })).toMatchObject(unknown)
  const elsewhere = { project_id: await openProject('market'), slug: next(), name: 'Market' }
  const { body } = await ask('POST', ADMIN, { campaign: elsewhere }, owner)
  const other = http.createCampaign.response.parse(body).campaign._id
  expect(await patch({ _id: a, linked_campaigns: [other] })).toMatchObject(unknown)
})

test('CA-14 at most 20 campaigns are linked with each other', async () => {
  const { make, patch } = await open()
  const ids = []
  for (let n = 0; n < 20; n++) ids.push((await make())._id)
  const linked_campaigns = ids.slice(1)
  expect(await patch({ _id: ids[0], linked_campaigns })).toMatchObject({ status: 200 })
  expect(await patch({ _id: (await make())._id, linked_campaigns: [ids[0]] })).toMatchObject({
    status: 409,
    body: { code: 'too_many_links', field: 'linked_campaigns', details: { most: 20 } },
  })
})

test('CA-14 two who link and unlink the same campaigns at once leave one of the two orders', async () => {
  const { linksOf, make, patch } = await open()
  const [a, b, c] = [(await make())._id, (await make())._id, (await make())._id]
  const both = await Promise.all([
    patch({ _id: a, linked_campaigns: [b] }),
    patch({ _id: b, linked_campaigns: [c] }),
    patch({ _id: c, linked_campaigns: [a] }),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
  const links = await Promise.all([a, b, c].map(linksOf))
  for (const [at, one] of [a, b, c].entries())
    for (const other of links[at] ?? []) expect(links[[a, b, c].indexOf(other)]).toContain(one)
})

test('CA-18 a minter campaign is internal, gives one item and is live at once', async () => {
  const { ask, item, project_id, call } = await open()
  const asked = { project_id, setting: { target: { nft_item_id: item._id } }, requirements: [] }
  const answer = await ask('POST', `${ADMIN}/minter`, asked, editor, 'minter-key')
  expect(answer).toMatchObject({
    status: 201,
    body: {
      campaign: {
        internal: true,
        name: 'Lantern',
        artifacts_version: 1,
        artifacts: { requirements: [], rewards: [{ nftItemId: item._id }] },
      },
    },
  })
  expect((await ask('POST', `${ADMIN}/minter`, asked, editor, 'minter-key')).body).toEqual(answer.body)
  const foreign = { ...asked, setting: { target: { nft_item_id: 'f'.repeat(24) } } }
  expect(await ask('POST', `${ADMIN}/minter`, foreign)).toMatchObject({
    status: 400,
    body: { code: 'campaign_invalid', field: 'model.rewards.0.nftItemId' },
  })
  expect((await call('GET', `${OPEN}/list?project_id=${project_id}`)).body).toMatchObject({ list: [] })
})

test('CA-15 CA-20 pictures come by a call of their own, and stay when the rest is said anew', async () => {
  const { ask, make, patch } = await open()
  const { _id, slug } = await make()
  const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#b3541e' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('_id', _id)
  form.append('cover', new File([new Uint8Array(png)], 'a.png'))
  const { status, body } = await ask('POST', `${ADMIN}/asset`, form)
  expect(status).toBe(201)
  const { campaign, urls } = http.uploadCampaignAssets.response.parse(body)
  expect(urls.cover).toBe(`https://media.talad.example${campaign.assets.cover}`)
  expect(await patch({ _id, slug, name: 'Stamps' }, 0)).toMatchObject({
    body: { campaign: { assets: campaign.assets } },
  })
  expect(await patch({ _id, assets: {} })).toMatchObject({ status: 400, body: { code: 'validation' } })
})

test('CA-17 what gave something is archived and not deleted; who deletes twice is answered twice', async () => {
  const { ask, collection, item, live, make, owner: db, project_id } = await open()
  const used = await live()
  await db.query(
    `insert into holding (id, project_id, collection_id, item_id, number, item_token_id, holder_id, origin, amount,
       campaign_id, created) values ($1, $2, $3, $4, 1, 1, $5, 'campaign', 1, $6, now())`,
    ['0'.repeat(24), project_id, collection._id, item._id, stranger, used],
  )
  expect(await ask('DELETE', `${ADMIN}?_id=${used}`)).toMatchObject({
    status: 409,
    body: { code: 'campaign_in_use', rule: 'CA-17' },
  })
  const { _id, slug } = await make()
  for (let time = 0; time < 2; time++)
    expect(await ask('DELETE', `${ADMIN}?_id=${_id}`, undefined, editor, 'gone')).toMatchObject({
      status: 200,
      body: { _id },
    })
  expect(await make({ slug })).toMatchObject({ slug })
})

test('CA-1 CA-6 viewers read and do not write; a key does what its scopes say, of its project alone', async () => {
  const { ask, call, get, make, open: openProject, project_id } = await open()
  const { _id } = await make()
  const refused = { status: 403, body: { code: 'permission_required' } }
  expect(await ask('PATCH', ADMIN, { campaign: { _id, paused: true } }, viewer)).toMatchObject(refused)
  expect(await get(stranger, `/campaign?_id=${_id}`)).toMatchObject(refused)
  const made = await call('POST', '/platform-admin/api/v1/api-key', {
    as: owner,
    body: { projectId: project_id, name: 'Shop', permissions: ['campaign.write'] },
  })
  const { secret } = made.body as { secret: string }
  const headers = { 'x-api-key': secret }
  const paused = { campaign: { _id, paused: true } }
  expect(await call('PATCH', ADMIN, { headers, body: paused })).toMatchObject({
    status: 200,
    body: { campaign: { paused: true } },
  })
  expect(await call('GET', `${ADMIN}?_id=${_id}`, { headers })).toMatchObject({ status: 401 })
  const elsewhere = { campaign: { project_id: await openProject('market'), slug: next(), name: 'Market' } }
  expect(await call('POST', ADMIN, { headers, body: elsewhere })).toMatchObject({ status: 401 })
})
