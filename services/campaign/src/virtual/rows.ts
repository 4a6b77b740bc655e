import { payload } from '@talad/proto/http/campaign/payload/modules'
import { theme } from '@talad/proto/http/campaign/theme'
import type { Queryable, Tx } from '@talad/shared/db'
import { countIf } from '@talad/shared/http/page'
import { isId } from '@talad/shared/ids'
import { toJson } from '@talad/shared/json'
import type { Change } from '@talad/shared/stream'
import { z } from 'zod'
import type { Virtual, VirtualEvent } from './events.ts'

/** The two kinds, by the names of their streams and tables. */
export type Kind = 'vcollection' | 'vitem'

/**
 * The row of a collection or item. Counters are only begun here: who promises and mints moves them, under the constraint
 * that count + reserve stays within the limit (CA-49).
 */
export const saveVirtual =
  (kind: Kind) =>
  async (tx: Tx, { id, state }: Change<Virtual | undefined, VirtualEvent>): Promise<void> => {
    if (!state) return
    const { projectId, place, terms, created, updated } = state
    if (state.deleted) {
      await tx.query('delete from virtual_slug where kind = $1 and id = $2', [kind, id])
      await tx.query(`delete from ${kind} where id = $1`, [id])
      await tx.query('insert into virtual_deleted (id, project_id) values ($1, $2) on conflict do nothing', [
        id,
        projectId,
      ])
      return
    }
    const { slug, payload: given, mintLimit, theme: look, metadata, ...rest } = terms
    // CA-49: who counts shares the row while it has no limit; one that is set now finds what they counted
    if (kind === 'vcollection')
      await tx.query('select 1 from vcollection where id = $1 for no key update', [id])
    const counted =
      kind === 'vcollection'
        ? `, (mint_count, mint_reserve) = (select case when v.mint_limit is null then coalesce(sum(i.mint_count), 0)
             else v.mint_count end, case when v.mint_limit is null then coalesce(sum(i.mint_reserve), 0)
             else v.mint_reserve end from vitem i where i.collection_id = v.id)`
        : ''
    // CA-9: a slug that it had before is still its own, so that old addresses lead to it
    await tx.query(
      `insert into virtual_slug (project_id, kind, slug, id) select $1, $2, $3, $4
       where not exists (select 1 from virtual_slug where project_id = $1 and kind = $2 and slug = $3 and id = $4)`,
      [projectId, kind, slug, id],
    )
    const fixed = {
      id,
      project_id: projectId,
      created,
      ...(place && { collection_id: place.collectionId, number: place.number }),
    }
    const changing = {
      slug,
      name: rest.name,
      description: rest.description,
      tags: toJson(rest.tags),
      assets: toJson(rest.assets),
      attributes: toJson(rest.attributes),
      texts: toJson(rest.texts),
      payload: given && toJson(given),
      mint_limit: mintLimit,
      archived: rest.archived,
      updated,
      ...(place ? { metadata: toJson(metadata) } : { theme: toJson(look) }),
    }
    const all = Object.entries({ ...fixed, ...changing })
    await tx.query(
      `insert into ${kind} as v (${all.map(([column]) => column)}) values (${all.map((_, at) => `$${at + 1}`)})
       on conflict (id) do update set
         ${Object.keys(changing).map((column) => `${column} = excluded.${column}`)} ${counted}`,
      all.map(([, value]) => value),
    )
  }

const counter = z.coerce.number()
const row = z.object({
  id: z.string(),
  project_id: z.string(),
  collection_id: z.string().optional(),
  number: z.int().optional(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  assets: z.record(z.string(), z.string()),
  attributes: z.record(z.string(), z.union([z.string(), z.number()])),
  texts: z.record(z.string(), z.string()),
  theme: theme.optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  payload: payload.nullable(),
  mint_limit: counter.nullable(),
  mint_count: counter,
  mint_reserve: counter,
  archived: z.boolean(),
  created: z.date(),
  updated: z.date(),
})
export type VirtualRow = z.infer<typeof row>

/** A collection without a limit has what its items have: its own row is not written by who counts (CA-49). */
const SUMMED: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  vitem: {},
  vcollection: {
    mint_count: 'case when v.mint_limit is null then s.count else v.mint_count end as mint_count',
    mint_reserve: 'case when v.mint_limit is null then s.reserve else v.mint_reserve end as mint_reserve',
  },
}
/** All of them: of two with one name the last is read. */
const columns = (kind: Kind) => ['v.*', ...Object.values(SUMMED[kind])].join()
const SUMS = {
  vitem: '',
  vcollection: `cross join lateral (select coalesce(sum(i.mint_count), 0)::bigint as count,
    coalesce(sum(i.mint_reserve), 0)::bigint as reserve from vitem i
    where v.mint_limit is null and i.collection_id = v.id) s`,
}

