import { setTimeout as delay } from 'node:timers/promises'
import { type Person, visit } from '@talad/dev/seed/site'
import { startSystem } from '@talad/e2e/system'
import { crowdSettings, gatherCrowd } from '@talad/faults/crowd/crowd'
import { mintGoods } from '@talad/faults/crowd/goods'
import { type Offer, offerGoods } from '@talad/faults/crowd/market'
import { signInCrowd } from '@talad/faults/crowd/people'
import { chooseCard, isOver, look, pay, reserve } from '@talad/faults/crowd/purchase'
import { getAsset } from '@talad/proto/http/asset-indexer/assets'
import { ResponseError } from '@talad/proto/http/client'
import { openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import type { Bench, Context, Line } from '../bench.ts'
import { percentile } from '../measure.ts'
import { openBlocks } from './blocks.ts'
import { startGateway } from './gateway.ts'
import { type Recipe, recipes } from './recipes.ts'

/** Purchases and pictures of somebody else, at `--scale 1`. */
const USUAL = 9
const DURING = 5
const PRICE_SATANG = 2_000n
const PATIENCE_MS = 120_000
const LOOK_MS = 250
const QUIET_MS = 60_000
/** Full blocks come as seldom as those of a chain. */
const WAVE_EVERY_MS = 3_000
const MOST_PICTURE_SECONDS = 5
const MOST_GAS = 1_000_000

type System = Awaited<ReturnType<typeof startSystem>>
type Honest = { system: System; buyer: Person; seller: Person; offers: Offer[]; minted: number }

const seconds = (since: number) => (performance.now() - since) / 1_000

/** From the card to completed. */
async function purchase({ buyer, offers }: Honest): Promise<number> {
  const offer = offers.pop()
  if (!offer) throw new Error('nothing is left to buy')
  const reserved = await reserve(buyer, offer.order)
  const { page } = await pay(buyer, reserved)
  if (page === undefined) throw new Error('there is no card page')
  const since = performance.now()
  await chooseCard(page, 'success')
  const over = await until(
    'it is completed',
    async () => {
      const now = await look(buyer, reserved._id)
      return isOver(now) ? now : undefined
    },
    PATIENCE_MS,
  )
  if (over.status !== 'completed') throw new Error(`a purchase of somebody else is ${over.status}`)
  return seconds(since)
}

/** From a token that is minted to its picture, as a visitor gets it. */
async function picture(honest: Honest): Promise<number> {
  const { run } = honest.system
  const since = performance.now()
  const [good] = await mintGoods(run, [honest.seller.address], 1, honest.minted++)
  const query = { bc: run.blockchain, ad: good?.contract, ti: good?.tokenId }
  const path = await until(
    'there is a picture',
    () =>
      visit(run)(getAsset, { query }).then(
        ({ image }) => image.r360 ?? undefined,
        (error: unknown) => {
          if (error instanceof ResponseError && error.status === 404) return undefined
          throw error
        },
      ),
    PATIENCE_MS,
  )
  const answer = await fetch(new URL(path, run.gateway))
  if (!answer.ok || (await answer.arrayBuffer()).byteLength === 0)
    throw new Error(`no picture: ${answer.status}`)
  return seconds(since)
}

type Times = { purchases: number[]; pictures: number[] }

async function measure(honest: Honest, count: number): Promise<Times> {
  const several = async (one: (honest: Honest) => Promise<number>) => {
    const times: number[] = []
    for (let n = 0; n < count; n++) times.push(await one(honest))
    return times.sort((a, b) => a - b)
  }
  const [purchases, pictures] = await Promise.all([several(purchase), several(picture)])
  return { purchases, pictures }
}

/** Waits until the index has done what came before, so that each recipe is seen alone; not for ever, as strangers don't. */
async function quiet({ run }: System): Promise<number> {
  const since = performance.now()
  const db = openDb(run.databases['asset-indexer'] ?? '', { max: 1, owner: true, name: 'bench' })
  const isQuiet = async () => {
    const { rows } = await db.query(`select 1 from kit.job where task like any('{sync.%,collection.%}')
      and (claimed_by is not null or run_at <= now()) limit 1`)
    return rows.length === 0
  }
  try {
    const end = since + QUIET_MS
    while (performance.now() < end && !(await isQuiet())) await delay(LOOK_MS)
    return seconds(since)
  } finally {
    await db.end()
  }
}

/** Measures while waves of a recipe come. */
async function during(honest: Honest, { wave }: Recipe, count: number): Promise<Times & { waves: number }> {
  const over = new AbortController()
  let waves = 0
  const storm = async () => {
    while (!over.signal.aborted) {
      const since = performance.now()
      await wave(waves++)
      await delay(Math.max(0, WAVE_EVERY_MS - (performance.now() - since)))
    }
  }
  const running = storm()
  running.catch(() => undefined) // it is thrown below
  await delay(WAVE_EVERY_MS / 3) // the first wave is on its way
  const times = await measure(honest, count).finally(() => over.abort())
  await running
  return { ...times, waves }
}

const median = (sorted: readonly number[]) => percentile(sorted, 0.5)
const slowest = (sorted: readonly number[]) => sorted.at(-1) ?? 0

function linesOf(what: string, usual: Times, seen: Times, gas: number): Line[] {
  const took = median(seen.purchases)
  const yardstick = { what: 'usually', figure: median(usual.purchases) }
  const slow = slowest(seen.pictures)
  return [
    {
      what: `${what}: a purchase, card to completed, p50`,
      ours: took,
      unit: 's',
      yardstick,
      bar: { says: '≤ 2 × usual', reached: took <= 2 * yardstick.figure },
    },
    { what: `${what}: the slowest purchase`, ours: slowest(seen.purchases), unit: 's' },
    {
      what: `${what}: the slowest picture`,
      ours: slow,
      unit: 's',
      yardstick: { what: 'usually, p50', figure: median(usual.pictures) },
      bar: { says: `≤ ${MOST_PICTURE_SECONDS} s`, reached: slow <= MOST_PICTURE_SECONDS },
    },
    {
      what: `${what}: the dearest delivery`,
      ours: gas,
      unit: 'gas',
      bar: { says: '≤ 1M', reached: gas <= MOST_GAS },
    },
  ]
}

async function run({ scale, say }: Context): Promise<Line[]> {
  const [usually, each] = [USUAL, DURING].map((count) => Math.max(3, Math.round(count * scale)))
  if (usually === undefined || each === undefined) throw new Error('how many?')
  const ipfs = await startGateway()
  const settings = { ...crowdSettings, 'asset-indexer': { IPFS_GATEWAYS: ipfs.url } }
  const system = await startSystem({ kind: 'embedded', env: { TALAD_SERVICES: JSON.stringify(settings) } })
  try {
    const count = usually + recipes.length * (each + 1) + 30
    const crowd = { sellers: 4, buyers: 1, goods: count }
    const { sellers, buyers, goods } = await gatherCrowd(system.run, crowd)
    const offers = await offerGoods(system.run, sellers, goods, () => PRICE_SATANG)
    const strangers = await signInCrowd(system.run, 'stranger', 30, PATIENCE_MS)
    const [[buyer], [seller]] = [buyers, sellers]
    if (!buyer || !seller) throw new Error('nobody came')
    const honest: Honest = { system, buyer, seller, offers, minted: count }
    const blocks = openBlocks(system.run)
    await quiet(system)
    await measure(honest, 2)
    const usual = await measure(honest, usually)
    say(
      `usually: purchases ${usual.purchases.map((s) => s.toFixed(2))}, pictures ${usual.pictures.map((s) => s.toFixed(2))}`,
    )
    const lines: Line[] = []
    for (const [index, prepare] of recipes.entries()) {
      const recipe = await prepare({ run: system.run, blocks, buyers: strangers, offers, say })
      await quiet(system)
      const from = Number(await blocks.rpc('eth_blockNumber'))
      const seen = await during(honest, recipe, each)
      const gas = await blocks.mostOfRelayers(from)
      lines.push(...linesOf(`${index + 1}. ${recipe.name}`, usual, seen, gas))
      say(
        `${recipe.name}: ${seen.waves} waves; purchases ${seen.purchases.map((s) => s.toFixed(2))}, pictures ${seen.pictures.map((s) => s.toFixed(2))}, ${gas} gas`,
      )
      say(`the index was left alone for ${(await quiet(system)).toFixed(1)} s`)
    }
    return [
      { what: 'usually: a purchase, card to completed, p50', ours: median(usual.purchases), unit: 's' },
      { what: 'usually: a picture of a new token, p50', ours: median(usual.pictures), unit: 's' },
      ...lines,
    ]
  } finally {
    await system.stop()
    ipfs.close()
  }
}

export const strangersBench: Bench = {
  name: 'strangers',
  title: `Somebody else's purchase and picture, and what a delivery costs, while strangers send a full block, or buy, each ${WAVE_EVERY_MS / 1_000} s.`,
  run,
}
