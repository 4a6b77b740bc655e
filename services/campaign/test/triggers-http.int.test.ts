import { fromBinary } from '@bufbuild/protobuf'
import { TriggerFinishedSchema } from '@talad/proto/campaign/v1/events'
import { apiKeyAdminHttp } from '@talad/proto/http/campaign/api-keys-admin'
import { campaignAdminHttp } from '@talad/proto/http/campaign/campaigns-admin'
import { triggerHttp as http } from '@talad/proto/http/campaign/triggers'
import { triggerAdminHttp as adminHttp } from '@talad/proto/http/campaign/triggers-admin'
import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { begin, editor, next, owner, stranger, viewer } from './fair.ts'

const ADMIN = '/platform-admin/api/v1/campaign'
const OPEN = '/api/v1/campaign'
const minter = 'a00000000000000000000005'

async function opened() {
  const fair = await begin()
  await fair.give(owner, fair.project_id, minter, 'minter')
  const { collection } = await fair.makeCollection()
  const item = await fair.makeItem(collection._id)
  async function campaign(terms: object = {}, requirements: readonly object[] = []) {
    const { body } = await fair.ask('POST', ADMIN, {
      campaign: { project_id: fair.project_id, slug: next(), name: 'Fair', ...terms },
    })
    const { _id } = campaignAdminHttp.createCampaign.response.parse(body).campaign
    const model = { requirements, rewards: [{ type: 'vnft', tag: 'stamp', nftItemId: item._id }] }
    await fair.ask('PATCH', `${ADMIN}/model`, { campaign_id: _id, model, version: 0 })
    const { status } = await fair.ask('POST', `${ADMIN}/publish`, { campaign_id: _id, version: 1 })
    expect(status).toBe(200)
    return _id
  }
  const press = (as: string, campaignId: string, { query = 'wait=1', key, ...body }: Pressing = {}) =>
    fair.call('POST', `${OPEN}/trigger?${query}`, {
      as,
      body: { campaignId, ...body },
      ...(key !== undefined && { key }),
    })
  const won = async (...given: Parameters<typeof press>) => {
    const { status, body } = await press(...given)
    expect([status, body]).toEqual([201, expect.anything()])
    return http.triggerCampaign.response.parse(body).trigger
  }
  const pressFor = (
    as: string | undefined,
    campaignId: string,
    { query = 'wait=1', headers, ...body }: For = {},
  ) =>
    fair.call('POST', `${ADMIN}/trigger?${query}`, {
      ...(as !== undefined && { as }),
      ...(headers && { headers }),
      body: { campaignId, target: { account_id: stranger }, ...body },
    })
  return { ...fair, item, campaign, press, won, pressFor }
}
type Pressing = { query?: string; key?: string; input?: object; target?: object }
type For = { query?: string; headers?: Record<string, string>; target?: object }
const refused = (code: string, status: number) => ({ status, body: expect.objectContaining({ code }) })

test('CA-33 CA-34 CA-35 CA-38 CA-45 who triggers for themselves is answered what came of it, under one key once', async () => {
  const { campaign, press, won, ask, call, project_id, item, hear } = await opened()
  const id = await campaign({ limit_per_user: 2 })
  const heard: string[] = []
  await hear('campaign.trigger.v1', ({ payload }) => {
    const { triggerId, status, holdingIds } = fromBinary(TriggerFinishedSchema, payload)
    heard.push(`${triggerId} ${status} ${holdingIds.length}`)
  })
  const first = await won(stranger, id, { key: 'press' })
  expect(first).toMatchObject({
    status: 400,
    campaignId: id,
    projectId: project_id,
    output: {
      reasons: [],
      rewards: [{ tag: 'stamp', item_id: item._id, token_id: '1' }],
      versions: { model: 1, artifacts: 1 },
    },
  })
  expect(await won(stranger, id, { key: 'press' })).toEqual(first)
  expect(await press(stranger, id, { key: 'press', query: 'soft=1' })).toEqual(
    refused('idempotency_mismatch', 409),
  )
  // without wait it is pending, and the same key leads to what becomes of it
  const pending = await won(stranger, id, { key: 'later', query: '' })
  expect(pending.status).toBe(100)
  expect(await won(stranger, id, { key: 'later' })).toMatchObject({
    triggerId: pending.triggerId,
    status: 400,
  })
  const last = await won(stranger, id)
  expect(last).toMatchObject({
    status: 201,
    output: { reasons: [{ code: 'limit_per_user', used: 2, limit: 2 }] },
  })
  await until('all are told', async () => heard.length === 3)
  expect(heard).toContain(`${first.triggerId} 400 1`)
  // reads
  const got = await call('GET', `${OPEN}/trigger?triggerId=${first.triggerId}`, { as: stranger })
  expect(got).toEqual({ status: 200, body: { trigger: first } })
  expect(await call('GET', `${OPEN}/trigger?triggerId=${first.triggerId}`, { as: viewer })).toEqual(
    refused('trigger_not_found', 404),
  )
  const own = await call('GET', `${OPEN}/trigger/list?campaign_id=${id}&count=1`, { as: stranger })
  expect(own.body).toMatchObject({ total: 3, list: [{ triggerId: last.triggerId }, {}, {}] })
  const latest = await call('GET', `${OPEN}/latest?campaign_ids=${id},${item._id}`, { as: stranger })
  expect(latest.body).toMatchObject({ triggers: [{ triggerId: last.triggerId }] })
  const all = await ask('GET', `${ADMIN}/trigger/list?project_id=${project_id}&status=400`, undefined, viewer)
  expect(adminHttp.listTriggers.response.parse(all.body).triggers.list).toHaveLength(2)
  // others, and what isn't there
  expect(await press(stranger, id, { target: { account_id: viewer } })).toEqual(
    refused('target_forbidden', 403),
  )
  expect(await press(stranger, 'f'.repeat(24))).toEqual(refused('campaign_not_found', 404))
}, 30_000)

