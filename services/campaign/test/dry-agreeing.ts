import assert from 'node:assert/strict'
import { newId } from '@talad/shared/ids'
import { toJson } from '@talad/shared/json'
import fc from 'fast-check'
import type { Requirement } from '../src/requirement/definition.ts'
import type { Token } from '../src/requirement/snapshot.ts'
import { type Case, cases } from '../src/requirement/testing/generated.ts'
import { createBatcher } from '../src/trigger/batcher.ts'
import { press } from '../src/trigger/press.ts'
import type { TriggerRow } from '../src/trigger/rows.ts'
import { placeOf } from '../src/trigger/story.ts'
import { nameOf } from '../src/trigger/uses.ts'
import { CONTRACT } from './pressed-tokens.ts'
import { openWorld, person } from './pressing.ts'

/** What cases leave open: whether counters were kept already, where rewards are minted, what the index tells. */
const beside = fc.record({
  isKept: fc.boolean(),
  mintsOn: fc.constantFrom(null, null, 'kub', 'jfin'),
  isAway: fc.constantFrom(false, false, false, true),
  more: fc.constantFrom(false, false, false, true),
})
type Drawn = Case & (typeof beside extends fc.Arbitrary<infer T> ? T : never)

const OURS = `0x${'3'.repeat(40)}`
const walletOf = (name: string) => `0x${Buffer.from(name).toString('hex').padEnd(40, '0')}`
/** Where a token of a case is here: the index tells of one chain. */
const there = (chain: NonNullable<Token['chain']>) =>
  chain.blockchain === 'x' && chain.contractAddress !== CONTRACT
    ? { blockchain: 'kub', contractAddress: OURS, tokenId: (1n << 32n) + chain.tokenId }
    : { ...chain, blockchain: 'kub' }

/** A database with an item that rewards take of and slots ask for. */
async function openFair() {
  const world = await openWorld()
  const item = await world.makeItem()
  const free = (await world.makeItem()).itemId
  const { db, projectId } = world
  await db.query(
    `insert into collection_contract (id, project_id, collection_id, blockchain, contract_class, name, symbol, factory,
       lane, address, disabled, tx_status, retry_count, created, updated)
     values ($1, $2, $3, 'kub', 'erc721', '', '', $4, 'lane', $4, false, 'mined', 0, now(), now())`,
    [newId(), projectId, item.collectionId, OURS],
  )
  // of some there may be copies (CA-48)
  const tokens =
    'insert into item_token (item_id, number, shared) select $1, n, n > 2 from generate_series(1, 4) n'
  await db.query(tokens, [item.itemId])
  await db.query('update vitem set last_token = 4 where id = $1', [item.itemId])
  return { ...world, ...item, free }
}
type Fair = Awaited<ReturnType<typeof openFair>>
type Who = { id: string; account: string }

/** The campaign of a case, live. */
function publish(fair: Fair, { campaign, requirements, given, mintsOn }: Drawn) {
  const { rewards, cooldownSeconds, tokenReuse, ...rest } = campaign
  const asked = ({ tokenRanges, vitemId, vcollectionId, blockchain, ...entry }: Requirement) => ({
    ...entry,
    ...(tokenRanges && entry.tokenId === undefined && { tokenRanges }),
    ...(vitemId && { vitemId: fair.itemId }),
    ...(vcollectionId && { vcollectionId: fair.collectionId }),
    ...(blockchain && { blockchain: 'kub' }),
  })
  const promised = rewards.map(({ tag, takes }, at) => ({
    type: 'vnft',
    tag: `${tag} ${at}`,
    nftItemId: takes.includes('free') ? fair.free : fair.itemId,
    ...(takes.includes('unknown') && { tokenId: takes.length === 1 ? '1' : '3' }),
  }))
  const terms = {
    ...rest,
    tokenReuse,
    cooldownSeconds: tokenReuse === 'window' ? 60 : cooldownSeconds,
    automint: { enabled: mintsOn !== null, blockchain: mintsOn },
    metadata: given.coupon ? { coupon: { pool_name: 'fair' } } : {},
  }
  return fair.makeCampaign(terms, { requirements: requirements.map(asked), rewards: promised })
}

