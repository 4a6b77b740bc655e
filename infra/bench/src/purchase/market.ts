import type { Run } from '@talad/dev/run-file'
import type { Person } from '@talad/dev/seed/site'
import { type System, startSystem } from '@talad/e2e/system'
import { crowdSettings, gatherCrowd } from '@talad/faults/crowd/crowd'
import { offerGoods } from '@talad/faults/crowd/market'
import { sideBySide } from '@talad/faults/crowd/patient'
import { givePoints } from '@talad/faults/crowd/people'
import { reserve } from '@talad/faults/crowd/purchase'
import { openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'

/** A reserved purchase that one call will pay. */
export type Reserved = { id: string; buyer: Person }

export type Market = { system: System; reserved: Reserved[] }

const SELLERS = 8
/** SP-6: a buyer has at most three purchases under way, and delivered is none before the end of the run. */
const PURCHASES_PER_BUYER = 3
const PRICE_SATANG = 12_345n
const AT_ONCE = 8
const PATIENCE_MS = 60_000

/** Waits until the metadata of the new tokens has been asked for, in vain, and puts off the next tries: no part of a purchase. */
async function fetched(run: Run): Promise<void> {
  const db = openDb(run.databases['asset-indexer'] ?? '', { max: 1, owner: true, name: 'bench' })
  try {
    const isOver = async () => {
      const { rows } = await db.query(
        `select 1 from kit.job where task like 'sync.%' and (claimed_by is not null or run_at <= now()) limit 1`,
      )
      return rows.length === 0
    }
    await until('the metadata was asked for', isOver, PATIENCE_MS)
    await db.query(`update kit.job set run_at = run_at + interval '1 day' where task like 'sync.%'`)
  } finally {
    await db.end()
  }
}

/**
 * Starts a system and brings so many purchases to the point where they have only to be paid, from points.
 * @param env of the system, besides the settings for a crowd
 */
export async function prepareMarket(
  kind: 'embedded' | 'separate',
  purchases: number,
  say: (line: string) => void,
  env: Record<string, string> = {},
): Promise<Market> {
  const system = await startSystem({ kind, env: { ...env, TALAD_SERVICES: JSON.stringify(crowdSettings) } })
  try {
    const { run } = system
    const buyerCount = Math.ceil(purchases / PURCHASES_PER_BUYER)
    const people = { sellers: SELLERS, buyers: buyerCount, goods: purchases, patientMs: PATIENCE_MS }
    const { sellers, buyers, goods } = await gatherCrowd(run, people)
    say(`${kind}: ${buyers.length} buyers have come`)
    const [offers] = await Promise.all([
      offerGoods(run, sellers, goods, () => PRICE_SATANG, AT_ONCE),
      sideBySide(buyers, AT_ONCE, (buyer) => givePoints(buyer, 100_000, `points-${buyer.joinId}`)),
    ])
    say(`${kind}: ${offers.length} tokens are offered`)
    const reserved = await sideBySide(offers, AT_ONCE, async ({ order }, index) => {
      const buyer = buyers[index % buyers.length]
      if (buyer === undefined) throw new Error('nobody buys')
      return { id: (await reserve(buyer, order))._id, buyer }
    })
    await fetched(run)
    say(`${kind}: ${reserved.length} purchases wait for their payment`)
    return { system, reserved }
  } catch (error) {
    await system.stop()
    throw new Error(
      `the market could not be prepared; the system's last words:\n${system.output().slice(-2_000)}`,
      {
        cause: error,
      },
    )
  }
}
