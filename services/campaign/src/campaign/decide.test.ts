import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Change, Create, GivenTerms, Publish, SaveModel } from './decide.ts'
import { campaigns } from './stream.ts'

const { given } = decider(campaigns)
const at = new Date('2026-11-27T00:00:00Z')
const by = { by: 'account-a', now: at }
const id = (letter: string) => letter.repeat(24)
const [item, stranger, collection] = [id('a'), id('b'), id('c')]
const known = {
  collections: new Set([collection]),
  items: new Map([
    [item, { collectionId: collection, archived: false }],
    [id('d'), { collectionId: collection, archived: true }],
    [id('f'), { collectionId: id('e'), archived: false }],
  ]),
}
const terms = (more: Partial<GivenTerms> = {}): GivenTerms => ({
  slug: 'stamps',
  name: 'Three stamps',
  description: '',
  paused: false,
  ended: false,
  internal: false,
  public: true,
  automint: { enabled: false, blockchain: null },
  limitGlobal: null,
  limitPerUser: null,
  cooldownSeconds: null,
  tokenReuse: 'never',
  metadata: {},
  archived: false,
  ...more,
})
const create = (more: Partial<Create> = {}): Create => ({
  ...by,
  type: 'Create',
  projectId: 'project',
  groupId: 'one',
  terms: terms(),
  ...more,
})
const change = (
  fields: Partial<GivenTerms & { assets: Record<string, string> }>,
  more: Partial<Change> = {},
) => ({ ...by, type: 'Change', terms: { partial: true, given: fields }, ...more }) satisfies Change
const ticket = (more: object = {}) => ({ tag: 'ticket', type: 'vnft', vitemId: item, ...more })
const model = (more: object = {}) => ({
  requirements: [ticket()],
  rewards: [{ type: 'vnft', tag: 'stamp', nftItemId: item }],
  drawing: { at: [1, 2] },
  ...more,
})
const save = (version: number, of: unknown = model(), more: Partial<SaveModel> = {}): SaveModel => ({
  ...by,
  type: 'SaveModel',
  version,
  model: of,
  known,
  slotIds: ['s1', 's2', 's3'].map((name) => `${name}-${version}`),
  before: [],
  ...more,
})
const publish = (version: number, of: unknown = model()): Publish => ({
  ...by,
  type: 'Publish',
  version,
  judged: { model: of, known, slotIds: [] },
})

test('CA-10 what has ended is not opened again, and is changed otherwise', () => {
  const ended = given(create(), change({ ended: true }))
  ended.when(change({ ended: false })).rejects('CAMPAIGN_ENDED', { field: 'ended' })
  ended.when(change({ paused: true, name: 'Old stamps' })).makes('CampaignChanged')
  given(create(), change({ paused: true }))
    .when(change({ paused: false }))
    .makes('CampaignChanged')
})

test('CA-15 a partial change replaces what is given, a whole one all but pictures, and none what was changed meanwhile', () => {
  const begun = [create({ terms: terms({ limitGlobal: 3 }) }), change({ assets: { image: 'a' } })]
  expect(given(...begun, change({ limitPerUser: 1 })).state?.terms).toEqual({
    ...terms({ limitGlobal: 3, limitPerUser: 1 }),
    assets: { image: 'a' },
  })
  const whole = change({}, { terms: { partial: false, given: terms({ name: 'Another' }) } })
  expect(given(...begun, whole).state?.terms).toEqual({
    ...terms({ name: 'Another' }),
    assets: { image: 'a' },
  })
  given(...begun)
    .when(change({}, { updated: at }))
    .rejects('VERSION_CONFLICT', { field: 'updated' })
})

test('CA-29 what could never be meant is refused', () => {
  given()
    .when(create({ terms: terms({ tokenReuse: 'window' }) }))
    .rejects('CAMPAIGN_INVALID', { field: 'token_reuse' })
  given(create())
    .when(change({ automint: { enabled: true, blockchain: null } }))
    .rejects('CAMPAIGN_INVALID', { field: 'automint_config.blockchain' })
  given(create())
    .when(change({ tokenReuse: 'window', cooldownSeconds: 60 }))
    .makes('CampaignChanged')
})

