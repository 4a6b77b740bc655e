import type { Queryable } from '@talad/shared/db'
import { countIf } from '@talad/shared/http/page'
import type { BindingRow, PrivilegeRow } from './rows.ts'

/** What counts at a moment, `$1`: privilege and binding are switched on, and within their times. */
const NOW = ['p', 'b']
  .map(
    (of) => `${of}.enabled and coalesce((${of}.meta_timer->>'active_start')::timestamptz <= $1, true)
      and coalesce((${of}.meta_timer->>'active_end')::timestamptz > $1, true)`,
  )
  .join(' and ')

export type SpreadRow = {
  binding_id: string
  item_id: string
  collection_id: string
  token_ranges: string
  quantity: number
}

/** CA-79: the items that carry a privilege, by each binding, and which tokens of them. */
export async function spreadOf(
  db: Queryable,
  { privilegeId, bindingId, now }: { privilegeId: string; bindingId: string | undefined; now: Date },
  { size, index, count }: { size: number; index: number; count: boolean | undefined },
) {
  // each half by its index
  const from = `from privilege p join privilege_binding b on b.privilege_id = p.id
    cross join lateral (select id, collection_id from vitem where id = b.item_id
      union all select id, collection_id from vitem
        where b.collection_id is not null and collection_id = b.collection_id) i
    where ${NOW} and p.id = $2 and ($3::text is null or b.id = $3)`
  const values = [now, privilegeId, bindingId ?? null]
  const { rows } = await db.query<SpreadRow>(
    `select b.id as binding_id, i.id as item_id, i.collection_id, b.token_ranges, b.quantity ${from}
     order by i.id, b.id limit $4 offset $5`,
    [...values, size, size * index],
  )
  return { list: rows, total: await countIf(count, db, from, values) }
}

/**
 * CA-78, CA-79: what an item carries, or one token of it by its number there, wherever it is: each privilege once, by the
 * binding of tokens, else of the item, else of its collection, of several the one of the highest priority.
 */
export async function gatherOf(
  db: Queryable,
  asked: {
    itemId: string
    collectionId: string
    token: number | undefined
    privilegeId: string | undefined
    now: Date
  },
): Promise<{ privilege: PrivilegeRow; binding: BindingRow }[]> {
  const level = `case when not isempty(b.token_ranges) then 0 when b.item_id is not null then 1 else 2 end`
  const { rows } = await db.query<{ privilege_id: string; binding_id: string }>(
    `select privilege_id, binding_id from (
       select distinct on (b.privilege_id) b.privilege_id, b.id as binding_id, ${level} as level, b.priority
       from privilege_binding b join privilege p on p.id = b.privilege_id
       where ${NOW} and (b.item_id = $2 or b.collection_id = $3) and ($5::text is null or p.id = $5)
         and (isempty(b.token_ranges) or $4::bigint is null or b.token_ranges @> $4::bigint)
       order by b.privilege_id, level, b.priority desc, b.created, b.id) g
     order by level, priority desc, privilege_id`,
    [asked.now, asked.itemId, asked.collectionId, asked.token ?? null, asked.privilegeId ?? null],
  )
  const privileges = await byId<PrivilegeRow>(
    db,
    'privilege',
    rows.map((row) => row.privilege_id),
  )
  const bindings = await byId<BindingRow>(
    db,
    'privilege_binding',
    rows.map((row) => row.binding_id),
  )
  return rows.flatMap((row) => {
    const privilege = privileges.get(row.privilege_id)
    const binding = bindings.get(row.binding_id)
    return privilege && binding ? [{ privilege, binding }] : []
  })
}

async function byId<Row extends { id: string }>(
  db: Queryable,
  table: 'privilege' | 'privilege_binding',
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const { rows } = await db.query<Row>(`select * from ${table} where id = any($1::text[])`, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}
