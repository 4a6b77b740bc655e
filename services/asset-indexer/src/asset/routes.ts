import { getAsset, getBalances, listAssets } from '@talad/proto/http/asset-indexer/assets'
import type { Queryable } from '@talad/shared/db'
import type { App } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { cacheSlow } from '@talad/shared/kept'
import { Rejection } from '@talad/shared/rejection'
import { assetIdOf } from '../chain/ids.ts'
import type { Deps } from '../deps.ts'
import { momentOf } from '../rate/store.ts'
import { requireAssetHere } from '../viewer/viewer.ts'
import { assetConditions, keyOfFilter } from './filter.ts'
import { pageOfIds } from './order.ts'
import { asSuspendedNow, readAssets } from './read.ts'
import { lookUp } from './search.ts'
import { type Conditions, FROM, readAddresses, withCollectionIds } from './sql.ts'

/** AI-16: without wallets, so many of the largest. */
const TOP_HOLDERS = 100

function required(value: string | undefined, field: string): string {
  if (value === undefined) throw new Rejection('REQUIRED_PARAMETER', { field })
  return value
}

type HolderRow = { address: string; quantity: bigint }

async function balances(deps: Deps, assetId: string, wallets: string[] | undefined): Promise<HolderRow[]> {
  const found = await deps.db.query('select 1 from asset where id = $1', [assetId])
  if (found.rows.length === 0) throw new Rejection('NOT_FOUND')
  const result = wallets
    ? await deps.db.query<HolderRow>(
        `select w.address, coalesce(greatest(h.quantity, 0), 0) as quantity
         from unnest($2::text[]) with ordinality as w (address, n)
         left join holder h on h.asset_id = $1 and h.address = w.address order by w.n`,
        [assetId, [...new Set(wallets)]],
      )
    : await deps.db.query<HolderRow>(
        `select address, quantity from holder where asset_id = $1 and quantity > 0
         order by quantity desc, address limit $2`,
        [assetId, TOP_HOLDERS],
      )
  return result.rows
}

async function countAssets(db: Queryable, where: Conditions): Promise<bigint | undefined> {
  const { rows } = await db.query<{ count: bigint }>(
    `select count(*) as count ${FROM} where ${where.text()}`,
    where.values,
  )
  return rows[0]?.count
}

export function assetRoutes(app: App, deps: Deps): void {
  const totals = cacheSlow<bigint | undefined>({ now: deps.now, forMs: deps.config.COUNTS_KEPT_MS })

  app.route(getAsset, async ({ query, actor }) => {
    const { id, bc, ad, ti } = query
    const wanted =
      id ??
      assetIdOf(required(bc, 'bc'), readAddresses([required(ad, 'ad')], 'ad')[0] ?? '', required(ti, 'ti'))
    const wallets = readAddresses(query.wl ?? [], 'wl')
    const [asset] = await readAssets(deps.db, [wanted], {
      wallets,
      family: query.cv ?? 'thb',
      ...(await momentOf(deps.db, deps.now())),
    })
    if (!asset) throw new Rejection('NOT_FOUND')
    await requireAssetHere(deps, asset, actor)
    const picked = await asSuspendedNow(deps.db, asset)
    if (picked.dynamic.suspended && query.is === false) throw new Rejection('ASSET_SUSPENDED') // GW-7
    return picked
  })

  app.route(listAssets, async ({ query: asked }) => {
    const query = await withCollectionIds(deps.db, asked)
    const at = await momentOf(deps.db, deps.now())
    const found = query.q === undefined ? undefined : await lookUp(deps.db, query.q, 'assets')
    const where = assetConditions(query, at, found)
    const wallets = readAddresses(query.wl ?? [], 'wl')
    const [ids, total] = await Promise.all([
      pageOfIds(deps.db, { query, at, found }),
      // GW-20: counted only for who asks for it
      query.count ? totals(keyOfFilter(query), () => countAssets(deps.db, where)) : undefined,
    ])
    const list = await readAssets(deps.db, ids, { wallets, family: query.cv ?? 'thb', ...at })
    return page(list, query, total) // GW-20
  })

  app.route(getBalances, async ({ params, query }) => {
    const wallets = query.wl && readAddresses(query.wl, 'wl')
    const rows = await balances(deps, params.asset_id, wallets)
    const list = rows.map(({ address, quantity }) => ({
      asset_id: params.asset_id,
      holder: { address, quantity: quantity.toString() },
    }))
    return { list }
  })
}
