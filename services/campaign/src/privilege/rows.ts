import type { MetaTimerTerms } from '@talad/proto/http/campaign/coupon-shapes'
import type { binding, privilege } from '@talad/proto/http/campaign/privilege-shapes'
import type { Queryable, Tx } from '@talad/shared/db'
import { countIf } from '@talad/shared/http/page'
import { toJson } from '@talad/shared/json'
import type { Change } from '@talad/shared/stream'
import type { z } from 'zod'
import type { Binding, BindingEvent, Privilege, PrivilegeEvent } from './events.ts'
import { multirangeOf, rangesOf } from './ranges.ts'

export async function savePrivilege(
  tx: Tx,
  { id, state }: Change<Privilege | undefined, PrivilegeEvent>,
): Promise<void> {
  if (!state) return
  const { projectId, terms, created, updated } = state
  await tx.query(
    `insert into privilege (id, project_id, slug, name, description, assets, payload, meta_timer, enabled, created, updated)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (id) do update set slug = excluded.slug, name = excluded.name, description = excluded.description,
       assets = excluded.assets, payload = excluded.payload, meta_timer = excluded.meta_timer,
       enabled = excluded.enabled, updated = excluded.updated`,
    [
      ...[id, projectId, terms.slug, terms.name, terms.description, toJson(terms.assets)],
      ...[terms.payload && toJson(terms.payload), toJson(terms.metaTimer), terms.enabled, created, updated],
    ],
  )
}

export async function saveBinding(
  tx: Tx,
  { id, state }: Change<Binding | undefined, BindingEvent>,
): Promise<void> {
  if (!state) return
  const { projectId, privilegeId, terms, created, updated } = state
  if (state.deleted) {
    await tx.query('delete from privilege_binding where id = $1', [id])
    // who deleted it may ask again for the answer
    await tx.query('insert into virtual_deleted (id, project_id) values ($1, $2) on conflict do nothing', [
      ...[id, projectId],
    ])
    return
  }
  await tx.query(
    `insert into privilege_binding (id, project_id, privilege_id, collection_id, item_id, token_ranges, quantity,
       meta_timer, priority, enabled, created, updated)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (id) do update set collection_id = excluded.collection_id, item_id = excluded.item_id,
       token_ranges = excluded.token_ranges, quantity = excluded.quantity, meta_timer = excluded.meta_timer,
       priority = excluded.priority, enabled = excluded.enabled, updated = excluded.updated`,
    [
      ...[id, projectId, privilegeId, terms.collectionId, terms.itemId, multirangeOf(terms.tokenRanges)],
      ...[terms.quantity, toJson(terms.metaTimer), terms.priority, terms.enabled, created, updated],
    ],
  )
}

export type PrivilegeRow = {
  id: string
  project_id: string
  slug: string
  name: string
  description: string
  assets: Record<string, string>
  payload: Record<string, unknown> | null
  meta_timer: MetaTimerTerms
  enabled: boolean
  created: Date
  updated: Date
}

export type BindingRow = {
  id: string
  project_id: string
  privilege_id: string
  collection_id: string | null
  item_id: string | null
  token_ranges: string
  quantity: number
  meta_timer: MetaTimerTerms
  priority: number
  enabled: boolean
  created: Date
  updated: Date
}

export async function findPrivilege(db: Queryable, id: string): Promise<PrivilegeRow | undefined> {
  return (await db.query<PrivilegeRow>('select * from privilege where id = $1', [id])).rows[0]
}

export async function findBinding(db: Queryable, id: string): Promise<BindingRow | undefined> {
  return (await db.query<BindingRow>('select * from privilege_binding where id = $1', [id])).rows[0]
}

type Page = { size: number; index: number; count: boolean | undefined }

/** The newest first. @param of.all with those that are switched off */
export async function listPrivileges(
  db: Queryable,
  of: { projectId: string; all: boolean },
  { size, index, count }: Page,
) {
  const from = 'from privilege where project_id = $1 and ($2 or enabled)'
  const { rows } = await db.query<PrivilegeRow>(
    `select * ${from} order by created desc, id desc limit $3 offset $4`,
    [of.projectId, of.all, size, size * index],
  )
  return { list: rows, total: await countIf(count, db, from, [of.projectId, of.all]) }
}

/** The newest first. */
export async function listBindings(db: Queryable, privilegeId: string, { size, index, count }: Page) {
  const from = 'from privilege_binding where privilege_id = $1'
  const { rows } = await db.query<BindingRow>(
    `select * ${from} order by created desc, id desc limit $2 offset $3`,
    [privilegeId, size, size * index],
  )
  return { list: rows, total: await countIf(count, db, from, [privilegeId]) }
}

export async function countBindings(db: Queryable, privilegeId: string): Promise<number> {
  return Number(await countIf(true, db, 'from privilege_binding where privilege_id = $1', [privilegeId]))
}

export const shownPrivilege = (row: PrivilegeRow): z.infer<typeof privilege> => ({
  _id: row.id,
  project_id: row.project_id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  assets: row.assets,
  payload: row.payload,
  meta_timer: row.meta_timer,
  enabled: row.enabled,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
})

export const shownBinding = (row: BindingRow): z.infer<typeof binding> => ({
  _id: row.id,
  project_id: row.project_id,
  privilege_id: row.privilege_id,
  target: {
    collection_id: row.collection_id,
    item_id: row.item_id,
    token_ranges: rangesOf(row.token_ranges),
  },
  quantity: String(row.quantity),
  meta_timer: row.meta_timer,
  priority: row.priority,
  enabled: row.enabled,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
})
