import type { Bench, Context, Line } from '../bench.ts'
import { type Drive, drive } from './drive.ts'
import { type Hop, hopsOf } from './hops.ts'
import { type Market, prepareMarket } from './market.ts'

/** What the bar asks of each way of running it, and the rates that are tried, the lowest first. */
const ways = {
  embedded: { name: 'embedded bus', barMs: 300, barRate: 100, rates: [10, 25, 50, 100], seconds: 8 },
  separate: {
    name: 'Kafka, separate processes',
    barMs: 910,
    barRate: 500,
    rates: [10, 25, 50, 100, 200],
    seconds: 4,
  },
} as const
type Kind = keyof typeof ways

const WARM_UP = 40
/** fewer say nothing about a 99th percentile */
const LEAST = 30

type Step = { rate: number; drive: Drive; holds: boolean }

/** Takes the purchases of one step off the list. */
function take(market: Market, count: number) {
  return market.reserved.splice(0, count)
}

async function climb(kind: Kind, market: Market, scale: number, say: Context['say']): Promise<Step[]> {
  const { rates, barMs, seconds } = ways[kind]
  const steps: Step[] = []
  for (const rate of rates) {
    const seen = await drive(take(market, countOf(rate, seconds, scale)), rate)
    const holds = seen.late === 0 && seen.p99 < barMs && seen.sentPerSecond > rate * 0.9
    steps.push({ rate, drive: seen, holds })
    say(
      `${kind}, ${rate}/s: p50 ${Math.round(seen.p50)} ms, p99 ${Math.round(seen.p99)} ms, ${seen.late} late`,
    )
    if (!holds) break
  }
  return steps
}

const countOf = (rate: number, seconds: number, scale: number) =>
  Math.max(LEAST, Math.round(rate * seconds * scale))

function linesOf(kind: Kind, steps: readonly Step[], hops: readonly Hop[]): Line[] {
  const { name, barMs, barRate } = ways[kind]
  const best = steps.findLast(({ holds }) => holds)
  const top = best ?? steps[0]
  if (top === undefined) return []
  const says = `p99 < ${barMs} ms at ${barRate}/s`
  return [
    {
      what: `${name}: highest rate tried with p99 < ${barMs} ms`,
      ours: best?.rate ?? 0,
      unit: 'purchases/s',
      bar: { says, reached: (best?.rate ?? 0) >= barRate },
    },
    ...steps.flatMap(({ rate, drive: seen }): Line[] => [
      { what: `${name}, ${rate}/s: asked to processing, p50`, ours: seen.p50, unit: 'ms' },
      { what: `${name}, ${rate}/s: p99`, ours: seen.p99, unit: 'ms' },
    ]),
    ...hops.flatMap(({ what, p50, p99 }): Line[] => [
      { what: `${name}, ${top.rate}/s: ${what}, p50`, ours: p50, unit: 'ms' },
      { what: `${name}, ${top.rate}/s: ${what}, p99`, ours: p99, unit: 'ms' },
    ]),
  ]
}

async function measure(kind: Kind, { scale, say }: Context): Promise<Line[]> {
  const { rates, seconds } = ways[kind]
  const purchases = rates.reduce<number>((sum, rate) => sum + countOf(rate, seconds, scale), WARM_UP)
  const market = await prepareMarket(kind, purchases, say)
  try {
    const { run } = market.system
    await drive(take(market, WARM_UP), 20)
    const steps = await climb(kind, market, scale, say)
    const top = steps.findLast(({ holds }) => holds) ?? steps[0]
    const hops = top === undefined ? [] : await hopsOf(run, top.drive.paid)
    return linesOf(kind, steps, hops)
  } finally {
    await market.system.stop()
  }
}

async function run(context: Context): Promise<Line[]> {
  return [...(await measure('embedded', context)), ...(await measure('separate', context))]
}

export const purchaseBench: Bench = {
  name: 'purchase',
  bar: 'P2',
  title:
    'From the call that pays from points to `processing` before the buyer, with the chain delivering meanwhile.',
  run,
}
