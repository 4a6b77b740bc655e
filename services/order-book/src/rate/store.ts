import type { Queryable } from '@talad/shared/db'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Rate, Rates } from './decide.ts'

/** Keeps what a source has said; an answer that comes late replaces nothing newer. */
export async function saveRate(db: Queryable, { base, quote, rate, at }: Rate): Promise<void> {
  await db.query(
    `insert into rate (base, quote, rate, at) values ($1, $2, $3, $4)
     on conflict (base, quote) do update set rate = excluded.rate, at = excluded.at where rate.at < excluded.at`,
    [base, quote, rate, at],
  )
}

/** The rates in baht by family, of whatever age. */
export async function ratesOf(prisma: PrismaClient): Promise<Rates> {
  const rows = await prisma.rate.findMany({ where: { quote: 'thb' }, orderBy: { base: 'asc' } })
  return new Map(
    rows.map(({ base, quote, rate, at }) => [base, { base, quote, rate: rate.toFixed(), at }] as const),
  )
}
