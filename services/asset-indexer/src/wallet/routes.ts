import { getWallet } from '@talad/proto/http/identity/wallet'
import type { App } from '@talad/shared/http/app'
import { readAddresses } from '../asset/sql.ts'
import type { Deps } from '../deps.ts'
import { isLiveSql } from '../market/standing.ts'
import { isOwnWallet } from '../replicas/account.ts'

type Figures = {
  assets: bigint
  units: string
  listed: bigint
  bought: bigint
  bought_volume: string
  sold: bigint
  sold_volume: string
}

/** Held: what the list of its assets shows. Traded: each sale of its own, by the price of what was sold. */
const FIGURES = `with held as (
    select h.quantity, exists (select 1 from order_replica o where o.asset_id = a.id and o.offerer = $1
      and o.type = 'list' and ${isLiveSql('o', '$2')}) as listed
    from holder h join asset a on a.id = h.asset_id join collection c on c.id = a.collection_id
    where h.address = $1 and h.quantity > 0 and not a.suspended and not c.suspended),
  bought as (
    select case when o.family = 'thb' then o.unit_value * e.amount else 0 end as value
    from activity e left join order_replica o on o.hash = e.order_hash where e.type = 'sale' and e.to_address = $1),
  sold as (
    select case when o.family = 'thb' then o.unit_value * e.amount else 0 end as value
    from activity e left join order_replica o on o.hash = e.order_hash where e.type = 'sale' and e.from_address = $1)
  select (select count(*) from held) as assets, (select coalesce(sum(quantity), 0)::text from held) as units,
    (select count(*) from held where listed) as listed,
    (select count(*) from bought) as bought,
    (select trim_scale(coalesce(sum(value), 0))::text from bought) as bought_volume,
    (select count(*) from sold) as sold,
    (select trim_scale(coalesce(sum(value), 0))::text from sold) as sold_volume`

export function walletRoutes(app: App, deps: Deps): void {
  /** Takes an address; answers figures, sums to its owner alone, zeros for a wallet that nobody has heard of; VALIDATION. */
  app.route(getWallet, async ({ params, actor }) => {
    const [wallet = ''] = readAddresses([params.wallet], 'wallet')
    const [{ rows }, isOwn] = await Promise.all([
      deps.db.query<Figures>(FIGURES, [wallet, deps.now()]),
      isOwnWallet(deps.db, actor?.accountId, wallet),
    ])
    const [found] = rows
    if (!found) throw new Error('figures without a row')
    return {
      wallet,
      assets: Number(found.assets),
      units: found.units,
      listed: Number(found.listed),
      bought: { sales: Number(found.bought), volume: isOwn ? found.bought_volume : null }, // ID-42
      sold: { sales: Number(found.sold), volume: isOwn ? found.sold_volume : null },
    }
  })
}
