import { setTimeout as delay } from 'node:timers/promises'
import { assetIdOf } from '@talad/asset-indexer/chain/ids'
import type { Run } from '@talad/dev/run-file'
import { appointStaff } from '@talad/dev/seed/admins'
import { signIn } from '@talad/dev/seed/site'
import { onceHeard } from '@talad/e2e/people'
import { startSystem } from '@talad/e2e/system'
import { type Crowd, crowdSettings, gatherCrowd } from '@talad/faults/crowd/crowd'
import { type Offer, offerGood } from '@talad/faults/crowd/market'
import { reserve } from '@talad/faults/crowd/purchase'
import { isSuspended } from '@talad/market/suspensions'
import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { listOrders } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { type Db, inTx, openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import type { Bench, Context, Line } from '../bench.ts'
import { inTurns, percentile, repeat } from '../measure.ts'
import { listPast } from './listings.ts'

const BLOCKCHAIN = 'kub'
const TOKENS = 100_000
/** of these tokens */
const LISTINGS = 30_000
/** listings that are put, and purchases that are begun, one after the other */
const ONE_BY_ONE = 60
const WARM = 10
const RANGES = 10_000
const UNBUYABLE_MS = 1_000
const GONE_MS = 5_000
const WITHIN_MS = 1_800_000
const FOLLOWED_MS = 60_000
const ROUNDS = 5
const MOST_DEARER = 1.05

type Place = { index: Db; book: Db; shipping: Db }

/** Above what is minted. */
const FIRST_MORE = 10_000_000
/** Tokens that the index knows of a contract, besides those that are minted. */
const MORE = `
  insert into asset (id, collection_id, contract, token_id, owner, supply, first_block, first_at, last_block, name)
  select n.id, a.collection_id, a.contract, n.token_id, a.owner, 1, a.first_block, a.first_at, a.last_block,
    'Lantern ' || n.token_id
  from (select * from asset where contract = $1 limit 1) a, unnest($2::text[], $3::numeric[]) n (id, token_id)`

const count = async (db: Db, sql: string, values: unknown[]) => {
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n ${sql}`, values)
  return rows[0]?.n ?? 0
}

const shown = ({ index }: Place, contract: string) =>
  count(index, 'from asset where contract = $1 and not suspended and token_id >= 1000000', [contract])
const listed = ({ index }: Place, contract: string) =>
  count(index, 'from asset where contract = $1 and listings > 0 and token_id >= 1000000', [contract])
const active = ({ book }: Place, contract: string) =>
  count(book, `from order_view where contract = $1 and status = 'offchain' and not inactive`, [contract])

/** What the same rows take to be written by a single statement each, which are taken back. */
async function bareUpdate({ index, book }: Place, contract: string): Promise<number> {
  const since = performance.now()
  const taken = new Error('taken back')
  const writing = (db: Db, sql: string) =>
    inTx(db, async (tx) => {
      await tx.query(sql, [contract])
      throw taken
    }).catch((error: unknown) => {
      if (error !== taken) throw error
    })
  await writing(
    index,
    'update asset set suspended = not suspended, listings = 0 where contract = $1 and token_id >= 1000000',
  )
  await writing(book, 'update order_view set inactive = true where contract = $1')
  return performance.now() - since
}

const middle = (took: readonly number[]) =>
  percentile(
    took.slice(WARM).sort((a, b) => a - b),
    0.5,
  )

/** How long it takes to put a listing, in the middle. */
async function putTime(run: Run, { sellers, goods }: Crowd): Promise<{ ms: number; offers: Offer[] }> {
  const offers: Offer[] = []
  const took: number[] = []
  for (const good of goods) {
    const seller = sellers.find(({ address }) => address === good.owner)
    if (!seller) throw new Error('nobody sells')
    const since = performance.now()
    offers.push(await offerGood(run, seller, good, 12_345n))
    took.push(performance.now() - since)
  }
  return { ms: middle(took), offers }
}

/** How long it takes to begin a purchase, in the middle; each is given up again, as nobody may have many open (SP-6). */
async function shipTime({ buyers }: Crowd, offers: readonly Offer[]): Promise<number> {
  const took: number[] = []
  for (const [index, { order }] of offers.entries()) {
    const buyer = buyers[index % buyers.length]
    if (!buyer) throw new Error('nobody buys')
    const since = performance.now()
    const { _id: shipping_id } = await reserve(buyer, order)
    took.push(performance.now() - since)
    await buyer.call(shippingPaymentHttp.cancelPayment, { body: { shipping_id } })
  }
  return middle(took)
}

/** How long an item is asked about with many ranges in force, of its contract and of others, and with none. */
async function askedWith(ranges: number, { shipping }: Place, contract: string) {
  const item = { blockchain: BLOCKCHAIN, contractAddress: contract, tokenId: '5' }
  const ask = () => repeat({ workers: 1, ms: 1_000 }, () => isSuspended(shipping, item))
  await shipping.query(
    `insert into suspension_replica (suspension_id, revision, active, blockchain, contract_address, token_from, token_to, at)
     select 'bench' || n, 1, false, 'kub', case when n % 2 = 0 then $1 else '0x' || lpad(to_hex(n), 40, '0') end,
       20000000 + n, 20000000 + n, now() from generate_series(1, $2::int) n`,
    [contract, ranges],
  )
  await shipping.query('analyze suspension_replica')
  const force = async (active: boolean) => {
    await shipping.query(`update suspension_replica set active = $1 where suspension_id like 'bench%'`, [
      active,
    ])
    await shipping.query('vacuum suspension_replica') // as it is a little later
    return ask()
  }
  const asked = await inTurns(ROUNDS, { none: () => force(false), many: () => force(true) })
  await shipping.query(`delete from suspension_replica where suspension_id like 'bench%'`)
  return asked
}

/** What takes so long without ranges takes so many times as long with them. */
function dearer(what: string, bare: number, more: number): Line {
  const ours = (bare + more) / bare
  return {
    what,
    ours,
    unit: 'times as long',
    bar: { says: `≤ ${MOST_DEARER}`, reached: ours <= MOST_DEARER },
  }
}

async function run({ scale, say }: Context): Promise<Line[]> {
  const system = await startSystem({
    kind: 'embedded',
    env: { TALAD_SERVICES: JSON.stringify(crowdSettings) },
  })
  const open = (service: string) =>
    openDb(system.run.databases[service] ?? '', { max: 2, owner: true, name: 'bench' })
  const place = { index: open('asset-indexer'), book: open('order-book'), shipping: open('shipping-payment') }
  try {
    const { run: at } = system
    await appointStaff(at)
    const [tokens, listings] = [Math.round(TOKENS * scale), Math.round(LISTINGS * scale)]
    const crowd = await gatherCrowd(at, { sellers: 8, buyers: 4, goods: ONE_BY_ONE + WARM })
    const { ms: put, offers } = await putTime(at, crowd)
    const contract = (crowd.goods[0]?.contract ?? '').toLowerCase()
    const goods = offers.length + listings
    const more = Array.from({ length: tokens }, (_, n) => String(FIRST_MORE + n))
    await place.index.query(MORE, [
      contract,
      more.map((token) => assetIdOf(BLOCKCHAIN, contract, token)),
      more,
    ])
    const past = more.slice(0, listings)
    await listPast(place.book, offers[0]?.order.hash ?? '', past)
    await until(
      'all that is on sale is known',
      async () => (await listed(place, contract)) >= goods && (await active(place, contract)) >= goods,
      WITHIN_MS,
    )
    say(`${tokens} tokens, ${goods} listings`)

    const asked = await askedWith(RANGES, place, contract)
    const dearerBy = asked.many.p50 - asked.none.p50
    const ship = await shipTime(crowd, offers)
    say(
      `a listing ${put.toFixed(1)} ms, a purchase ${ship.toFixed(1)} ms, the ranges ${dearerBy.toFixed(2)} ms`,
    )
    const bare = await bareUpdate(place, contract)

    const admin = await signIn(at, 'demo-prapha')
    const nft_range = {
      blockchain: BLOCKCHAIN,
      contract_address: contract,
      token_from: '1000000',
      token_to: '99999999',
    }
    await onceHeard(['permission_required'], () =>
      admin.call(suspensionAdminHttp.suspend, { body: { nft_range, note: 'a copy' } }),
    )
    const decided = performance.now()
    const some = [
      ...crowd.goods.slice(0, 20).map(({ tokenId }) => tokenId),
      ...[past.at(0), past.at(-1), more.at(-1)],
    ].join(',')
    const took: Record<string, number> = {}
    const when = async (what: string, is: () => Promise<boolean>) => {
      await until(what, is, WITHIN_MS)
      took[what] = performance.now() - decided
      say(`${what}: ${Math.round(took[what])} ms`)
    }
    const knows = async (db: Db) => (await count(db, 'from suspension_replica where active', [])) > 0
    await when('unbuyable', async () => (await knows(place.book)) && knows(place.shipping))
    await when('unlisted', async () => {
      const { list } = await admin.call(listAssets, { query: { ad: contract, ti: some } })
      return list.length === 0
    })
    await when('shown', async () => {
      const { list } = await admin.call(listOrders, { query: { ad: contract, ii: '1', ps: 100 } })
      return list.length > 0 && list.every(({ inactive }) => inactive)
    })
    /** How many a second follow by themselves, in their rows; looked at for a minute at most. */
    const following = async (what: string, left: () => Promise<number>): Promise<Line> => {
      let [still, seconds] = [goods, 0]
      while (still > 0 && seconds * 1_000 < FOLLOWED_MS) {
        await delay(100)
        still = await left()
        seconds = (performance.now() - decided) / 1_000
      }
      const ours = (goods - still) / seconds
      say(`${what}: ${goods - still} of ${goods} after ${seconds.toFixed(1)} s`)
      return {
        what,
        ours,
        unit: '/s',
        yardstick: { what: 'of all these rows by a bare update', figure: goods / (bare / 1_000) },
        bar: { says: `all ${goods} within ${GONE_MS / 1_000} s`, reached: goods / ours <= GONE_MS / 1_000 },
      }
    }
    // all of it goes on at once, and each is looked at from here on
    const [rests, counts] = await Promise.all([
      following('listings that rest, in row and event', () => active(place, contract)),
      following('tokens that no longer count as on sale, in the row', () => listed(place, contract)),
      when('marked', async () => (await shown(place, contract)) === 0),
    ])
    const ms = (what: string, most?: number): Omit<Line, 'what'> => {
      const ours = took[what] ?? Number.NaN
      return {
        ours,
        unit: 'ms',
        yardstick: { what: 'a bare update of the same rows', figure: bare },
        ...(most !== undefined && { bar: { says: `≤ ${most / 1_000} s`, reached: ours <= most } }),
      }
    }
    return [
      {
        what: `${tokens} tokens with ${goods} listings are suspended: nobody can buy or list`,
        ...ms('unbuyable', UNBUYABLE_MS),
      },
      { what: 'none of them is listed or counted', ...ms('unlisted', GONE_MS) },
      { what: 'no order is shown as one to buy', ...ms('shown', GONE_MS) },
      { what: `each of ${tokens} tokens is marked, in its row`, ...ms('marked') },
      rests,
      counts,
      {
        what: `is an item suspended, ${RANGES} ranges in force, p50`,
        ours: asked.many.p50,
        unit: 'ms',
        yardstick: { what: 'none in force', figure: asked.none.p50 },
      },
      dearer('a listing that is put, with all those ranges', put, dearerBy),
      dearer('a purchase that is begun, with all those ranges', ship, dearerBy),
    ]
  } finally {
    await Promise.all(Object.values(place).map((db) => db.end()))
    await system.stop()
  }
}

export const suspensionBench: Bench = {
  name: 'suspension',
  title: 'A range of 100,000 tokens with 30,000 listings is suspended on a running system.',
  run,
}
