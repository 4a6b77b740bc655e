import type { Queryable } from '@talad/shared/db'
import { holds } from '../requirement/condition.ts'
import type { Entry, Slot } from '../requirement/slots.ts'
import { itemTraits } from '../trigger/virtual.ts'

/** Of a larger collection no conditions on traits are looked at. */
const MOST_ITEMS = 5_000

/** Accounts by id, from (without) and to (with); null: to the end. */
export type Span = { after: string; to: string | null }

/** CA-24: whether a virtual token that is on no chain may fill it. */
export const asksVirtual = ({ type, nftType, blockchain, contractAddress }: Entry) =>
  type === 'vnft' &&
  (nftType ?? 'VIRTUAL') === 'VIRTUAL' &&
  blockchain === undefined &&
  contractAddress === undefined

/** A condition of SQL on a holding `h`; `isPart`: there may be others that it doesn't find. */
type Test = { sql: string; isPart: boolean }

/** Collects the values of a statement. */
function valuesOf() {
  const values: unknown[] = []
  return { values, put: (value: unknown) => `$${values.push(value)}` }
}

/** Of a condition on traits the items that fulfil it; tokens that say something of their own aren't looked at. */
async function itemsOf(db: Queryable, entry: Entry) {
  const { vcollectionId = null, vitemId = null, condition } = entry
  const { rows } = await db.query<{ id: string }>(
    `select id from vitem where ($1::text is null or collection_id = $1) and ($2::text is null or id = $2) limit $3`,
    [vcollectionId, vitemId, MOST_ITEMS + 1],
  )
  const ids = rows.map(({ id }) => id).slice(0, MOST_ITEMS)
  const own = await db.query(
    'select 1 from holding where item_id = any($1) and payload is not null limit 1',
    [ids],
  )
  const traits = await itemTraits(db, ids)
  const fitting = ids.filter((id) => condition === undefined || holds(condition, traits(id, null)))
  return { fitting, isPart: rows.length > MOST_ITEMS || own.rows.length > 0 }
}

async function testOf(db: Queryable, entry: Entry, put: (value: unknown) => string): Promise<Test> {
  const tests: string[] = []
  let isPart = false
  if (entry.vcollectionId !== undefined) tests.push(`h.collection_id = ${put(entry.vcollectionId)}`)
  if (entry.vitemId !== undefined) tests.push(`h.item_id = ${put(entry.vitemId)}`)
  if (entry.tokenId !== undefined) tests.push(`h.item_token_id = ${put(String(entry.tokenId))}::numeric`)
  if (entry.ranges.length > 0) {
    const [from, to] = [
      entry.ranges.map(({ from: a }) => String(a)),
      entry.ranges.map(({ to: b }) => String(b)),
    ]
    tests.push(
      `exists (select 1 from unnest(${put(from)}::numeric[], ${put(to)}::numeric[]) r (a, b)
         where h.item_token_id between r.a and r.b)`,
    )
  }
  if (entry.condition) {
    const items = await itemsOf(db, entry)
    isPart = items.isPart
    tests.push(`h.payload is null and h.item_id = any(${put(items.fitting)})`)
  }
  return { sql: `(${tests.join(' and ')})`, isPart }
}

/** How many accounts of a span fill each slot, and at least one of them; `isPart` by slot: there may be more. */
export type Counted = { slots: number[]; union: number; isPart: boolean[] }

/**
 * CA-28: counts who holds virtual tokens that fill slots, together with those of whom it is known otherwise, in one pass.
 * @param also by account, which slots it fills by tokens on a chain
 */
export async function countHolders(
  db: Queryable,
  slots: readonly Slot[],
  { after, to }: Span,
  also: ReadonlyMap<string, readonly boolean[]>,
): Promise<Counted> {
  const { values, put } = valuesOf()
  const tests: Test[] = []
  for (const { entries } of slots) {
    const some: Test[] = []
    for (const entry of entries.filter(asksVirtual)) some.push(await testOf(db, entry, put))
    tests.push({
      sql: some.length === 0 ? 'false' : `(${some.map(({ sql }) => sql).join(' or ')})`,
      isPart: some.some(({ isPart }) => isPart),
    })
  }
  const names = slots.map((_, at) => `s${at}`)
  if (names.length === 0) return { slots: [], union: 0, isPart: [] }
  const accounts = [...also]
  const columns = [
    `${put(accounts.map(([id]) => id))}::text[]`,
    ...names.map((_, at) => `${put(accounts.map(([, fills]) => fills[at] ?? false))}::boolean[]`),
  ]
  const { rows } = await db.query<Record<string, bigint>>(
    `with held as (
       select h.holder_id as id, ${tests.map(({ sql }, at) => `bool_or(${sql}) as s${at}`)} from holding h
       where (${tests.map(({ sql }) => sql).join(' or ')}) and h.holder_id > ${put(after)}
         and (${put(to)}::text is null or h.holder_id <= $${values.length})
         and not exists (select 1 from mint m where m.holding_id = h.id and m.state in ('open', 'mined'))
       group by 1),
     chain as (select * from unnest(${columns}) c (id, ${names})),
     each as (
       select id, ${names.map((name) => `bool_or(${name}) as ${name}`)}
       from (select * from held union all select * from chain) a group by 1)
     select ${names.map((name) => `count(*) filter (where ${name}) as ${name}`)},
       count(*) filter (where ${names.join(' or ')}) as "union" from ${accounts.length > 0 ? 'each' : 'held'}`,
    values,
  )
  const [counted] = rows
  return {
    slots: names.map((name) => Number(counted?.[name] ?? 0n)),
    union: Number(counted?.union ?? 0n),
    isPart: tests.map(({ isPart }) => isPart),
  }
}