test('CA-6 CA-36 CA-38 for others triggers who may mint, or a key; editors and test keys only try it out', async () => {
  const { campaign, pressFor, ask, project_id, people } = await opened()
  const id = await campaign({ internal: true })
  expect(await pressFor(viewer, id)).toEqual(refused('permission_required', 403))
  expect(await pressFor(editor, id)).toEqual(refused('trigger_forbidden', 403))
  const dry = await pressFor(editor, id, { query: 'dry=1' })
  expect(dry.body).toMatchObject({
    trigger: { dry: true, status: 201, output: { reasons: [{ code: 'campaign_hidden' }] } },
  })
  const makeKey = async (test: boolean) => {
    const { body } = await ask(
      'POST',
      '/platform-admin/api/v1/api-key',
      { projectId: project_id, name: 'Gate', permissions: ['campaign.trigger'], test },
      owner,
    )
    return { 'x-api-key': apiKeyAdminHttp.createApiKey.response.parse(body).secret }
  }
  const [live, trial] = [await makeKey(false), await makeKey(true)]
  expect(await pressFor(undefined, id, { headers: trial })).toEqual(refused('test_key', 403))
  expect((await pressFor(undefined, id, { headers: trial, query: 'dry=1' })).body).toMatchObject({
    trigger: { status: 300, accountId: stranger },
  })
  expect((await pressFor(undefined, id, { headers: live })).body).toMatchObject({ trigger: { status: 400 } })
  for (const target of [{}, { account_id: stranger, app_user_id: 'x' }, { idp_link_pattern: 'join:phone:1' }])
    expect(await pressFor(minter, id, { target })).toEqual(refused('target_unclear', 422))
  const known = (await pressFor(undefined, id, { headers: live })).body as { trigger: { appUserId: string } }
  const appUser = { target: { app_user_id: known.trigger.appUserId } }
  expect((await pressFor(minter, id, appUser)).body).toMatchObject({
    trigger: { accountId: stranger, appUserId: known.trigger.appUserId },
  })
  expect(await pressFor(minter, id, { target: { app_user_id: 'f'.repeat(24) } })).toEqual(
    refused('app_user_unknown', 404),
  )
  people.verified.set(stranger, ['join:phone:+66812345678'])
  expect(
    (await pressFor(minter, id, { target: { idp_link_pattern: 'join:phone:+66812345678' } })).body,
  ).toMatchObject({
    trigger: { accountId: stranger },
  })
  people.verified.set(owner, ['join:phone:+66812345678'])
  expect(await pressFor(minter, id, { target: { idp_link_pattern: 'join:phone:+6681*' } })).toEqual(
    refused('target_unclear', 422),
  )
  // ID-33: the same call under one key, also once the account is a part of another
  const again = { headers: { 'idempotency-key': 'gate' } }
  const given = await pressFor(minter, id, again)
  people.absorbed.set(stranger, editor)
  expect(await pressFor(minter, id, again)).toEqual(given)
  people.unknown.add(viewer)
  expect(await pressFor(minter, id, { target: { account_id: viewer } })).toEqual(
    refused('account_unknown', 404),
  )
  people.isAway = true
  expect(await pressFor(minter, id)).toEqual(refused('unavailable', 503))
}, 30_000)

