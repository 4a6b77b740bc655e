import { USABLE_MS } from '@talad/market/rates/usable'
import type { Queryable } from '@talad/shared/db'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Rates } from './convert-price.ts'

/** The rates in baht by family, of whatever age. */
export async function ratesOf(prisma: PrismaClient): Promise<Rates> {
  const rows = await prisma.rate.findMany({ where: { quote: 'thb' }, orderBy: { base: 'asc' } })
  return new Map(
    rows.map(({ base, quote, rate, at }) => [base, { base, quote, rate: rate.toFixed(), at }] as const),
  )
}

/** OB-37: a price in baht by the rate that is usable at a time, in SQL; null without one. */
export const bahtSql = (
  family: string,
  value: string,
  now: string,
) => `case when ${family} = 'thb' then ${value} else
  (select r.rate * ${value} from rate r where r.base = ${family} and r.quote = 'thb'
    and r.at >= ${now}::timestamptz - interval '${USABLE_MS} milliseconds') end`

/** OB-37: works out again what open orders are in baht; one without a usable rate has no such value any more. */
export async function convertPrices(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `update order_view v set baht_value = n.value
     from (select hash, ${bahtSql('family', 'price_value', '$1')} as value from order_view
       where family <> 'thb' and status in ('offchain', 'validated', 'filled')) n
     where n.hash = v.hash and v.baht_value is distinct from n.value`,
    [now],
  )
}
