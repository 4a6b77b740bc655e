import { isUsable } from '@talad/market/rates/usable'
import type { listOrders } from '@talad/proto/http/order-book/orders'
import { lowerAddress } from '@talad/shared/chain/address'
import { cacheKey, currentContext } from '@talad/shared/context'
import { toJson } from '@talad/shared/json'
import { cacheSlow } from '@talad/shared/kept'
import { unixSeconds } from '@talad/shared/unix-time'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts'
import { type OrderView, orderView } from '../public-state/order.ts'
import type { Rates } from '../rate/convert-price.ts'
import { ratesOf } from '../rate/store.ts'
import { contractsShownHere } from '../replicas/shown-collections.ts'

type Query = z.output<NonNullable<typeof listOrders.query>>
type Where = Prisma.order_viewWhereInput
type OrderBy = Prisma.order_viewOrderByWithRelationInput

const TYPES = { li: 'list', of: 'offer', de: 'deal' } as const
/** OB-7: a deal concerns two people, and is shown to who asks for deals. */
const PUBLIC = ['li', 'of'] as const
const STATUSES = { of: 'offchain', va: 'validated', ca: 'cancelled', fi: 'filled', co: 'completed' } as const
const OPEN = ['offchain', 'validated', 'filled']

/** GW-30: the field behind each sort code. */
const SORTS = {
  pr: 'baht_value', // OB-37: converted
  st: 'start_at',
  en: 'end_at',
  du: 'duration',
  ta: 'total',
  fa: 'filled',
  la: 'left_over',
  fp: 'percent',
} as const

/** OB-3, OB-38: st is an OR; an open status means one that is not shown as inactive instead. Without st it is what is open. */
function whereStatus({ st, ha, oe }: Query): Where {
  if (!st) return ha || oe ? {} : { status: { in: OPEN } }
  if (new Set(st).size > Object.keys(STATUSES).length) return {} // those, and the inactive ones: all
  return {
    OR: st.map((code) => {
      if (code === 'in') return { inactive: true }
      return { status: STATUSES[code], inactive: false }
    }),
  }
}

/** OB-38: buyers want live orders first; ie, ii and oi let the others in. */
function whereLive(query: Query, now: Date): Where[] {
  if (query.ha) return query.oi ? [{ inactive: true }] : [] // who names an order wants it as it is
  // OB-6: what was sold, cancelled, or has expired
  if (query.oe) return [{ OR: [{ end_at: { lt: unixSeconds(now) } }, { status: { notIn: OPEN } }] }]
  const asksInactive = query.ii || query.oi || query.st?.includes('in')
  return [
    // OB-5, OB-6: what was sold or cancelled doesn't expire any more
    ...(query.ie ? [] : [{ OR: [{ end_at: { gte: unixSeconds(now) } }, { status: { notIn: OPEN } }] }]),
    ...(asksInactive ? [] : [{ inactive: false }]),
    ...(query.oi ? [{ inactive: true }] : []),
  ]
}

const rangeOf = ({ vf, vt }: Query, rate = '1') => ({
  ...(vf === undefined ? {} : { gte: new Prisma.Decimal(vf).mul(rate) }),
  ...(vt === undefined ? {} : { lte: new Prisma.Decimal(vt).mul(rate) }),
})

/** OB-37: prices of other families are compared as converted; without a rate there is no conversion. */
function wherePrice(query: Query, rates: Rates, now: Date): Where[] {
  const { vf, vt, cv = 'thb' } = query
  if (vf === undefined && vt === undefined) return []
  const family = cv.toLowerCase()
  if (family === 'thb') return [{ baht_value: rangeOf(query) }]
  const rate = rates.get(family)
  const others = rate && isUsable(rate, now) ? [{ baht_value: rangeOf(query, rate.rate) }] : []
  return [{ OR: [{ family, price_value: rangeOf(query) }, ...others] }]
}

/** AI-7: orders about what stands for a virtual collection. */
function whereAbstract({ ak, ac }: Query): Where {
  if (!ak && !ac) return {}
  const kinds = ak ? { abstract_kind: { in: ak } } : {}
  return { asset: { ...kinds, ...(ac ? { abstract_collection_id: { in: ac } } : {}) } }
}

/** Orders about what is in some wallets: what their holders are offered. */
function whereHeld({ hd }: Query): Where[] {
  if (!hd) return []
  return [{ asset: { holdings: { some: { owner: { in: hd.map((one) => one.toLowerCase()) } } } } }]
}

