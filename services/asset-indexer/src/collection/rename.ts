import type { Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { Held } from './change.ts'

const DAY_MS = 24 * 60 * 60_000
/** AI-26 */
const LEADS_FOR_MS = 90 * DAY_MS

/** AI-26: who has a slug, as its own or as a former one that still leads to it. */
async function ownerOf(tx: Tx, slug: string, now: Date): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from collection where slug = $1
     union all select collection_id from collection_slug where slug = $1 and until > $2`,
    [slug, now],
  )
  return rows[0]?.id
}

/** AI-26: the former slug leads here for 90 days. @throws Rejection SLUG_TAKEN */
export async function giveSlug(tx: Tx, { id, slug: former }: Held, slug: string, now: Date): Promise<void> {
  if (slug === former) return
  await tx.query('lock table collection_slug in share row exclusive mode') // of two who want the same, one waits
  const owner = await ownerOf(tx, slug, now)
  if (owner !== undefined && owner !== id) throw new Rejection('SLUG_TAKEN', { field: 'slug' })
  await tx.query('delete from collection_slug where slug = $1', [slug])
  await tx.query('insert into collection_slug (slug, collection_id, until) values ($1, $2, $3)', [
    ...[former, id, new Date(now.getTime() + LEADS_FOR_MS)],
  ])
  await tx.query('update collection set slug = $2, named = true where id = $1', [id, slug])
}
