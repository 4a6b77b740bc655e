import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startSystem } from '@talad/e2e/system'
import { crowdSettings } from '@talad/faults/crowd/crowd'
import { type Db, openDb } from '@talad/shared/db'
import type { Bench, Context, Line } from '../bench.ts'
import { type Asked, byKey, listsOf } from './calls.ts'
import { type Driven, drive, PER_SECOND } from './drive.ts'
import { slowestPlan } from './plan.ts'
import { clearWorld, makeBook, makeIndex, sizeOf } from './world.ts'

const ASSETS = 100_000
const SECONDS = 1.5
const BAR_MS = 50
const MOST_GROWTH = 2
const PLANS = 3

type Place = { gateway: string; index: Db; book: Db }
type Found = { asked: Asked; seen: Driven }

const nameOf = ({ asked, seen }: Found) =>
  seen.givenUp === 0 ? asked.name : `${asked.name} (${seen.givenUp} of ${seen.count} given up)`

/** A market of so many assets, and how long each list of it takes. */
async function measureWorld({ gateway, index, book }: Place, assets: number, say: Context['say']) {
  const size = sizeOf(assets)
  const since = performance.now()
  await makeIndex(index, size)
  await makeBook(book, size)
  say(
    `${assets} assets, ${size.listings + size.offers} orders, made in ${Math.round((performance.now() - since) / 1_000)} s`,
  )
  const calls = Math.round(PER_SECOND * SECONDS)
  const key = byKey(size)
  await drive(gateway, key, calls)
  const keyed = await drive(gateway, key, calls)
  const lists: Found[] = []
  for (const asked of listsOf(size)) {
    await drive(gateway, asked, 20)
    const seen = await drive(gateway, asked, calls)
    lists.push({ asked, seen })
    say(`${nameOf({ asked, seen })}: p50 ${seen.p50.toFixed(1)} ms, p99 ${seen.p99.toFixed(1)} ms`)
  }
  return { keyed, lists }
}

async function plansOf(
  place: Place,
  worst: readonly Found[],
  folder: string,
  say: Context['say'],
): Promise<void> {
  const plans: string[] = []
  for (const { asked } of worst) {
    const db = asked.name.startsWith('orders') ? place.book : place.index
    plans.push(`## ${asked.name}\n\n${await slowestPlan(db, drive(place.gateway, asked, PER_SECOND))}\n`)
  }
  const path = join(folder, 'plans.txt')
  await writeFile(path, plans.join('\n'))
  say(plans.join('\n'))
}

async function run({ scale, say, folder }: Context): Promise<Line[]> {
  const many = Math.max(1_000, Math.round(ASSETS * scale))
  const few = Math.max(100, Math.round(many / 10))
  const system = await startSystem({
    kind: 'embedded',
    env: { TALAD_SERVICES: JSON.stringify(crowdSettings), TALAD_DEMO: 'full' },
    readyMs: 300_000,
  })
  const open = (service: string) =>
    openDb(system.run.databases[service] ?? '', { max: 2, owner: true, name: 'bench' })
  const place = { gateway: system.run.gateway, index: open('asset-indexer'), book: open('order-book') }
  try {
    const small = await measureWorld(place, few, say)
    await clearWorld(place.index, place.book)
    const large = await measureWorld(place, many, say)
    const worst = large.lists.toSorted((a, b) => b.seen.p99 - a.seen.p99).slice(0, PLANS)
    await plansOf(place, worst, folder, say)
    const grown = large.lists.filter(
      ({ seen }, n) => seen.p50 > MOST_GROWTH * Math.max(small.keyed.p50, small.lists[n]?.seen.p50 ?? 0),
    )
    return [
      { what: 'one asset by its id, p99', ours: large.keyed.p99, unit: 'ms' },
      ...large.lists.map((list) => ({
        what: `${nameOf(list)}, p99 of ${many} assets`,
        ours: list.seen.p99,
        unit: 'ms',
        yardstick: { what: 'one asset by its id', figure: large.keyed.p99 },
        bar: { says: `≤ ${BAR_MS} ms`, reached: list.seen.p99 <= BAR_MS && list.seen.givenUp === 0 },
      })),
      ...large.lists.map(({ asked, seen }, n) => ({
        what: `${asked.name}, p50 of ${many} assets`,
        ours: seen.p50,
        unit: 'ms',
        yardstick: { what: `of ${few} assets`, figure: small.lists[n]?.seen.p50 ?? 0 },
      })),
      {
        what: `lists whose half grew more than ${MOST_GROWTH} times`,
        ours: grown.length,
        unit: 'lists',
        bar: { says: '0', reached: grown.length === 0 },
      },
    ]
  } finally {
    await Promise.all([place.index.end(), place.book.end()])
    await system.stop()
  }
}

export const listsBench: Bench = {
  name: 'lists',
  bar: 'P5',
  title: `Each public list with each filter and sort, ${PER_SECOND} calls a second through the gateway, in a market of 100,000 assets (\`--scale 10\`: of 1,000,000) and in one of a tenth of it.`,
  run,
}
