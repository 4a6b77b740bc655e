import { makeCodes, redeeming, STALL } from '@talad/campaign/coupon/testing/redeeming'
import type { World } from '@talad/campaign/trigger/testing/world'
import { openDb } from '@talad/shared/db'
import type { Line } from '../bench.ts'
import { inTurns, type Measured, summary } from '../measure.ts'

const REDEEMERS = 64

/** Redeemers do so many things, each one after the other. @param first the number of the first one */
async function redeem(
  work: (at: number) => Promise<unknown>,
  first: number,
  count: number,
): Promise<Measured> {
  const latencies: number[] = []
  const since = performance.now()
  let next = first
  const one = async () => {
    while (next < first + count) {
      const [at, begun] = [next++, performance.now()]
      await work(at)
      latencies.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: REDEEMERS }, one))
  return summary(latencies, performance.now() - since)
}

/** CA-68, CA-74: what redeemers get done beside bare `for update skip locked`. */
export async function couponLines(
  world: World,
  { rounds, codes }: { rounds: number; codes: number },
): Promise<Line[]> {
  const db = openDb(world.databaseUrl, { max: REDEEMERS })
  try {
    const place = { ...(await world.makeItem(null, null, STALL)), projectId: world.projectId }
    await makeCodes(world.owner, place, codes * (rounds + 1))
    const works = redeeming(db, place, world.now)
    const from = { bare: 0, reveal: 0, use: 0 }
    const turn = (kind: keyof typeof from) => async () => {
      const first = from[kind]
      from[kind] += codes
      return redeem(works[kind], first, codes)
    }
    const turns = { bare: turn('bare'), reveal: turn('reveal'), use: turn('use') }
    for (const one of Object.values(turns)) await one() // connections and plans are made
    const seen = await inTurns(rounds, turns)
    const { perSecond } = seen.bare
    return (['reveal', 'use'] as const).map((kind) => ({
      what: `${REDEEMERS} who ${kind} coupons of one pool`,
      ours: seen[kind].perSecond,
      unit: 'coupons/s',
      yardstick: { what: 'bare "for update skip locked" and a row of the use', figure: perSecond },
      bar: { says: 'at least 0.6', reached: seen[kind].perSecond >= 0.6 * perSecond },
    }))
  } finally {
    await db.end()
  }
}