/** What was given before: by the campaign, of what it gives, and for the code. */
async function remember({ db, ...fair }: Fair, one: Drawn, { id, account }: Who): Promise<void> {
  const { counters, coupon, supplies, now } = one.given
  const before = [
    ...Array.from({ length: counters.global }, () => ({ account: 'another', used: now })),
    ...counters.account.newest.map((used) => ({ account, used })),
  ]
  await db.query(
    `insert into campaign_trigger (id, project_id, campaign_id, group_id, account_id, asked_by, key, asked_hash, caller, dry,
       soft, input, context, status, created, decided)
     select $2 || n, $1, $2, $2, d.account, '', $2 || n, '', 'user', false, false, '{}', '{}', 400, d.used, d.used
     from rows from (json_to_recordset($3) as (account text, used timestamptz)) with ordinality d (account, used, n)`,
    [fair.projectId, id, toJson(before)],
  )
  if (one.isKept) {
    const count = 'select count(*) from campaign_trigger where campaign_id = $1'
    await db.query(`insert into campaign_use_count (campaign_id, count) values ($1, (${count}))`, [id])
    await db.query(
      `insert into campaign_account_count (group_id, account_id, count) values ($1, $2, (${count} and account_id = $2))`,
      [id, account],
    )
  }
  for (const [table, name, of] of [
    ['vitem', 'item', fair.itemId],
    ['vcollection', 'collection', fair.collectionId],
  ] as const) {
    const sql = `update ${table} set mint_reserve = 0, mint_count = $2, mint_limit = $3 where id = $1`
    await db.query(sql, [of, supplies.get(name)?.used, supplies.get(name)?.limit])
  }
  const last = coupon?.retryAt && new Date(coupon.retryAt.getTime() - 5_000)
  if (coupon)
    await db.query(
      `insert into coupon_code (id, space_id, pool_name, code, description, meta_timer, taken, use_count, last_used, created, updated)
       values ($1, $2, 'fair', upper($1), '', $3, true, $4, $5, now(), now())`,
      [id, fair.projectId, last ? { cooldown: 5 } : { limit: 1 }, coupon.reason ? 1 : 0, last],
    )
}

/** What the account of a case has, and how it was used. */
async function hand({ db, ...fair }: Fair, one: Drawn, { id, account }: Who): Promise<void> {
  const { wallets, now, blocks } = one.given
  const proved = wallets?.flatMap(({ address, provedOn }) => (provedOn ? [[walletOf(address), '3501']] : []))
  if (wallets && proved)
    await db.query('insert into account_replica values ($1, 1, $2, $3)', [
      account,
      wallets.map(({ address }) => walletOf(address)),
      Object.fromEntries(proved),
    ])
  const uses = one.candidates.flatMap(({ token: { standard, chain, virtual }, uses: dates }) => {
    const place = { chain: chain && there(chain), virtual: virtual && { ...virtual, itemId: fair.itemId } }
    const isShared = virtual ? virtual.tokenId > 2n : standard === 'ERC1155'
    return dates.map((used, unit) => ({ token: nameOf(place), unit, used, holder: isShared ? account : '' }))
  })
  // a virtual token and the same one on the chain are used together
  await db.query(
    `with before as (insert into campaign_trigger (id, project_id, campaign_id, group_id, account_id, asked_by, key, asked_hash,
         caller, dry, soft, input, context, status, created)
       values ($1, $2, $1, $1, '', '', $1, '', 'user', false, false, '{}', '{}', 201, $4) returning id)
     insert into token_use (group_id, token, holder, unit, account_id, campaign_id, trigger_id, slot_id, used, free_from)
     select $1, d.token, d.holder, d.unit, '', $1, before.id, '', d.used, d.used
     from json_to_recordset($3) d (token text, holder text, unit int, used timestamptz), before on conflict do nothing`,
    [id, fair.projectId, toJson(uses), now],
  )
  const held = one.candidates.flatMap(({ token: { chain, virtual }, holdings: [holding] }) =>
    !chain && virtual && holding && holding.units > 0n
      ? [{ id: newId(), token: virtual.tokenId, amount: Math.min(Number(holding.units), 3) }]
      : [],
  )
  await db.query(
    `insert into holding (id, project_id, collection_id, item_id, number, item_token_id, holder_id, origin, amount, created)
     select d.id, $1, $2, $3, 1, d.token, $4, 'import', d.amount, $5
     from json_to_recordset($6) d (id text, token bigint, amount int)`,
    [fair.projectId, fair.collectionId, fair.itemId, account, now, toJson(held)],
  )
  const tokens = one.candidates.flatMap(
    ({ token: { chain, standard }, holdings, traits, suspended, read }) => {
      if (!chain || standard === 'VIRTUAL') return []
      const { contractAddress: address, tokenId } = there(chain)
      const by = holdings.map(({ wallet, units }) => ({ wallet: walletOf(wallet ?? ''), units }))
      const told = traits?.map(([key, value]): [string, string] => [key, String(value)])
      return [{ address, standard, tokenId, suspended, read, holdings: by, traits: told }]
    },
  )
  const { block = 0, isLate = false } = blocks.get('x') ?? {}
  fair.outside.held = one.isAway ? undefined : { blockchain: 'kub', block, isLate, more: one.more, tokens }
}

