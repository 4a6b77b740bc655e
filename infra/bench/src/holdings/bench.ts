import { reachOf } from '@talad/campaign/reach/reach'
import { definitionsOf } from '@talad/campaign/trigger/definition'
import { openWorldOn, type World } from '@talad/campaign/trigger/testing/world'
import { signToken } from '@talad/shared/testing/tokens'
import type { Bench, Context, Line } from '../bench.ts'
import { settings } from '../campaign-settings.ts'
import { inTurns, repeat } from '../measure.ts'
import { accountAt, growTo } from './world.ts'

const FEW = 100_000
const MANY = 1_000_000
const ROUNDS = 5
const ROUND_MS = 1_000
/** As many are asked about in turns. */
const PEOPLE = 50
/** Each read of a million takes a second or so. */
const REACH_ROUNDS = 5

type Fair = { world: World; campaignId: string; itemId: string; collectionId: string }

async function openFair(postgres: string): Promise<Fair> {
  const world = await openWorldOn(postgres)
  const item = await world.makeItem()
  const requirements = [{ type: 'vnft', tag: 'ticket', vcollectionId: item.collectionId, nftType: 'VIRTUAL' }]
  return { world, ...item, campaignId: await world.makeCampaign({}, { requirements }) }
}

/** Over HTTP, by those whose holdings are looked at: a page of a scan, and a trigger by its id. */
async function openReads({ world, campaignId }: Fair, holdings: number) {
  const { url } = await world.start(world.config(settings))
  const free = await world.makeCampaign()
  const people: { headers: { authorization: string }; triggerId: string }[] = []
  for (let n = 0; n < PEOPLE; n++) {
    const sub = accountAt(Math.floor((n * holdings) / 100 / PEOPLE))
    const { id: triggerId } = await world.press(free, sub)
    people.push({ headers: { authorization: `Bearer ${await signToken(world.keys, { sub })}` }, triggerId })
  }
  let turn = 0
  const read = (path: (triggerId: string) => string) => async () => {
    const one = people[turn++ % PEOPLE]
    if (!one) throw new Error('nobody asks')
    const answer = await fetch(`${url}/api/v1/campaign/${path(one.triggerId)}`, { headers: one.headers })
    if (answer.status !== 200) throw new Error(`answered with ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const scan = (size: number) =>
    read(() => `requirement/scan?campaign_id=${campaignId}&slot_index=0&size=${size}`)
  return { page: scan(100), short: scan(10), key: read((id) => `trigger?triggerId=${id}`) }
}

async function measureReads(fair: Fair, holdings: number, ms: number) {
  const reads = await openReads(fair, holdings)
  const turn = (work: () => Promise<unknown>) => () => repeat({ workers: 1, ms }, work)
  for (const work of Object.values(reads)) await turn(work)()
  return inTurns(ROUNDS, { page: turn(reads.page), short: turn(reads.short), key: turn(reads.key) })
}

/** How many accounts hold a token that fits, and the same of Postgres alone. */
async function measureReach({ world, campaignId, itemId, collectionId }: Fair, holdings: number) {
  const { db, now } = world
  const definition = (await definitionsOf(db, [campaignId])).get(campaignId)
  if (!definition) throw new Error('there is no campaign')
  const reach = async () =>
    (await reachOf(db, world.deps, { definition, after: '', now: now() })).union.accounts
  const bare = async () =>
    (
      await db.query<{ n: number }>(
        'select count(distinct holder_id)::int as n from holding where collection_id = $1',
        [collectionId],
      )
    ).rows[0]?.n
  const [ours, theirs] = [await reach(), await bare()]
  if (ours !== theirs || ours !== Math.ceil(holdings / 100))
    throw new Error(`of ${itemId} ${ours} and ${theirs} accounts have a token`)
  const once = (work: () => Promise<unknown>) => () => repeat({ workers: 1, ms: 1 }, work)
  return inTurns(REACH_ROUNDS, { reach: once(reach), bare: once(bare) })
}

async function run({ postgres, scale, say }: Context): Promise<Line[]> {
  const fair = await openFair(postgres)
  const [few, many] = [FEW, MANY].map((all) => Math.round(all * scale)) as [number, number]
  const ms = ROUND_MS * scale
  try {
    await growTo(fair.world, fair, { from: 0, to: few })
    const before = await measureReads(fair, few, ms)
    await growTo(fair.world, fair, { from: few, to: many })
    say(`there are ${many} holdings`)
    const seen = await measureReads(fair, many, ms)
    const { reach, bare } = await measureReach(fair, many)
    const page = (
      what: string,
      kind: 'page' | 'short',
      figure: number,
      most: number,
      than: string,
    ): Line => ({
      what: `${what} of a scan, p50, with ${many} holdings`,
      ours: seen[kind].p50,
      unit: 'ms',
      yardstick: { what: than, figure },
      bar: { says: `≤ ${most} ×`, reached: seen[kind].p50 <= most * figure },
    })
    return [
      page('a page of 100', 'page', seen.key.p50, 3, 'a trigger by its id, over the same path'),
      page('a page of 100', 'page', before.page.p50, 2, `with ${few}`),
      page('a page of 10', 'short', seen.key.p50, 3, 'a trigger by its id, over the same path'),
      {
        what: `reach over ${many} holdings of ${many / 100} accounts`,
        ours: reach.p50,
        unit: 'ms',
        yardstick: { what: 'a bare count of those accounts', figure: bare.p50 },
        bar: { says: '≤ 2.5 ×', reached: reach.p50 <= 2.5 * bare.p50 },
      },
    ]
  } finally {
    await fair.world.close()
  }
}

export const holdingsBench: Bench = {
  name: 'holdings',
  bar: 'P10',
  title: `A page of a scan and the reach of a campaign with ${MANY} holdings, made by SQL.`,
  run,
}
