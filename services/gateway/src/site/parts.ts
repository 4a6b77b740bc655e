import { type Queryable, queueNotification, type Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'

/** The channel that tells gateways that visitors are to see something else. */
export const SITE_CHANNEL = 'site'

/** Something that visitors see of a site: `site`, or the name of a document. */
export type Part = { siteId: string; part: string; content: unknown; n: bigint }

/** Shows something to visitors: who reads what is newer finds it, as the count is held until this is committed. */
export async function savePart(tx: Tx, siteId: string, part: string, content: object): Promise<void> {
  await tx.query(
    `with counted as (update site_count set n = n + 1 returning n)
     insert into site_part (site_id, part, content, n) select $1, $2, $3, n from counted
     on conflict (site_id, part) do update set content = excluded.content, n = excluded.n`,
    [siteId, part, toJson(content)],
  )
  queueNotification(tx, SITE_CHANNEL)
}

/** What was shown after a count, in its order. */
export async function readParts(db: Queryable, after: bigint): Promise<Part[]> {
  const { rows } = await db.query<{ site_id: string; part: string; content: unknown; n: bigint }>({
    name: 'gateway.site_parts',
    text: 'select site_id, part, content, n from site_part where n > $1 order by n',
    values: [after],
  })
  return rows.map(({ site_id: siteId, ...part }) => ({ siteId, ...part }))
}