const toldOf = ({ reasons, slots, blocks, versions, retry_at }: TriggerRow) => ({
  reasons,
  slots,
  blocks,
  versions,
  retry_at,
})
const sorted = (texts: readonly string[]) => texts.toSorted().join()

/** Tries a case out and presses it in the same state. @returns the status of the trigger, which is what the dry run said */
async function agree(fair: Fair, one: Drawn): Promise<number> {
  const who = { account: person(), id: await publish(fair, one) }
  await remember(fair, one, who)
  await hand(fair, one, who)
  const decided = { ...fair.deps, now: () => one.given.now }
  const deps = { ...decided, batcher: createBatcher(decided) }
  const selections = Object.fromEntries(
    [...one.given.selections].map(([tag, token]) => {
      if ('vitemId' in token) return [tag, { vitemId: fair.itemId, tokenId: String(token.tokenId) }]
      return [tag, placeOf({ chain: there(token) }).chain]
    }),
  )
  const { caller, soft } = one.given
  const about = {
    campaignId: who.id,
    accountId: who.account,
    askedBy: who.account,
    key: undefined,
    target: null,
  }
  const asked = { ...about, caller, soft, input: { selections, coupon: { code: who.id } }, wait: false }
  const dry = await press(deps, { ...asked, dry: true })
  const real = await deps.batcher.find((await press(deps, { ...asked, dry: false })).id)
  assert(real)
  const gone = dry.reasons.filter(({ code }) => code === 'supply_exhausted').map(({ tag }) => tag)
  const isShort = dry.status === 201 && gone.length === dry.reasons.length
  const status = dry.status === 300 ? 400 : isShort ? 202 : dry.status
  assert.deepEqual({ ...toldOf(real), status: real.status }, { ...toldOf(dry), status })
  const left = one.campaign.rewards.map(({ tag }, at) => `${tag} ${at}`).filter((tag) => !gone.includes(tag))
  assert.equal(sorted(real.rewards.map(({ tag }) => tag)), sorted(status === 400 ? left : []))
  const filled = dry.slots.filter(({ isRequired, state }) => status === 400 && isRequired && state === 'met')
  const uses = 'select slot_id from token_use where trigger_id = $1'
  const { rows } = await fair.db.query<{ slot_id: string }>(uses, [real.id])
  assert.equal(sorted(rows.map(({ slot_id }) => slot_id)), sorted(filled.map(({ id }) => id)))
  return status
}

/** Compares as many cases as are asked for. @returns how often each status came */
export async function agreeing(numRuns: number): Promise<Map<number, number>> {
  const seen = new Map<number, number>()
  const fair = await openFair()
  const drawn = fc.tuple(cases, beside).map(([one, more]): Drawn => ({ ...one, ...more }))
  const each = fc.asyncProperty(drawn, async (one) => {
    const status = await agree(fair, one)
    seen.set(status, (seen.get(status) ?? 0) + 1)
  })
  await fc.assert(each, { numRuns }).finally(fair.close)
  assert.deepEqual(fair.errors, [])
  return seen
}
