import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reachOf } from '../src/reach/reach.ts'
import type { HeldTokens } from '../src/token/indexer.ts'
import { definitionsOf } from '../src/trigger/definition.ts'
import { openWorld, person, type World } from './pressing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const CONTRACT = `0x${'1'.repeat(40)}`
const wallet = (number: number) => `0x${String(number).padStart(40, '0')}`
const nft = (more: object = {}) => ({
  type: 'nft',
  blockchain: 'kub',
  contractAddress: CONTRACT,
  nftType: 'ERC721',
  ...more,
})
const token = (tokenId: number, holder: string, more: Partial<HeldTokens['tokens'][number]> = {}) => ({
  address: CONTRACT,
  standard: 'ERC721' as const,
  tokenId: BigInt(tokenId),
  suspended: false,
  read: false,
  holdings: [{ wallet: holder, units: 1n }],
  traits: [] as [string, string][],
  ...more,
})
const held = (tokens: HeldTokens['tokens'], more: Partial<HeldTokens> = {}) => {
  world.outside.held = { blockchain: 'kub', block: 100, isLate: false, more: false, tokens, ...more }
}
beforeEach(() => held([]))

async function grant(itemId: string, holder: string, number: number, more: { payload?: object } = {}) {
  const id = person()
  await world.db.query(
    `insert into holding (id, project_id, collection_id, item_id, number, item_token_id, holder_id, origin, amount, payload, created)
     select $1, project_id, collection_id, id, 1, $3, $4, 'mint', 1, $5, now() from vitem where id = $2`,
    [id, itemId, number, holder, more.payload ?? null],
  )
}

/** All pages together. */
async function reach(campaignId: string) {
  const definition = (await definitionsOf(world.db, [campaignId])).get(campaignId)
  if (!definition) throw new Error('there is no such campaign')
  const pages = []
  for (let after: string | null = ''; after !== null; ) {
    const { to, ...one } = await reachOf(world.db, world.deps, { definition, after, now: world.now() })
    pages.push(one)
    after = to
  }
  return pages
}
const slot = (kind: string, accounts: number | null) => ({ kind, accounts })

test('CA-28 of virtual tokens each account is counted once for a slot, exactly, and once in the union', async () => {
  const { itemId, collectionId } = await world.makeItem()
  const { itemId: other } = await world.makeItem()
  const [a, b, c] = [person(), person(), person()]
  for (const number of [1, 2, 3]) await grant(itemId, a, number)
  await grant(itemId, b, 10)
  await grant(other, b, 1)
  await grant(other, c, 2)
  const id = await world.makeCampaign(
    {},
    {
      requirements: [
        { tag: 'all', type: 'vnft', vcollectionId: collectionId },
        { tag: 'low', type: 'vnft', vitemId: itemId, tokenRanges: [['1', '5']] },
        { tag: 'other', type: 'vnft', vitemId: other },
        { tag: 'other', type: 'vnft', vitemId: itemId, tokenId: '10' },
      ],
    },
  )
  const [page, ...more] = await reach(id)
  expect(more).toEqual([])
  expect(page).toMatchObject({
    slots: [slot('exact', 2), slot('exact', 1), slot('exact', 2)],
    union: slot('exact', 3),
    progress: { seen: 0, total: 0 },
  })
})

test('CA-26 of tokens that say something of their own it is at least so many that have a trait', async () => {
  const { itemId } = await world.makeItem()
  await grant(itemId, person(), 1)
  const condition = { trait: 'power', op: 'exists', value: false }
  const model = { requirements: [{ tag: 'a', type: 'vnft', vitemId: itemId, traitCondition: condition }] }
  const id = await world.makeCampaign({}, model)
  expect(await reach(id)).toMatchObject([{ slots: [slot('exact', 1)] }])
  await grant(itemId, person(), 2, { payload: { version: '3.0' } })
  expect(await reach(id)).toMatchObject([{ slots: [slot('at_least', 1)], union: slot('at_least', 1) }])
})

test('CA-27 wallets are looked at page by page, and what the index does not say is never nothing', async () => {
  const { itemId } = await world.makeItem()
  const people = Array.from({ length: 250 }, person)
  for (const [at, account] of people.entries()) await world.link(account, [wallet(at + 1)])
  await grant(itemId, people[3] ?? '', 1)
  const model = {
    requirements: [
      nft({ tag: 'chain' }),
      { tag: 'either', ...nft({ tokenRanges: [['1', '9']] }) },
      { tag: 'either', type: 'vnft', nftType: 'VIRTUAL', vitemId: itemId },
      nft({ tag: 'far', blockchain: 'ethereum' }),
    ],
  }
  const id = await world.makeCampaign({}, model)
  held([
    token(1, wallet(1)),
    token(2, wallet(1)),
    token(20, wallet(2)),
    token(3, wallet(240)),
    token(4, wallet(5), { suspended: true }),
  ])
  const pages = await reach(id)
  expect(pages).toMatchObject([
    {
      slots: [slot('exact', 2), slot('exact', 2), slot('unknown', null)],
      union: slot('at_least', 3),
      progress: { seen: 200, total: 250 },
    },
    {
      slots: [slot('exact', 1), slot('exact', 1), slot('unknown', null)],
      progress: { seen: 250, total: 250 },
    },
  ])
  held([token(1, wallet(1))], { isLate: true })
  expect((await reach(id))[0]).toMatchObject({ slots: [slot('at_least', 1), slot('at_least', 2), {}] })
  world.outside.held = undefined
  expect((await reach(id))[0]).toMatchObject({
    slots: [slot('unknown', null), slot('at_least', 1), slot('unknown', null)],
    union: slot('at_least', 1),
  })
})
