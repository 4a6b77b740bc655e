import { press } from '@talad/campaign/trigger/press'
import { openWorldOn, person, type World } from '@talad/campaign/trigger/testing/world'
import type { Bench, Context, Line } from '../bench.ts'
import { inTurns, type Measured, repeat } from '../measure.ts'
import { bareTriggers, type Hot } from './bare.ts'
import { couponLines } from './coupons.ts'

/** As many are decided together at most. */
const TOGETHER = 200
/** So that the next ones are noted while others are decided. */
const WAITING = 2 * TOGETHER
/** A limit that nobody reaches: each trigger writes all of its rows. */
const LIMIT = 100_000_000
const CAMPAIGNS = 1_000
const ROUNDS = 5
const ROUND_MS = 4_000
const CALM = 4

async function makeCampaign(world: World, limitGlobal: number | null): Promise<Hot> {
  const item = await world.makeItem()
  const rewards = [{ type: 'vnft', tag: 'prize', nftItemId: item.itemId }]
  return { ...item, id: await world.makeCampaign({ limitGlobal }, { rewards }) }
}

/** Somebody new presses, from the call to what came of it. */
function presser(world: World) {
  const [batcher] = world.batchers
  if (!batcher) throw new Error('nobody decides')
  const deps = { ...world.deps, batcher }
  return async (campaignId: string) => {
    const accountId = person()
    const asked = { campaignId, accountId, askedBy: `user:${accountId}`, caller: 'user' as const }
    const how = { key: undefined, input: {}, target: null, dry: false, soft: false, wait: true }
    const row = await press(deps, { ...asked, ...how })
    if (row.status !== 400) throw new Error(`a trigger came to ${row.status}`)
    return row
  }
}

const per = (measured: Measured, each: number) => measured.perSecond * each

async function run({ postgres, scale, say }: Context): Promise<Line[]> {
  const world = await openWorldOn(postgres)
  try {
    const press = presser(world)
    const [hot, twin, unlimited] = [
      await makeCampaign(world, LIMIT),
      await makeCampaign(world, LIMIT),
      await makeCampaign(world, null),
    ]
    const many: Hot[] = []
    for (let n = 0; n < CAMPAIGNS; n++) many.push(await makeCampaign(world, null))
    const pattern = await press(hot.id)
    await press(twin.id)
    const bare = bareTriggers(world, twin, pattern.id)
    const set = () => bare(Array.from({ length: TOGETHER }, person))
    const ms = ROUND_MS * scale
    const line = (campaign: () => Hot, workers = WAITING) =>
      repeat({ workers, ms }, () => press(campaign().id))
    let turn = 0
    const each = () => many[turn++ % CAMPAIGNS] ?? hot
    await line(() => hot) // plans are made
    await repeat({ workers: 1, ms }, set)
    await world.owner.query('vacuum analyze')
    const seen = await inTurns(ROUNDS, {
      bare: () => repeat({ workers: 1, ms }, set),
      bare2: () => repeat({ workers: 2, ms }, set),
      hot: () => line(() => hot),
      calm: () => line(() => hot, CALM),
      one: () => line(() => unlimited),
      many: () => line(each),
    })
    const [yardstick, ours] = [
      Math.max(per(seen.bare, TOGETHER), per(seen.bare2, TOGETHER)),
      seen.hot.perSecond,
    ]
    say(`${seen.hot.count} triggers and ${Math.round(seen.bare.count * TOGETHER)} bare ones in a round`)
    const broken = await world.broken()
    if (broken.length > 0) throw new Error(`what must hold doesn't: ${broken.join('; ')}`)
    return [
      {
        what: `one campaign with a limit, ${WAITING} who press and wait for what comes of it`,
        ours,
        unit: 'triggers/s',
        yardstick: { what: `bare set-based SQL of the same rows, ${TOGETHER} together`, figure: yardstick },
        bar: { says: 'at least 0.4', reached: ours >= 0.4 * yardstick },
      },
      {
        what: `the same, p99 of one with ${CALM} who press`,
        ours: seen.calm.p99,
        unit: 'ms',
        bar: { says: 'p95 ≤ 150 ms', reached: seen.calm.p99 <= 150 },
      },
      {
        what: `one campaign without a limit, ${WAITING} who press`,
        ours: 1_000 / seen.one.perSecond,
        unit: 'ms a trigger',
        yardstick: { what: `${CAMPAIGNS} campaigns in turns`, figure: 1_000 / seen.many.perSecond },
        bar: { says: '≤ 1.1 ×', reached: seen.many.perSecond <= 1.1 * seen.one.perSecond },
      },
      ...(await couponLines(world, { rounds: ROUNDS, codes: Math.round(1_000 * scale) })),
    ]
  } finally {
    await world.close()
  }
}

export const triggersBench: Bench = {
  name: 'triggers',
  bar: 'P10',
  title:
    'Triggers of one campaign with a limit, of one without and of a thousand, and 64 who redeem coupons, beside bare SQL.',
  run,
}
