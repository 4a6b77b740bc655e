import { traitQuery } from '@talad/proto/http/asset-indexer/assets'
import { listFacets } from '@talad/proto/http/asset-indexer/facets'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { followRate } from '../src/rate/store.ts'
import { alice, BIRD, bob, FISH, type Lists, now, startLists } from './lists.ts'
import { CAT, collections, makeMarket, type Order, picker, saveMarket, type Thing } from './market.ts'

const pick = picker(20261123)
const things = makeMarket(120, pick)
/** Each look at the clock is a little later than the one before: so everything takes long, and what is counted is kept. */
let late = 0
const KEPT_MS = 60_000
const clock = () => {
  late += 20
  return new Date(now.getTime() + late)
}
let own: Lists
beforeAll(async () => {
  own = await startLists(inject('postgres'), { clock, countsKeptMs: KEPT_MS })
  await saveMarket(own.db, things)
})
afterAll(() => own.close())

type Filter = {
  cl?: string[]
  bc?: string[]
  co?: ('li' | 'of')[]
  cu?: string[]
  cv?: 'thb' | 'jfin'
  vf?: number
  vt?: number
  fins?: string[]
  levels?: readonly [number, number]
  wl?: string
}

const live = (thing: Thing) => thing.orders.filter((order) => order.live)
const isIn = (value: number, { vf = 0, vt = Number.MAX_VALUE }: Filter) => value >= vf && value <= vt

/** Baht for a JFIN; undefined: nobody tells (OB-37). */
let rate: number | undefined
/** Exact in binary and in decimal. */
const RATE = 4

function valueIn({ family, value }: Order, wanted: string): number | undefined {
  if (family === wanted) return value
  return rate && (wanted === 'thb' ? value * rate : value / rate)
}

function bestOf(thing: Thing, family: string): number | undefined {
  const of = (wanted: string) => live(thing).filter(({ type }) => type === wanted)
  const listed = of('list')
  const values = (listed.length > 0 ? listed : of('offer')).flatMap((order) => valueIn(order, family) ?? [])
  if (values.length === 0) return undefined
  return listed.length > 0 ? Math.min(...values) : Math.max(...values)
}

const inCurrency = (order: Order, cu: readonly string[]) =>
  cu.includes(order.symbol.toLowerCase()) || cu.includes(order.family)

function priceMatches(thing: Thing, filter: Filter): boolean {
  const { cu, cv, vf, vt } = filter
  if (cu) {
    const isPriced = (order: Order) => {
      if (vf === undefined && vt === undefined) return true
      const value = cv ? valueIn(order, cv) : order.value
      return value !== undefined && isIn(value, filter)
    }
    return live(thing).some((order) => inCurrency(order, cu) && isPriced(order))
  }
  const best = bestOf(thing, cv ?? 'thb')
  return (vf === undefined && vt === undefined) || (best !== undefined && isIn(best, filter))
}

function stateMatches(thing: Thing, { co, wl }: Filter): boolean {
  if (!co || co.length === 0) return true
  if (wl && thing.holder !== wl) return false
  const has = (type: string) =>
    live(thing).some((order) => order.type === type && (type === 'offer' || !wl || order.offerer === wl))
  return (co.includes('li') && has('list')) || (co.includes('of') && has('offer'))
}

/** What the filters mean, said once more over plain arrays. */
function matches(thing: Thing, filter: Filter): boolean {
  const { cl, bc, fins, levels } = filter
  const { Fin, Level } = thing.traits
  return (
    !thing.suspended &&
    (!cl || cl.includes(thing.collection)) &&
    (!bc || bc.includes(thing.blockchain)) &&
    (!fins || fins.includes(String(Fin).toLowerCase())) &&
    (!levels || (Number(Level) >= levels[0] && Number(Level) <= levels[1])) &&
    stateMatches(thing, filter) &&
    priceMatches(thing, filter)
  )
}

const countOf = (filter: Filter) => things.filter((thing) => matches(thing, filter)).length

function queryOf({ cl, bc, co, cu, cv, vf, vt, fins = [], levels, wl }: Filter): Record<string, string> {
  const lists = Object.entries({ cl, bc, co, cu }).flatMap(([name, list]) =>
    list ? [[name, list.join(',')]] : [],
  )
  const plain = Object.entries({ cv, vf, vt, wl }).flatMap(([name, one]) =>
    one === undefined ? [] : [[name, String(one)]],
  )
  const ranges = levels ? [{ key: 'level', value: String(levels[0]), valueTo: String(levels[1]) }] : []
  const traits = traitQuery([...fins.map((value) => ({ key: 'fin', value })), ...ranges])
  return { ...Object.fromEntries([...lists, ...plain]), ...traits }
}

function randomFilter(): Filter {
  const maybe = <T>(some: readonly T[]) => pick([undefined, undefined, ...some])
  const filter = {
    cl: maybe([[FISH], [BIRD, CAT]]),
    bc: maybe([['kub'], ['kub', 'jfin']]),
    co: maybe([['li' as const], ['of' as const], ['li' as const, 'of' as const]]),
    cu: maybe([['thb'], ['thbk'], ['wjfin', 'thbk'], ['jfin']]),
    cv: maybe(['thb' as const, 'jfin' as const]),
    vf: maybe([5, 20]),
    vt: maybe([20, 50]),
    fins: maybe([['long'], ['short', 'crown']]),
    levels: maybe([[2, 5] as const]),
    wl: maybe([alice, bob]),
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

async function facets(query: Record<string, string>) {
  const { status, body } = await own.get('/api/public/v1/assets/facets', query)
  expect([status, body.message]).toEqual([200, undefined])
  return listFacets.response.parse(body)
}

/** As many as /assets shows. */
async function shown(filter: Filter): Promise<number> {
  return (await own.get('/api/public/v1/assets', { ...queryOf(filter), count: '1', ps: '1' })).body.total
}

async function setRate(to: number | undefined): Promise<void> {
  rate = to
  late += 2 * KEPT_MS // what is kept may be as old
  const at = to === undefined ? new Date(0) : clock()
  await own.db.query('delete from rate')
  await followRate(own.db, { base: 'jfin', quote: 'thb', rate: String(to ?? 1), at }, now)
}

const without = (filter: Filter, ...names: (keyof Filter)[]): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !names.some((one) => one === name)))