test('CA-31 CA-42 what fits a slot is scanned, a success is taken back by who manages, and development forgets', async () => {
  const { campaign, won, call, ask, item, db, project_id } = await opened()
  const first = await campaign()
  const stamp = await won(stranger, first)
  const id = await campaign({}, [{ tag: 'stamp', type: 'vnft', vitemId: item._id, nftType: 'VIRTUAL' }])
  const scan = () => call('GET', `${OPEN}/requirement/scan?campaign_id=${id}&slot_index=0`, { as: stranger })
  expect((await scan()).body).toMatchObject({
    list: [{ state: 'usable', used: false, nft: null, vnft: { item_id: item._id, token_id: '1' } }],
    unchecked: false,
  })
  const used = await won(stranger, id)
  expect(used.status).toBe(400)
  expect((await scan()).body).toMatchObject({
    list: [
      { state: 'used', used: true },
      { state: 'usable', used: false },
    ],
  })
  // CA-38: for others on the desk
  const whose = `account_id=${stranger}`
  const scanOf = (query: string, as = editor) =>
    ask('GET', `${ADMIN}/requirement/scan?campaign_id=${id}&slot_index=0&${query}`, undefined, as)
  expect((await scanOf(whose)).body).toEqual((await scan()).body)
  expect(await scanOf('')).toEqual(refused('target_unclear', 422))
  expect(await scanOf(whose, viewer)).toEqual(refused('permission_required', 403))
  const latestOf = (project: string) =>
    ask('GET', `${ADMIN}/latest?project_id=${project}&campaign_ids=${id},${first}&${whose}`)
  expect((await latestOf(project_id)).body).toMatchObject({
    triggers: [{ triggerId: used.triggerId, appUserId: expect.any(String) }, { triggerId: stamp.triggerId }],
  })
  expect(await latestOf('f'.repeat(24))).toEqual(refused('permission_required', 403))
  const release = (triggerId: string, as = owner) =>
    ask('POST', `${ADMIN}/trigger/release`, { triggerId, reason: 'asked for' }, as)
  expect(await release(used.triggerId, editor)).toEqual(refused('permission_required', 403))
  expect(await release(stamp.triggerId)).toEqual(refused('reward_touched', 409))
  expect((await release(used.triggerId)).body).toMatchObject({
    trigger: { released: expect.any(String), release_reason: 'asked for' },
  })
  const successes = async (released: 0 | 1) => {
    const of = `project_id=${project_id}&status=400&released=${released}`
    const { body } = await ask('GET', `${ADMIN}/trigger/list?${of}`)
    return adminHttp.listTriggers.response.parse(body).triggers.list.map(({ triggerId }) => triggerId)
  }
  expect([await successes(0), await successes(1)]).toEqual([[stamp.triggerId], [used.triggerId]])
  expect((await release(stamp.triggerId)).status).toBe(200)
  const cleared = await call('DELETE', `/api/v1/devtool/clear-data/user?account_id=${stranger}`)
  expect(cleared).toEqual({ status: 200, body: { triggers: 2 } })
  expect((await db.query('select 1 from token_use')).rows).toEqual([])
}, 30_000)

test('AW-8 who tries a campaign out sees the tokens that a slot is about, and what of them is otherwise', async () => {
  const { campaign, won, ask, item } = await opened()
  await won(stranger, await campaign())
  const asks = { type: 'vnft', vitemId: item._id, nftType: 'VIRTUAL' }
  const id = await campaign({}, [
    { ...asks, tag: 'second', tokenRanges: [['2', '9']] },
    { ...asks, tag: 'stamp' },
  ])
  const explain = (account_id: string, as = editor) =>
    ask('GET', `${ADMIN}/requirement/explain?campaign_id=${id}&account_id=${account_id}`, undefined, as)
  const token = { nft: null, vnft: { item_id: item._id, token_id: '1' } }
  const failure = { path: '0.tokenRanges', wanted: '[["2","9"]]', found: '"1"' }
  expect((await explain(stranger)).body).toMatchObject({
    slots: [
      { tag: 'second', total: 1, tokens: [{ ...token, state: 'unfit', failure }] },
      { tag: 'stamp', total: 1, tokens: [{ ...token, state: 'usable', failure: null }] },
    ],
  })
  expect((await explain(owner)).body).toMatchObject({ slots: [{ tokens: [] }, { tokens: [], total: 0 }] })
  expect(await explain(stranger, viewer)).toEqual(refused('permission_required', 403))
}, 30_000)