/** GW-5: what is asked of a wallet, of orders by name or of one asset is answered on every site. */
const isEverybodys = ({ wl, oc, hd, ha, ad, ti }: Query) =>
  [wl, oc, hd, ha].some((one) => one !== undefined) || (ad !== undefined && ti !== undefined)

function whereOf(query: Query, rates: Rates, now: Date): Where {
  const currencies = query.cu?.flatMap((text) => [
    { symbol: { equals: text, mode: 'insensitive' as const } },
    { family: text.toLowerCase() },
  ])
  return {
    AND: [
      ...whereLive(query, now),
      ...wherePrice(query, rates, now),
      ...whereHeld(query),
      whereStatus(query),
      ...(currencies ? [{ OR: currencies }] : []),
      {
        ...(query.ha ? { hash: { in: query.ha } } : {}),
        ...(query.bc ? { blockchain: { in: query.bc } } : {}),
        ...(query.ad ? { contract: lowerAddress(query.ad, 'ad') } : {}),
        ...(query.ti ? { token_id: query.ti } : {}),
        ...whereAbstract(query),
        ...(query.wl ? { offerer: { in: query.wl.map((one) => one.toLowerCase()) } } : {}),
        ...(query.oc ? { customer_id: query.oc } : {}),
        type: { in: (query.tp ?? PUBLIC).map((code) => TYPES[code]) },
      },
    ],
  }
}

/** GW-30: listings cheapest first, offers dearest first, mixed newest first; other codes descending unless told. */
function orderOf({ sr, sd, tp }: Query): OrderBy[] {
  const only = tp?.length === 1 ? tp[0] : undefined
  const code = sr ?? (only === 'li' || only === 'of' ? 'pr' : 'st')
  const usual = code === 'pr' && only !== 'of' ? 'asc' : 'desc'
  const direction = sd === undefined ? usual : sd.startsWith('a') ? 'asc' : 'desc'
  const field = SORTS[code]
  const first = field === 'baht_value' ? { sort: direction, nulls: 'last' as const } : direction // OB-37
  return [{ [field]: first }, { order_id: direction }]
}

/** What says which orders, and not which of them nor in which order. */
const PLACES: ReadonlySet<string> = new Set<keyof Query>(['pi', 'ps', 'sr', 'sd', 'count'])

const keyOfFilter = (query: Query) =>
  cacheKey(currentContext(), toJson(Object.entries(query).filter(([name]) => !PLACES.has(name))))

export type Orders = { list: OrderView[]; total: number | null }

/** Finds pages of orders (OB-38, GW-30); total only when it was asked for (GW-20), and kept where it takes long. */
export function orderList({
  db,
  prisma,
  now,
  countsKeptMs: forMs,
}: Pick<Deps, 'db' | 'prisma' | 'now' | 'countsKeptMs'>): (query: Query) => Promise<Orders> {
  const totals = cacheSlow<number>({ now, forMs })
  return async (query) => {
    const shown = isEverybodys(query) ? undefined : await contractsShownHere(db)
    const asked = whereOf(query, await ratesOf(prisma), now())
    const where = shown ? { AND: [asked, { contract: { in: shown } }] } : asked
    const [rows, total] = await Promise.all([
      prisma.order_view.findMany({
        where,
        orderBy: orderOf(query),
        skip: query.pi * query.ps,
        take: query.ps,
        select: { doc: true },
      }),
      query.count ? totals(keyOfFilter(query), () => prisma.order_view.count({ where })) : null,
    ])
    return { list: rows.map((row) => orderView.parse(row.doc)), total }
  }
}

/** One order by its hash. */
export async function findOrder(prisma: PrismaClient, hash: string): Promise<OrderView | undefined> {
  const row = await prisma.order_view.findUnique({ where: { hash }, select: { doc: true } })
  return row ? orderView.parse(row.doc) : undefined
}

/** The orders that a transaction has changed, by hash (OB-39). */
export async function findByTransaction(
  prisma: PrismaClient,
  blockchain: string,
  txHash: string,
): Promise<OrderView[]> {
  const rows = await prisma.order_view.findMany({
    where: { blockchain, tx_hashes: { has: txHash } },
    orderBy: { hash: 'asc' },
    select: { doc: true },
  })
  return rows.map((row) => orderView.parse(row.doc))
}