test('CA-24 a campaign asks for codes of a pool or an item of its project, or of nothing', () => {
  for (const [coupon, field] of [
    [{ poolName: 'bowls' }, 'metadata.coupon'],
    [{ pool_name: 5 }, 'metadata.coupon'],
    [{ nft_item_id: stranger }, 'metadata.coupon.nft_item_id'],
  ] as const) {
    const metadata = { coupon }
    given()
      .when(create({ terms: terms({ metadata }), known }))
      .rejects('CAMPAIGN_INVALID', { field })
    given(create()).when(change({ metadata }, { known })).rejects('CAMPAIGN_INVALID', { field })
  }
  for (const coupon of [{ pool_name: 'bowls' }, { nft_item_id: item }, null])
    given(create())
      .when(change({ metadata: { coupon } }, { known }))
      .makes('CampaignChanged')
  // what is said no more stays, and keeps nobody from pausing it
  given(create({ terms: terms({ metadata: { coupon: { nft_item_id: item } } }), known }))
    .when(change({ paused: true }))
    .makes('CampaignChanged')
})

test('CA-14 a campaign is of another group only where it is said, without a change of what it is', () => {
  given(create())
    .when(change({}, { groupId: 'two' }))
    .makes('CampaignChanged', 'CampaignRegrouped')
  const regroup = { ...by, type: 'Regroup', groupId: 'two' } as const
  given(create(), regroup).when(regroup).makes()
  const { state } = given(create(), { ...regroup, now: new Date(at.getTime() + 1) })
  expect(state).toMatchObject({ groupId: 'two', updated: at })
})

test('CA-16 a saved model changes nothing that is live, and is made live as it was read', () => {
  const saved = given(create(), save(0))
  expect(saved.state).toMatchObject({ modelVersion: 1, artifactsVersion: 0, artifacts: { rewards: [] } })
  saved.when(save(0)).rejects('VERSION_CONFLICT', { field: 'version', details: { version: 1 } })
  saved.when(publish(2)).rejects('VERSION_CONFLICT', { field: 'version' })
  given(create()).when(publish(0, undefined)).makes()
  const live = given(create(), save(0), publish(1))
  expect(live.state).toMatchObject({
    artifactsVersion: 1,
    publishedModel: 1,
    artifacts: { rewards: [{ tag: 'stamp', nftItemId: item, collectionId: collection }] },
  })
  live.when(publish(1)).makes()
  const drafted = given(create(), save(0), publish(1), save(1, model({ rewards: [] })))
  expect(drafted.state).toMatchObject({ modelVersion: 2, artifacts: live.state?.artifacts })
})

test('CA-16 slots keep their ids from version to version, also one that was gone from a draft, and what is no rule is kept', () => {
  const first = given(create()).when(save(0)).events()
  expect(first).toMatchObject([
    {
      data: {
        version: 1,
        model: { requirements: [{ tag: 'ticket', slotId: 's1-0' }], drawing: { at: [1, 2] } },
      },
    },
  ])
  const live = given(create(), save(0), publish(1, model({ requirements: [ticket({ slotId: 's1-0' })] })))
  const two = model({ requirements: [ticket({ tag: 'lantern' }), ticket()] })
  const slots = [{ slotId: 's1-1' }, { slotId: 's1-0' }]
  expect(live.when(save(1, two)).events()).toMatchObject([{ data: { model: { requirements: slots } } }])
})

const requirement = (more: object) => model({ requirements: [ticket(more)] })
const reward = (more: object) => model({ rewards: [{ type: 'vnft', tag: 'a', nftItemId: item, ...more }] })
let deep: unknown = 1
for (let at = 0; at < 5_000; at++) deep = { deep }