/** One by its id; by its slug, also one that it had before, where the project is known (CA-9). */
export async function findVirtual(
  db: Queryable,
  kind: Kind,
  idOrSlug: string,
  projectId?: string,
): Promise<VirtualRow | undefined> {
  const { rows } = await db.query(
    isId(idOrSlug)
      ? `select ${columns(kind)} from ${kind} v ${SUMS[kind]}
         where v.id = $1 and ($2::text is null or v.project_id = $2)`
      : `select ${columns(kind)} from ${kind} v join virtual_slug n on n.id = v.id ${SUMS[kind]}
         where n.kind = '${kind}' and n.slug = $1 and n.project_id = $2`,
    [idOrSlug, projectId ?? null],
  )
  return rows[0] && row.parse(rows[0])
}

/** A collection by its id, as its items need it: what was granted of it is not summed up. */
export async function findAbove(
  db: Queryable,
  collectionId: string | undefined,
): Promise<Omit<VirtualRow, 'mint_count' | 'mint_reserve'> | undefined> {
  if (collectionId === undefined) return undefined
  const { rows } = await db.query('select * from vcollection where id = $1', [collectionId])
  return rows[0] && row.omit({ mint_count: true, mint_reserve: true }).parse(rows[0])
}

type Asked = {
  of: 'project_id' | 'collection_id'
  id: string
  archived: boolean
  size: number
  index: number
}

const whereOf = ({ of, archived }: Pick<Asked, 'of' | 'archived'>) =>
  `where v.${of} = $1 ${archived ? '' : 'and not v.archived'}`

const OF_THE_OTHER = { vcollection: ['collection_id', 'number', 'metadata'], vitem: ['theme'] } as const
/** What everybody's lists show of a payload. */
const PICTURE = `case when payload is not null then jsonb_strip_nulls(jsonb_build_object('version', payload->'version',
  'assets', case when payload->'assets' ? 'image' then jsonb_build_object('image', payload->'assets'->'image') end)) end
  as payload`

/** What a list reads: everybody's does without the rest of the payloads, which may be long. */
function columnsOf(kind: Kind, { archived }: Pick<Asked, 'archived'>): string {
  if (archived) return columns(kind)
  const others: readonly string[] = OF_THE_OTHER[kind]
  const names = Object.keys(row.shape).filter((name) => !others.includes(name))
  return names.map((name) => (name === 'payload' ? PICTURE : (SUMMED[kind][name] ?? `v.${name}`))).join()
}

/** Newest first, items by their number. @param asked.archived with those that are archived, and with payloads */
export async function listVirtual(db: Queryable, kind: Kind, asked: Asked): Promise<VirtualRow[]> {
  const order = asked.of === 'collection_id' ? 'v.number' : 'v.created desc, v.id desc'
  const { rows } = await db.query(
    // the page first: what is passed over is not summed up
    `select ${columnsOf(kind, asked)} from (
       select * from ${kind} v ${whereOf(asked)} order by ${order} limit $2 offset $3) v ${SUMS[kind]} order by ${order}`,
    [asked.id, asked.size, asked.index * asked.size],
  )
  return z.array(row).parse(rows)
}

/** How many there are in all. */
export const countVirtual = (db: Queryable, kind: Kind, asked: Pick<Asked, 'of' | 'id' | 'archived'>) =>
  countIf(true, db, `from ${kind} v ${whereOf(asked)}`, [asked.id])

/** What was granted or minted once keeps its item, also where it counts no more. */
async function hasRecords(tx: Tx, kind: Kind, id: string): Promise<boolean> {
  const of = kind === 'vitem' ? 'item_id = $1' : 'item_id in (select id from vitem where collection_id = $1)'
  const { rows } = await tx.query(
    `(select 1 from holding where ${of} limit 1) union all (select 1 from mint where ${of} limit 1)
     union all (select 1 from collection_contract where collection_id = $1 limit 1)`,
    [id],
  )
  return rows.length > 0
}

/** CA-17, CA-49: what was promised of it or belongs to it; nothing new begins until the transaction ends. */
export async function usesOf(tx: Tx, kind: Kind, id: string): Promise<{ inUse: boolean; items: boolean }> {
  const { rows } = await tx.query<{ promised: bigint }>(
    `select mint_count + mint_reserve as promised from ${kind} where id = $1 for update`,
    [id],
  )
  const { rows: below } = await tx.query(
    'select 1 from vitem where collection_id = $1 and mint_count + mint_reserve > 0 limit 1',
    [id],
  )
  const has = 'select 1 from vitem where collection_id = $1 limit 1'
  const items = kind === 'vcollection' && (await tx.query(has, [id])).rows.length > 0
  return {
    inUse: (rows[0]?.promised ?? 0n) > 0n || below.length > 0 || (await hasRecords(tx, kind, id)),
    items,
  }
}

/** The next number in a collection (CA-54), and what its items inherit; undefined where there is no such collection. */
export async function nextInCollection(tx: Tx, collectionId: string) {
  const { rows } = await tx.query(
    'update vcollection set last_item = last_item + 1 where id = $1 and not archived returning *',
    [collectionId],
  )
  return rows[0] && row.extend({ last_item: z.int() }).parse(rows[0])
}
