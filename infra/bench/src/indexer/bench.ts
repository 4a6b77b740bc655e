import type { Bench, Context, Line } from '../bench.ts'
import { inTurns } from '../measure.ts'
import { backfill, plainLogs } from './backfill.ts'
import { makeBusyChain } from './chain.ts'
import { measureLive } from './live.ts'

const TOKENS = 20_000
const LEAST_TOKENS = 2_000
const ROUNDS = 3

async function benchBackfill({ postgres, scale, say }: Context): Promise<Line> {
  const chain = await makeBusyChain(Math.max(LEAST_TOKENS, TOKENS * scale))
  say(`the chain has ${chain.events} transfers in ${chain.height} blocks`)
  try {
    const seen = await inTurns(ROUNDS, {
      ours: () => backfill(postgres, chain),
      plain: () => plainLogs(chain),
    })
    const rate = seen.ours.perSecond
    return {
      what: `cold backfill of ${chain.events} mints and transfers`,
      ours: rate,
      unit: 'events/s',
      yardstick: { what: 'eth_getLogs of the same range', figure: seen.plain.perSecond },
      bar: { says: '≥ 8,000', reached: rate >= 8_000 },
    }
  } finally {
    await chain.stop()
  }
}

async function run(context: Context): Promise<Line[]> {
  const filled = await benchBackfill(context)
  const { row, p95, order, burst } = await measureLive(context.scale)
  return [
    filled,
    { what: 'sent transaction to queryable row, p50', ours: row.p50, unit: 'ms' },
    {
      what: 'sent transaction to queryable row, p95',
      ours: p95,
      unit: 'ms',
      bar: { says: '≤ 110 ms', reached: p95 <= 110 },
    },
    {
      what: 'cancelled on chain to order status and activity over the site, p50',
      ours: order.p50,
      unit: 'ms',
    },
    {
      what: 'the same, p99',
      ours: order.p99,
      unit: 'ms',
      bar: { says: '≤ 1,000 ms', reached: order.p99 <= 1_000 },
    },
    {
      what: 'burst of 95 blocks with a mint each, from the first sent to the last queryable',
      ours: burst,
      unit: 'ms',
      bar: { says: '< 5,000 ms', reached: burst < 5_000 },
    },
  ]
}

export const indexerBench: Bench = {
  name: 'indexer',
  bar: 'P3',
  title:
    'The indexer behind a chain: a cold backfill beside plain reading of the same logs, and new blocks on a running system.',
  run,
}