test.for([
  ['CA-16', 'no object', [], 'model'],
  ['CA-16', 'more than 256 kB', model({ drawing: 'x'.repeat(262_144) }), 'model'],
  ['CA-16', 'depth', model({ drawing: deep }), `model.drawing${'.deep'.repeat(32)}`.slice(0, 300)],
  ['CA-16', 'half a character', model({ drawing: '\ud800' }), 'model.drawing'],
  [
    'CA-24',
    'what no token can be',
    requirement({ contractAddress: '0x1' }),
    'model.requirements.0.contractAddress',
  ],
  ['CA-24', 'an unknown item', requirement({ vitemId: stranger }), 'model.requirements.0.vitemId'],
  [
    'CA-24',
    'an unknown collection',
    requirement({ vcollectionId: stranger }),
    'model.requirements.0.vcollectionId',
  ],
  [
    'CA-24',
    'an item of another collection',
    requirement({ vcollectionId: collection, vitemId: id('f') }),
    'model.requirements.0.vitemId',
  ],
  [
    'CA-21',
    '17 tags',
    model({ requirements: Array.from({ length: 17 }, (_, tag) => ticket({ tag: `t${tag}` })) }),
    'model.requirements',
  ],
  ['CA-24', 'a reward of another project', reward({ nftItemId: stranger }), 'model.rewards.0.nftItemId'],
  ['CA-24', 'a reward that is archived', reward({ nftItemId: id('d') }), 'model.rewards.0.nftItemId'],
  ['CA-48', 'a token of more than 32 bits', reward({ tokenId: '4294967296' }), 'model.rewards.0.tokenId'],
  ['CA-24', 'a field that nobody knows', reward({ amount: 2 }), 'model.rewards.0.amount'],
  [
    'CA-24',
    'two rewards of one tag',
    model({ rewards: [...model().rewards, ...model().rewards] }),
    'model.rewards.1.tag',
  ],
] as const)('%s refuses a model with %s', ([, , of, field]) => {
  given(create()).when(save(0, of)).rejects('CAMPAIGN_INVALID', { field })
})

test('CA-24 all that is wrong with a model is told at once, and an item that is archived meanwhile when it is made live', () => {
  const bad = model({ requirements: [ticket({ type: 'nft' })], rewards: [{ tag: 'a' }] })
  given(create())
    .when(save(0, bad))
    .rejects('CAMPAIGN_INVALID', {
      details: {
        errors: [
          { path: 'requirements.0.blockchain' },
          { path: 'requirements.0.contractAddress' },
          { path: 'requirements.0.nftType' },
          { path: 'requirements.0.vitemId' },
          { path: 'rewards.0.type' },
          { path: 'rewards.0.nftItemId' },
        ],
      },
    })
  const gone = { ...publish(1).judged, known: { ...known, items: new Map() } }
  given(create(), save(0))
    .when({ ...publish(1), judged: gone })
    .rejects('CAMPAIGN_INVALID', { field: 'model.requirements.0.vitemId' })
})

test('CA-18 a campaign that is made with a model is live at once', () => {
  const judged = { model: model(), known, slotIds: ['s1'] }
  given().when(create({ judged })).makes('CampaignCreated', 'CampaignModelSaved', 'CampaignPublished')
  expect(given(create({ judged })).state).toMatchObject({
    modelVersion: 1,
    publishedModel: 1,
    artifactsVersion: 1,
  })
  given(create()).when(create()).makes()
})

test('CA-17 what was used is not deleted, and what is deleted is gone', () => {
  const remove = { ...by, type: 'Delete' } as const
  given(create())
    .when({ ...remove, inUse: true })
    .rejects('CAMPAIGN_IN_USE', { field: '_id' })
  const gone = given(create(), { ...remove, inUse: false })
  gone.when(change({})).rejects('CAMPAIGN_NOT_FOUND')
  gone.when({ ...remove, inUse: false }).rejects('CAMPAIGN_NOT_FOUND')
})
