import type { Queryable, Tx } from '@talad/shared/db'
import type { Known } from './compile.ts'

/** CA-24: which of some ids are collections and items of a project, shown or not. */
export async function knownOf(db: Queryable, projectId: string, ids: readonly string[]): Promise<Known> {
  const { rows } = await db.query<{ id: string; collection_id: string | null; archived: boolean }>(
    `select id, null as collection_id, archived from vcollection where project_id = $1 and id = any($2)
     union all
     select i.id, i.collection_id, i.archived or c.archived from vitem i join vcollection c on c.id = i.collection_id
     where i.project_id = $1 and i.id = any($2)`,
    [projectId, ids],
  )
  const items = rows.flatMap(({ id, collection_id: collectionId, archived }) =>
    collectionId === null ? [] : [[id, { collectionId, archived }] as const],
  )
  const collections = rows.flatMap(({ id, collection_id }) => (collection_id === null ? [id] : []))
  return { collections: new Set(collections), items: new Map(items) }
}

/** CA-10: somebody pressed it who may not know of it, or it spent nothing by our fault: that is no reason to keep it. */
const NO_USE = `(caller = 'user' and (status = 200 or status = 201 and reasons @> '[{"code": "campaign_hidden"}]'))`

/** CA-17: whether it was triggered, or something was given by it. */
export async function usesOf(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query(
    `(select 1 from holding where campaign_id = $1 limit 1)
     union all (select 1 from campaign_trigger where campaign_id = $1 and not dry and not ${NO_USE} limit 1)`,
    [id],
  )
  return rows.length > 0
}

/** Forgets what is noted of a campaign that was of no use. */
export async function forgetTriggers(tx: Tx, id: string): Promise<void> {
  await tx.query(`delete from campaign_trigger where campaign_id = $1 and (dry or ${NO_USE})`, [id])
}