test('AW-8 CA-16 CA-36 what was saved and is not live is tried out as it is, given by nobody, and forgotten after a day', async () => {
  const { campaign, won, ask, call, pressFor, item, project_id, pass, db } = await opened()
  await won(stranger, await campaign())
  const { body } = await ask('POST', ADMIN, { campaign: { project_id, slug: next(), name: 'Draft' } })
  const { _id: id } = campaignAdminHttp.createCampaign.response.parse(body).campaign
  const asks = { type: 'vnft', vitemId: item._id, nftType: 'VIRTUAL', tag: 'stamp' }
  const save = (version: number, more: object = {}, rewards: object[] = []) =>
    ask('PATCH', `${ADMIN}/model`, {
      campaign_id: id,
      version,
      model: { requirements: [{ ...asks, ...more }], rewards },
    })
  await save(0, { tokenRanges: [['2', '9']] })
  const tried = (query: string) => pressFor(editor, id, { query })
  expect((await tried('dry=1&of=draft')).body).toMatchObject({
    trigger: {
      status: 201,
      output: {
        reasons: [{ code: 'requirement_unmet', tag: 'stamp' }],
        versions: { model: 1, artifacts: null },
      },
    },
  })
  const explained = (of: string) =>
    ask('GET', `${ADMIN}/requirement/explain?campaign_id=${id}&account_id=${stranger}&of=${of}`)
  expect((await explained('draft')).body).toMatchObject({ slots: [{ tokens: [{ state: 'unfit' }] }] })
  expect((await explained('live')).body).toEqual({ slots: [] })
  expect((await tried('dry=1')).body).toMatchObject({
    trigger: { output: { reasons: [{ code: 'campaign_paused' }] } },
  })
  await save(1)
  expect((await tried('dry=1&of=draft')).body).toMatchObject({ trigger: { status: 300 } })
  expect(await pressFor(owner, id, { query: 'of=draft' })).toMatchObject({
    status: 400,
    body: { field: 'of' },
  })
  // who may not read it is told nothing of it, and keeps nobody from deleting it
  const told = {
    slots: [],
    reasons: [expect.objectContaining({ code: 'campaign_hidden' })],
    versions: { model: null, artifacts: null },
  }
  const hidden = await won(stranger, id, { query: 'wait=1&of=draft' })
  expect(hidden.output).toMatchObject(told)
  const pending = await won(stranger, id, { query: 'wait=0' })
  expect([hidden.projectId, pending.projectId]).toEqual([null, null])
  expect(await ask('GET', `${ADMIN}/trigger?triggerId=${hidden.triggerId}`)).toMatchObject({
    body: { trigger: { projectId: project_id } },
  })
  const draft = (await ask('POST', ADMIN, { campaign: { project_id, slug: next(), name: 'Gone' } })).body
  const gone = campaignAdminHttp.createCampaign.response.parse(draft).campaign._id
  expect((await won(stranger, gone)).output).toMatchObject(told)
  await won(stranger, gone)
  // of which one couldn't be decided
  await db.query(`update campaign_trigger set status = 200, reasons = '[]' where id = $1`, [
    (await won(stranger, gone)).triggerId,
  ])
  expect(await ask('DELETE', `${ADMIN}?_id=${gone}`)).toMatchObject({ status: 200 })
  expect((await db.query('select 1 from campaign_trigger where campaign_id = $1', [gone])).rows).toEqual([])
  // what couldn't be published says so
  await save(2, {}, [{ type: 'vnft', tag: 'gift', nftItemId: item._id }])
  await call('PATCH', '/platform-admin/api/v1/vnft/item?partial=1', {
    as: editor,
    body: { item: { _id: item._id, archived: true } },
  })
  expect(await tried('dry=1&of=draft')).toEqual(refused('campaign_invalid', 400))
  const dryRuns = async () => (await db.query('select 1 from campaign_trigger where dry')).rows.length
  await pass(23 * 3_600_000)
  expect(await dryRuns()).toBe(3)
  await pass(2 * 3_600_000)
  await until('dry runs are forgotten', async () => (await dryRuns()) === 0)
}, 30_000)

test('CA-33 CA-40 what was pressed is decided though its process has died', async () => {
  const { campaign, db, pass, press, won } = await opened()
  const id = await campaign()
  const { triggerId } = await won(stranger, id)
  // one that nobody took
  await db.query(
    `insert into campaign_trigger (id, project_id, campaign_id, group_id, account_id, asked_by, key, asked_hash, caller, dry,
       soft, input, context, status, created)
     select left(md5(id), 24), project_id, campaign_id, group_id, account_id, asked_by, 'left', asked_hash, caller, dry, soft,
       input, context, 100, created from campaign_trigger where id = $1`,
    [triggerId],
  )
  expect(await press(stranger, id)).toEqual(refused('trigger_in_progress', 409))
  await pass(20_000)
  await until('it is decided', async () => {
    const { rows } = await db.query<{ status: number }>(
      "select status from campaign_trigger where key = 'left'",
    )
    return rows[0]?.status === 400
  })
}, 30_000)
