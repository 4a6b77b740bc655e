import { services } from './services.ts'
import type { World } from './world.ts'

/** What a poisoned message of the proof's own is called; it stays parked, as it should. */
export const POISON = 'poison-'

async function ask(world: World, service: string, sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await world.db(service).query<{ what: string }>(sql, values)
  return rows.map(({ what }) => what)
}

/** What is still under way, in words; nothing: all is at rest. */
export async function underWay(world: World): Promise<string[]> {
  const found = await Promise.all([
    ask(
      world,
      'shipping-payment',
      `select format('purchase %s is %s', id, status) as what from shipping
       where status in ('pending', 'processing', 'mined')
       union all select format('delivery %s is %s', id, status) from kit.chain_tx
       where status in ('pending', 'processing', 'sent')
       union all select format('purchase %s is failed and not refunded', s.id) from shipping s
       where s.status = 'failed' and not exists (select 1 from kit.event e
         where e.stream = 'shipping-' || s.id and e.type = 'ShippingRefunded')
       union all select format('card payment %s was never started', order_no) from topup
       where status = 'pending' and not started`,
    ),
    ask(
      world,
      'ledger',
      `select format('the hold of %s is %s, %s locked', id, state, held) as what from hold
       where state = 'captured' or held > 0`,
    ),
    ask(
      world,
      'asset-indexer',
      `select format('the %s of asset %s is %s', kind, asset_id, state) as what from sync s
       where state = 'updating' or exists (
         select 1 from kit.job j where j.task = 'sync.' || s.kind and j.key = s.asset_id and s.state = 'pending')
       union all select format('%s of %s is due', task, key) from kit.job
       where task like 'collection.%' or task = 'asset.market' and (run_at <= now() or claimed_by is not null)`,
    ),
    ...services.flatMap((service) => [
      ask(
        world,
        service,
        `select format('${service}: %s for %s is parked: %s', type, consumer_group, left(error, 200)) as what
         from kit.dead_letter where resolved_at is null and message_id not like $1`,
        [`${POISON}%`],
      ),
      ask(
        world,
        service,
        `select format('${service}: %s has %s events to read', r.name, count(*)) as what
         from kit.reader r join kit.event e on (e.txid, e.position) > (r.txid, r.position) group by r.name`,
      ),
    ]),
  ])
  const left = found.flat()
  return left.length > 0 ? left : unhandled(world)
}

/** Messages that consumers have not handled yet: what was handled before a kill comes again after it. */
async function unhandled({ bus, groups }: World): Promise<string[]> {
  const found: string[] = []
  for (const group of groups) {
    const lag = (await bus.lag(group)).reduce((sum, one) => sum + one.lag, 0n)
    if (lag > 0n) found.push(`${group} has ${lag} messages to handle`)
  }
  return found
}
