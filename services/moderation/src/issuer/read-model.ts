import type { Queryable, Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import type { Row } from '@talad/shared/event-log'
import { countIf } from '@talad/shared/http/page'
import { toJson } from '@talad/shared/json'
import type { ReadModel } from '@talad/shared/read-model'
import { Rejection } from '@talad/shared/rejection'
import { z } from 'zod'
import { storedRange } from '../range/stored.ts'
import { issuerState } from './events.ts'

const STREAM = 'issuer-'
const stored = z.object({ view: issuerState })

/** Every issuer that there is or was. */
export const issuerRows: ReadModel = {
  name: 'issuer.list',
  tables: ['issuer'],
  apply: each(async (tx: Tx, { stream, view }: Row) => {
    if (!stream.startsWith(STREAM)) return
    const { terms, gone, version, changedBy, changedAt } = stored.parse({ view }).view
    const { slug, names, customerId, active, ranges } = terms
    await tx.query(
      `insert into issuer (issuer_id, slug, name_th, name_en, primary_customer_id, active, removed, ranges, version,
         changed_by, changed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (issuer_id) do update set slug = excluded.slug, name_th = excluded.name_th,
         name_en = excluded.name_en, primary_customer_id = excluded.primary_customer_id, active = excluded.active,
         removed = excluded.removed, ranges = excluded.ranges, version = excluded.version,
         changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
      [
        ...[stream.slice(STREAM.length), slug, names.th, names.en, customerId, active, gone, toJson(ranges)],
        ...[version, changedBy, changedAt],
      ],
    )
  }),
}

type IssuerRow = {
  issuer_id: string
  slug: string
  name_th: string
  name_en: string
  primary_customer_id: string
  active: boolean
  ranges: unknown
  version: number
  changed_by: string
  changed_at: Date
}

/** One issuer as it is listed. */
export type Listed = Omit<IssuerRow, 'ranges'> & { ranges: z.infer<typeof storedRange>[] }

const fromRow = (row: IssuerRow): Listed => ({ ...row, ranges: z.array(storedRange).parse(row.ranges) })

/** One issuer; undefined where there is none, or none any more. */
export async function findIssuer(db: Queryable, id: string): Promise<Listed | undefined> {
  const { rows } = await db.query<IssuerRow>('select * from issuer where issuer_id = $1 and not removed', [
    id,
  ])
  return rows[0] && fromRow(rows[0])
}

type Asked = {
  q: string | undefined
  active: boolean | undefined
  size: number
  index: number
  count: boolean
}

/** By slug. `total` only where it is asked for. */
export async function listIssuers(db: Queryable, { q, active, size, index, count }: Asked) {
  const where = `where not removed and ($1::boolean is null or active = $1)
    and ($2::text is null or strpos(lower(slug || ' ' || name_th || ' ' || name_en), lower($2)) > 0)`
  const values = [active ?? null, q?.trim() || null]
  const { rows } = await db.query<IssuerRow>(
    `select * from issuer ${where} order by slug limit $3 offset $4`,
    [...values, size, index * size],
  )
  return { list: rows.map(fromRow), total: await countIf(count, db, `from issuer ${where}`, values) }
}

/** Active issuers whose fees a customer gets (MO-29, MO-31). */
export async function issuersOf(db: Queryable, customerId: string): Promise<Listed[]> {
  const { rows } = await db.query<IssuerRow>(
    'select * from issuer where active and primary_customer_id = $1 order by slug',
    [customerId],
  )
  return rows.map(fromRow)
}

/** @throws Rejection ISSUER_NOT_FOUND */
export async function requireIssuer(db: Queryable, id: string, field: string): Promise<Listed> {
  const found = await findIssuer(db, id)
  if (!found) throw new Rejection('ISSUER_NOT_FOUND', { field })
  return found
}

/** MO-32: who issues nothing any more, removed or not, gets no other fees. @throws Rejection ISSUER_NOT_FOUND */
export async function requireActiveIssuer(db: Queryable, id: string, field: string): Promise<Listed> {
  const found = await requireIssuer(db, id, field)
  if (!found.active) throw new Rejection('ISSUER_NOT_FOUND', { field }) // MO-32
  return found
}