describe.each([undefined, RATE])('facets at a rate of %s', (rate) => {
  beforeAll(() => setRate(rate))

  test('AI-13 every choice counts what it will show: the other filters hold, its own facet’s are alternatives', async () => {
    let counted = 0
    for (let round = 0; round < 150; round += 1) {
      const filter = randomFilter()
      const found = await facets(queryOf(filter))
      const says = JSON.stringify(filter)
      const all: [number | null, Filter][] = [
        ...found.status.map(({ code, count }): [number | null, Filter] => [count, { ...filter, co: [code] }]),
        ...found.collections.map(({ id, count }): [number | null, Filter] => [
          count,
          { ...without(filter, 'fins', 'levels'), cl: [id] },
        ]),
        ...found.currencies.map(({ code, count }): [number | null, Filter] => [
          count,
          { ...filter, cu: [code] },
        ]),
        ...found.blockchains.map(({ name, count }): [number | null, Filter] => [
          count,
          { ...filter, bc: [name] },
        ]),
      ]
      for (const [count, chosen] of all)
        expect(count, `${says} → ${JSON.stringify(chosen)}`).toBe(countOf(chosen))
      // and the list agrees
      const [count, chosen] = pick(all)
      expect(await shown(chosen), says).toBe(count)
      counted += all.reduce((sum, [each]) => sum + (each ?? 0), 0)
    }
    expect(counted).toBeGreaterThan(1_000)
  })

  test('AI-13 OB-37 the range of prices is that of the other filters', async () => {
    for (let round = 0; round < 50; round += 1) {
      const filter = without(randomFilter(), 'cu')
      const { price } = await facets(queryOf(filter))
      const family = filter.cv ?? 'thb'
      const best = things
        .filter((thing) => matches(thing, without(filter, 'vf', 'vt')))
        .flatMap((thing) => bestOf(thing, family) ?? [])
      const ends = best.length === 0 ? [null, null] : [Math.min(...best), Math.max(...best)].map(String)
      expect([price.family, price.min, price.max], JSON.stringify(filter)).toEqual([family, ...ends])
    }
    expect((await facets({ cu: 'thbk', cv: 'thb' })).price).toMatchObject({
      family: 'thb',
      min: '0.5',
      max: '100',
    })
  })

  test('collections come with the most matches first, and one that is chosen stays though nothing matches', async () => {
    const found = (await facets({})).collections
    const expected = collections.map(({ id, slug }) => ({ slug, count: countOf({ cl: [id] }) }))
    expect(found.map(({ slug, count }) => ({ slug, count }))).toEqual(
      expected.sort((a, b) => b.count - a.count),
    )
    const none = (await facets({ cl: 'cat', vf: '9999' })).collections
    expect(none).toMatchObject([{ slug: 'cat', count: 0 }])
  })

  test('AI-15 what is suspended is counted only where it is asked for', async () => {
    const total = (list: { count: number | null }[]) => list.reduce((sum, { count }) => sum + (count ?? 0), 0)
    expect(total((await facets({})).collections)).toBe(countOf({}))
    expect(total((await facets({ is: '1' })).collections)).toBe(things.length)
  })

  test('words are searched for as in the list, with the same tolerance', async () => {
    for (const q of ['Thing 7', 'Thinh 7', 'nothing of the kind']) {
      const list = await own.get('/api/public/v1/assets', { q, count: '1' })
      const counted = (await facets({ q })).blockchains.reduce((sum, { count }) => sum + (count ?? 0), 0)
      expect(counted, q).toBe(list.body.total)
    }
  })

  test.each([
    ['bc', 'x'.repeat(31)],
    ['wl', '0x12'],
    ['cl', 'x'.repeat(101)],
    ['ad', 'nobody'],
    ['as', 'zz'],
    ['co', 'sold'],
    ['cu', 'x'.repeat(21)],
    ['cv', 'usd'],
    ['vf', 'dear'],
    ['vt', '1e3'],
    ['is', 'yes'],
    ['q', 'x'],
    ['tr[0][value]', '1'],
  ])('a bad %s is a 400 that names it', async (field, value) => {
    const { status, body } = await own.get('/api/public/v1/assets/facets', { [field]: value })
    expect([status, String(body.field).split('.')[0]]).toEqual([400, field.split('[')[0]])
  })

  test('AI-14 mine needs a wallet, and a checksum that is wrong is told', async () => {
    expect((await own.get('/api/public/v1/assets/facets', { co: 'mine' })).body).toMatchObject({
      field: 'wl',
    })
    const mixed = `0x${'Ab'.repeat(20)}`
    const { body } = await own.get('/api/public/v1/assets/facets', { co: 'li', wl: mixed })
    expect(body).toMatchObject({ status: 400, field: 'wl' })
  })
})
